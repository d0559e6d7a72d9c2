package dev.tailrace.kafka;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.ship.Shipment;
import dev.tailrace.target.TargetProvider;
import dev.tailrace.target.TargetSender;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Provides targets that are topics of Kafka. */
public final class KafkaProvider implements TargetProvider {
    private static final String PRODUCER = "producer.";

    @Override
    public boolean provides(String kind) {
        return kind.equals("kafka");
    }

    @Override
    public @Nullable TargetSender open(
            TargetConfig target, String appender, Path file, Encoder line, Consumer<Finding> findings) {
        Map<String, String> options = target.options();
        Map<String, String> producer = new LinkedHashMap<>();
        options.forEach((name, value) -> {
            if (name.startsWith(PRODUCER)) {
                producer.put(name.substring(PRODUCER.length()), value);
            }
        });
        String log;
        try {
            log = id(file);
        } catch (IOException e) {
            findings.accept(Finding.of(
                            FindingCode.TARGET_SETTING,
                            "The log's id can't be kept in "
                                    + file.toAbsolutePath().getParent() + " (" + e
                                    + "): its records are neither sent nor kept.")
                    .about(appender));
            return null;
        }
        return new Shipment(
                target,
                appender,
                file,
                new KafkaEncoder(line, options.getOrDefault("key", "log")),
                new KafkaTarget(
                        String.valueOf(target.address()).replaceFirst("^tcp://", ""),
                        options.getOrDefault("topic", ""),
                        log,
                        "true".equals(options.get("exactlyOnce")),
                        producer),
                findings);
    }

    /** The row's id, made by the first process. Whole or missing: it is moved to its place. */
    private static String id(Path file) throws IOException {
        Path place = file.toAbsolutePath().resolveSibling("." + file.getFileName() + ".id");
        for (int attempt = 0; ; attempt++) {
            if (Files.exists(place)) {
                String found =
                        Files.readString(place, StandardCharsets.US_ASCII).strip();
                if (found.matches("[0-9a-f-]{36}")) {
                    return found;
                }
                if (!found.isEmpty()) {
                    throw new IOException(place + " has no id");
                }
                // A loss of power has emptied it.
                Files.delete(place);
            }
            Path made = Files.createTempFile(place.getParent(), ".id", ".tmp");
            try {
                Files.writeString(made, UUID.randomUUID() + "\n", StandardOpenOption.WRITE, StandardOpenOption.SYNC);
                link(made, place);
            } catch (FileAlreadyExistsException e) {
                // Another process was first.
            } finally {
                Files.deleteIfExists(made);
            }
            if (attempt > 2) {
                throw new IOException(place + " can't be made");
            }
        }
    }

    /** Gives a file its name, unless that is taken. */
    private static void link(Path made, Path place) throws IOException {
        try {
            Files.createLink(place, made);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (FileSystemException | UnsupportedOperationException e) {
            // There are no hard links here.
            Files.move(made, place);
        }
    }
}
