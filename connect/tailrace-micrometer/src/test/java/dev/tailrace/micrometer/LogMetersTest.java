package dev.tailrace.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Level;
import dev.tailrace.Stats;
import dev.tailrace.Stats.DestinationStats;
import dev.tailrace.Stats.Drop;
import dev.tailrace.Stats.DropReason;
import dev.tailrace.Tailrace;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The meters {@code tailrace.*}. */
final class LogMetersTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void written_countsTheLinesAndBytesOfTheFile() {
        new TailraceMetrics().bindTo(registry);
        Logger log = LoggerFactory.getLogger("test.meters");
        log.info("first");
        assertThat(Tailrace.flush()).isTrue();
        double before = counter("tailrace.written.lines");
        for (int i = 0; i < 100; i++) {
            log.info("line");
        }
        assertThat(Tailrace.flush()).isTrue();

        await(() -> counter("tailrace.written.lines") >= before + 100);
        assertThat(counter("tailrace.written.bytes")).isGreaterThan(100 * "line\n".length());
        assertThat(registry.get("tailrace.lag").gauge().value()).isZero();
        assertThat(registry.get("tailrace.memory").gauge().value())
                .isPositive()
                .isLessThanOrEqualTo(registry.get("tailrace.memory.max").gauge().value());
    }

    /** Each meter has one set of tags, as Prometheus requires. */
    @Test
    void meters_haveTheLogAsTag_andTheBinders() {
        new TailraceMetrics(List.of(Tag.of("application", "shop"))).bindTo(registry);

        assertThat(registry.get("tailrace.lag").gauge().getId().getTag("log")).endsWith("events.log");
        assertThat(registry.getMeters())
                .filteredOn(meter -> meter.getId().getName().startsWith("tailrace."))
                .hasSize(5 + 10 + 7)
                .allSatisfy(meter -> {
                    assertThat(meter.getId().getTag("application")).isEqualTo("shop");
                    assertThat(meter.getId().getDescription()).isNotEmpty();
                });
    }

    @Test
    void logThatComesLater_getsItsMeters_andOneThatEndsKeepsItsCounts() {
        DestinationStats one =
                new DestinationStats("a.log", 0, 3, 0, 8, 4, 2_500_000_000L, 7_000_000_000L, 5, 6, 7, drops());
        AtomicReference<Stats> stats = new AtomicReference<>(stats(one));
        new LogMeters(registry, List.of(), stats::get).register();
        assertThat(registry.find("tailrace.lag").tag("log", "b.log").gauge()).isNull();
        assertThat(gauge("tailrace.lag", "a.log")).isEqualTo(7);
        assertThat(counter("tailrace.waits", "a.log")).isEqualTo(4);
        assertThat(counter("tailrace.waits.time", "a.log")).isEqualTo(2.5);
        assertThat(counter("tailrace.rolls", "a.log")).isEqualTo(7);
        assertThat(counter("tailrace.limited", "a.log")).isEqualTo(8);
        assertThat(registry.get("tailrace.dropped")
                        .tags("log", "a.log", "level", "warn", "reason", "timeout")
                        .functionCounter()
                        .count())
                .isEqualTo(3);

        stats.set(stats(new DestinationStats("b.log", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of())));
        await(() -> {
            registry.get("tailrace.memory").gauge().value();
            return registry.find("tailrace.lag").tag("log", "b.log").gauge() != null;
        });
        assertThat(counter("tailrace.waits", "a.log")).isEqualTo(4);
        assertThat(gauge("tailrace.lag", "a.log"))
                .as("nothing of it waits any more")
                .isZero();
    }

    @Test
    void targetsMeters_haveItsNameAsTag_andEndWithIt() {
        TargetFigures target = new TargetFigures("OTLP", "otlp", "http://a:4318", 10, 20, 30, 4_000, 5_500, "HTTP 503");
        AtomicReference<Stats> stats = new AtomicReference<>(new Stats(List.of(), List.of(target), 1, 2, 0, 0, 0, 0));
        new LogMeters(registry, List.of(Tag.of("application", "shop")), stats::get).register();

        assertThat(registry.getMeters())
                .filteredOn(meter -> meter.getId().getName().startsWith("tailrace.target."))
                .hasSize(5)
                .allSatisfy(meter -> {
                    assertThat(meter.getId().getTag("target")).isEqualTo("OTLP");
                    assertThat(meter.getId().getTag("application")).isEqualTo("shop");
                    assertThat(meter.getId().getDescription()).isNotEmpty();
                });
        assertThat(counter("tailrace.target.acknowledged")).isEqualTo(10);
        assertThat(counter("tailrace.target.retried")).isEqualTo(20);
        assertThat(counter("tailrace.target.dropped")).isEqualTo(30);
        assertThat(registry.get("tailrace.target.waiting").gauge().value()).isEqualTo(4_000);
        assertThat(registry.get("tailrace.target.lag").gauge().value()).isEqualTo(5.5);

        stats.set(new Stats(List.of(), List.of(), 1, 2, 0, 0, 0, 0));
        await(() -> registry.get("tailrace.target.lag").gauge().value() == 0);
    }

    /** The states that cause an alert: an unread pipe, full memory, waiting calls, and dropped events. */
    @Test
    void blockedConsole_isSeenInLagWaitsAndDrops(@TempDir Path folder) throws Exception {
        Path config = Files.writeString(folder.resolve("tailrace.xml"), """
                <configuration>
                  <tailrace memory='1MB' whenFull='drop-below WARN' maxWait='50ms' console='async' directory='%s'>
                    <limit logger='flood' rate='1/h'/>
                  </tailrace>
                  <appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'>
                    <encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <root level='INFO'><appender-ref ref='OUT'/></root>
                </configuration>
                """.formatted(folder.resolve("lanes")));
        Path meters = folder.resolve("meters");
        try (ChildProcess child = JvmLauncher.of(BlockedConsoleProgram.class, meters.toString())
                .options("-Dtailrace.config=" + config, "-Dslf4j.provider=dev.tailrace.slf4j.TailraceServiceProvider")
                .unread()
                .start()) {
            child.succeeded();
        }
        Map<String, Double> values = new TreeMap<>();
        for (String line : Files.readAllLines(meters)) {
            values.put(line.substring(0, line.indexOf('=')), Double.valueOf(line.substring(line.indexOf('=') + 1)));
        }
        assertThat(values.get("tailrace.dropped info full")).isGreaterThan(1_000);
        assertThat(values.get("tailrace.dropped error timeout")).isEqualTo(20);
        assertThat(values.getOrDefault("tailrace.dropped info full", 0.0)
                        + values.getOrDefault("tailrace.dropped info timeout", 0.0)
                        + 20)
                .isEqualTo(values.get("lost"));
        // Once the console has stood still for so long, later calls don't wait anew.
        assertThat(values.get("tailrace.waits")).isGreaterThanOrEqualTo(1);
        assertThat(values.get("tailrace.waits.time")).isGreaterThanOrEqualTo(0.05);
        assertThat(values.get("tailrace.lag")).isGreaterThanOrEqualTo(0.05);
        assertThat(values.get("tailrace.written.lines")).isLessThan(1_000);
        assertThat(values.get("logback.events error")).isEqualTo(20);
        assertThat(values.get("tailrace.limited")).isEqualTo(2_999);
    }

    private static List<Drop> drops() {
        return List.of(new Drop(Level.WARN, DropReason.TIMEOUT, 3));
    }

    private static Stats stats(DestinationStats log) {
        return new Stats(List.of(log), List.of(), 1, 2, 0, 0, 0, 0);
    }

    private double counter(String name) {
        return registry.get(name).functionCounter().count();
    }

    private double counter(String name, String log) {
        return registry.get(name).tag("log", log).functionCounter().count();
    }

    private double gauge(String name, String log) {
        return registry.get(name).tag("log", log).gauge().value();
    }

    /** The snapshot is renewed ten times a second. */
    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("30 s are over").isLessThan(deadline);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }
}
