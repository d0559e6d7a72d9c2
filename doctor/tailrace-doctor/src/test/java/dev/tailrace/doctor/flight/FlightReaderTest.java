package dev.tailrace.doctor.flight;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.testkit.Damage;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightReaderTest {
    @TempDir
    static Path folder;

    private static Path recorded;
    private static byte[] sink = new byte[0];

    @BeforeAll
    static void record() throws Exception {
        recorded = folder.resolve("own.jfr");
        try (Recording recording = new Recording()) {
            recording
                    .enable("jdk.JavaMonitorEnter")
                    .withThreshold(Duration.ofMillis(1))
                    .withStackTrace();
            recording.enable("jdk.JavaExceptionThrow").withStackTrace();
            recording.enable("jdk.ExceptionStatistics").withPeriod(Duration.ofMillis(50));
            recording.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
            recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
            recording.enable("jdk.FileWrite").withThreshold(Duration.ZERO).withStackTrace();
            recording.enable("jdk.GarbageCollection").withThreshold(Duration.ZERO);
            recording.enable("jdk.GCHeapSummary");
            recording.start();
            throwSome();
            askForCallers();
            contend();
            allocate();
            log();
            Files.write(folder.resolve("some.log"), new byte[10_000]);
            System.gc();
            recording.stop();
            recording.dump(recorded);
        }
    }

    private static void throwSome() {
        for (int i = 0; i < 30; i++) {
            try {
                throw new IllegalStateException("planted " + i);
            } catch (IllegalStateException e) {
                sink = String.valueOf(e.getMessage()).getBytes(StandardCharsets.UTF_8);
            }
        }
    }

    /** As Logback does it for each event whose pattern asks for the caller. */
    private static void askForCallers() {
        ch.qos.logback.classic.Logger logger = new LoggerContext().getLogger("planted");
        for (int i = 0; i < 20; i++) {
            sink = new LoggingEvent(
                            FlightReaderTest.class.getName(),
                            logger,
                            ch.qos.logback.classic.Level.INFO,
                            "hello",
                            null,
                            null)
                    .getCallerData()[0]
                    .getMethodName()
                    .getBytes(StandardCharsets.UTF_8);
        }
    }

    private static final class Planted {}

    @SuppressWarnings("StaticGuardedByInstance") // The lock is there to be waited for, not to guard anything.
    private static void contend() throws InterruptedException {
        Planted lock = new Planted();
        Thread other;
        synchronized (lock) {
            other = new Thread(() -> {
                synchronized (lock) {
                    sink = new byte[1];
                }
            });
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        other.join();
    }

    private static void allocate() {
        for (int i = 0; i < 40; i++) {
            sink = new byte[4 << 20];
        }
    }

    /** A handler that makes much garbage in the name of logging. */
    private static void log() {
        Logger logger = Logger.getLogger("planted");
        logger.setUseParentHandlers(false);
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                sink = new byte[4 << 20];
                sink[0] = (byte) new SimpleFormatter().format(entry).length();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        for (int i = 0; i < 20; i++) {
            logger.log(Level.INFO, "hello");
        }
        logger.removeHandler(handler);
    }

    private static Evidence read(Path file) throws IOException {
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        new FlightReader().read(Input.of(file), evidenceBuilder);
        return evidenceBuilder.evidence();
    }

    @Test
    void read_samplesOfAllocation_whatCameBeforeTheRecordingIsNotCounted() throws Exception {
        Path file = folder.resolve("samples.jfr");
        Thread thread = new Thread(() -> {
            for (int i = 0; i < 400; i++) {
                sink = new byte[1 << 20];
            }
            try (Recording recording = new Recording()) {
                recording
                        .enable("jdk.ObjectAllocationSample")
                        .with("throttle", "1000/s")
                        .withStackTrace();
                recording.start();
                for (int i = 0; i < 100; i++) {
                    sink = new byte[1 << 20];
                    TimeUnit.MILLISECONDS.sleep(2);
                }
                recording.stop();
                recording.dump(file);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        thread.join();

        FlightRecording flight = read(file).all(FlightRecording.class).get(0);
        double planted = flight.allocationSites().rows().stream()
                .filter(row -> row.site().startsWith(FlightReaderTest.class.getName()))
                .mapToDouble(Ranked::amount)
                .sum();
        assertThat(planted / (1 << 20)).isBetween(50.0, 200.0);
    }

    @Test
    void collector_namesOfTheJvm_areThoseThatPeopleKnow() {
        assertThat(FlightDigest.collector("G1New", "G1Old")).isEqualTo("G1");
        assertThat(FlightDigest.collector("DefNew", "SerialOld")).isEqualTo("Serial");
        // JDK 17, and the one with generations.
        assertThat(FlightDigest.collector("N/A", "Z")).isEqualTo("ZGC");
        assertThat(FlightDigest.collector("ZGC Minor", "ZGC Major")).isEqualTo("ZGC");
        assertThat(FlightDigest.collector("N/A", "Shenandoah")).isEqualTo("Shenandoah");
    }

    @Test
    void read_ownRecording_findsWhatWasPlanted() throws IOException {
        Evidence evidence = read(recorded);

        assertThat(evidence.unread()).isEmpty();
        FlightRecording flight = evidence.all(FlightRecording.class).get(0);
        assertThat(flight.exceptions().rows()).anySatisfy(row -> {
            assertThat(row.what()).isEqualTo("java.lang.IllegalStateException");
            assertThat(row.site()).startsWith(FlightReaderTest.class.getName() + ".throwSome:");
            assertThat(row.count()).isEqualTo(30);
            assertThat(row.logging()).isFalse();
        });
        assertThat(flight.locationWalks().rows()).singleElement().satisfies(row -> {
            assertThat(row.what()).isEqualTo("java.lang.Throwable");
            assertThat(row.site()).startsWith(FlightReaderTest.class.getName() + ".askForCallers:");
            assertThat(row.count()).isEqualTo(20);
            assertThat(row.logging()).isTrue();
        });
        assertThat(flight.exceptions().rows()).extracting(Ranked::what).doesNotContain("java.lang.Throwable");
        assertThat(flight.monitors().rows()).anySatisfy(row -> {
            assertThat(row.what()).endsWith("Planted");
            assertThat(row.most()).isBetween(0.005, 10.0);
        });
        assertThat(flight.writes().rows())
                .anySatisfy(row -> assertThat(row.what()).endsWith("some.log"));
    }

    @Test
    void read_allocationBeneathLogging_isLoggings() throws IOException {
        FlightRecording flight = read(recorded).all(FlightRecording.class).get(0);

        assertThat(flight.allocation().loggingShare()).isBetween(0.2, 0.5);
        assertThat(flight.allocation().rows().get(0).what()).isEqualTo("byte[]");
        assertThat(flight.allocationSites().rows())
                .anySatisfy(row -> {
                    assertThat(row.logging()).isTrue();
                    assertThat(row.site()).startsWith(FlightReaderTest.class.getName());
                    assertThat(row.amount()).isGreaterThanOrEqualTo(80 << 20);
                })
                .anySatisfy(row -> {
                    assertThat(row.logging()).isFalse();
                    assertThat(row.site()).contains(".allocate:");
                    assertThat(row.amount()).isGreaterThanOrEqualTo(160 << 20);
                });
    }

    @Test
    void read_collections_becomeALogOfThem() throws IOException {
        GcLog log = read(recorded).all(GcLog.class).get(0);

        assertThat(log.events())
                .isNotEmpty()
                .allSatisfy(e -> assertThat(e.heap().isKnown()).isTrue());
        assertThat(log.events()).anySatisfy(e -> assertThat(e.name()).contains("System.gc()"));
        assertThat(log.events()).isSortedAccordingTo(java.util.Comparator.comparingDouble(e -> e.atSeconds()));
    }

    @Test
    void read_fromAnArchive_isTheSame() throws IOException {
        byte[] bytes = Files.readAllBytes(recorded);
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        new FlightReader()
                .read(
                        new Input() {
                            @Override
                            public String name() {
                                return "x.zip!own.jfr";
                            }

                            @Override
                            public InputStream open() {
                                return new java.io.ByteArrayInputStream(bytes);
                            }
                        },
                        evidenceBuilder);

        assertThat(evidenceBuilder.evidence().all(FlightRecording.class))
                .singleElement()
                .satisfies(flight -> assertThat(flight.source().file()).isEqualTo("x.zip!own.jfr"));
    }

    @Test
    void read_cut_saysSoAndDoesNotThrow() throws IOException {
        byte[] whole = Files.readAllBytes(recorded);
        for (int length : new int[] {4, 60, 68, 100, whole.length / 2, whole.length - 1}) {
            Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(whole, length));

            Evidence evidence = read(cut);

            assertThat(evidence.exhibits()).isEmpty();
            assertThat(evidence.unread())
                    .singleElement()
                    .satisfies(u -> assertThat(u.why()).contains("was cut"));
        }
    }

    @Test
    void read_wholeChunkBeforeACutOne_isKept() throws IOException {
        byte[] whole = Files.readAllBytes(recorded);
        Path two = Files.write(folder.resolve("two.jfr"), whole);
        Files.write(two, Arrays.copyOf(whole, whole.length / 2), StandardOpenOption.APPEND);

        Evidence evidence = read(two);

        assertThat(evidence.all(FlightRecording.class))
                .singleElement()
                .satisfies(flight -> assertThat(flight.exceptions().count()).isGreaterThanOrEqualTo(30));
        assertThat(evidence.unread()).hasSize(1);
    }

    @Test
    void read_damaged_endsInTimeAndSaysSomething() throws IOException {
        byte[] whole = Files.readAllBytes(recorded);
        for (int seed = 0; seed < 40; seed++) {
            Path damaged = Files.write(folder.resolve("damaged.jfr"), Damage.of(whole, seed));
            long begin = System.nanoTime();

            Evidence evidence = read(damaged);

            assertThat(Duration.ofNanos(System.nanoTime() - begin))
                    .as("seed %d", seed)
                    .isLessThan(Duration.ofSeconds(20));
            assertThat(evidence.exhibits().size() + evidence.unread().size())
                    .as("seed %d", seed)
                    .isPositive();
        }
    }

    /** Recordings may be put one after the other; so a small one becomes one of any size. */
    @Tag("anyjdk")
    @Test
    void read_muchLargerThanTheHeap_needsFewMegabytes() throws Exception {
        byte[] whole = Files.readAllBytes(recorded);
        Path large = folder.resolve("large.jfr");
        long size = 100L << 20;
        try (OutputStream out = Files.newOutputStream(large)) {
            for (long written = 0; written < size; written += whole.length) {
                out.write(whole);
            }
        }
        String printed = JvmLauncher.of(ReadingProgram.class, large.toString())
                .options("-Xmx48m", "-XX:+UseSerialGC")
                .merged()
                .run()
                .out();
        assertThat(printed).contains("unread 0");
        Files.delete(large);
    }

    /** Reads a recording and says how it went. */
    static final class ReadingProgram {
        private ReadingProgram() {}

        public static void main(String[] args) throws IOException {
            Evidence evidence = read(Path.of(args[0]));
            FlightRecording flight = evidence.all(FlightRecording.class).get(0);
            System.out.println("events " + flight.events() + ", unread "
                    + evidence.unread().size());
        }
    }
}
