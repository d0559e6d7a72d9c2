package dev.tailrace.micrometer;

import dev.tailrace.Tailrace;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs to a console that isn't read, first what a limit holds back, then until memory is full, and then some more; writes its meters to the file given as argument. */
final class BlockedConsoleProgram {
    private static final int MANY = 3_000;
    private static final int MORE = 20;

    private BlockedConsoleProgram() {}

    public static void main(String[] arguments) throws IOException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new TailraceMetrics().bindTo(registry);
        Logger log = LoggerFactory.getLogger("shop");
        for (int i = 0; i < MANY; i++) {
            LoggerFactory.getLogger("flood").warn("again");
        }
        String text = "z".repeat(1_000);
        for (int i = 0; i < MANY; i++) {
            log.info(text);
        }
        for (int i = 0; i < MORE; i++) {
            log.error(text);
        }
        List<String> lines = new ArrayList<>();
        for (Meter meter : registry.getMeters()) {
            Meter.Id id = meter.getId();
            String tags = id.getTags().stream()
                    .filter(tag -> !tag.getKey().equals("log"))
                    .map(Tag::getValue)
                    .collect(Collectors.joining(" "));
            lines.add((id.getName() + " " + tags).trim() + "="
                    + meter.measure().iterator().next().getValue());
        }
        Tailrace.stats().destinations().forEach(each -> lines.add("lost=" + each.dropped()));
        Files.write(Path.of(arguments[0]), lines);
        // A normal exit would wait for the blocked pipe.
        Runtime.getRuntime().halt(0);
    }
}
