package dev.tailrace.doctor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tailrace.doctor.memory.GcEvent.Kind;
import dev.tailrace.probe.evidence.Evidence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GcLogReaderTest {
    private static final long K = 1 << 10;

    /** Counts by itself, so that a reader that overlooks lines is found out. */
    private static final Pattern PAUSE = Pattern.compile("(?m)^\\[.*\\] GC\\(\\d+\\) (?:[YOyo]: )?Pause .*[0-9]ms$");

    private static final Pattern CYCLE =
            Pattern.compile("(?m)^\\[.*\\] GC\\(\\d+\\) (?:Garbage|Minor|Major) Collection .*->");

    @ParameterizedTest
    @CsvSource({
        "jdk17-serial, Serial", "jdk17-parallel, Parallel", "jdk17-g1, G1", "jdk17-z, ZGC",
                "jdk17-shenandoah, Shenandoah",
        "jdk25-serial, Serial", "jdk25-parallel, Parallel", "jdk25-g1, G1", "jdk25-z, ZGC",
                "jdk25-shenandoah, Shenandoah"
    })
    void read_realLog_findsEachCollection(String name, String collector) throws IOException {
        for (String kind : List.of("", "-plain")) {
            String file = name + kind + ".log";
            Evidence evidence = Reading.ofResource(file);
            String text = new String(Reading.resource(file), StandardCharsets.UTF_8);

            assertThat(evidence.unread()).as(file).isEmpty();
            GcLog log = evidence.all(GcLog.class).get(0);
            assertThat(log.collector()).isEqualTo(collector);
            long pauses = log.events().stream()
                    .filter(e -> e.kind() != Kind.CYCLE && e.kind() != Kind.YOUNG_CYCLE && e.kind() != Kind.STALL)
                    .count();
            assertThat(pauses).as(file).isEqualTo(PAUSE.matcher(text).results().count());
            if (collector.equals("ZGC")) {
                long cycles = log.events().stream()
                        .filter(e -> e.kind() == Kind.CYCLE || e.kind() == Kind.YOUNG_CYCLE)
                        .count();
                assertThat(cycles)
                        .isPositive()
                        .isEqualTo(CYCLE.matcher(text).results().count());
            }
            assertThat(log.events()).allSatisfy(e -> assertThat(e.atSeconds()).isBetween(0.0, 10.0));
            assertThat(log.events())
                    .filteredOn(GcEvent::isRegular)
                    .isNotEmpty()
                    .allSatisfy(e -> assertThat(e.heap().isTold()).isTrue());
        }
    }

    @ParameterizedTest
    @CsvSource({"jdk17-serial", "jdk17-parallel", "jdk17-g1", "jdk25-serial", "jdk25-parallel", "jdk25-g1"})
    void read_detailsOfGenerations_tellsThatNothingIsPromoted(String name) throws IOException {
        GcLog log = Reading.ofResource(name + ".log").all(GcLog.class).get(0);

        GcFigures figures = GcFigures.of(log);

        assertThat(figures.tellsPromotion()).isTrue();
        assertThat(figures.isTemporary()).isTrue();
        assertThat(figures.promotedShare()).isLessThan(0.02);
        assertThat(log.maxHeap()).isEqualTo(96L << 20);
        assertThat(log.cpus()).isEqualTo(2);
        assertThat(figures.full()).isOne();
        assertThat(figures.explicit()).isOne();
    }

    @Test
    void read_parNew_tellsWhatWasPromoted() throws IOException {
        GcLog log = Reading.ofResource("jdk8-tenuring.log").all(GcLog.class).get(0);

        assertThat(log.collector()).isEqualTo("ParNew");
        assertThat(log.events()).hasSize(3);
        GcEvent first = log.events().get(0);
        assertThat(first.line()).isEqualTo(3);
        assertThat(first.atSeconds()).isEqualTo(27.329);
        assertThat(first.pauseMillis()).isCloseTo(207.0712, within(1e-6));
        assertThat(first.young()).isEqualTo(new Occupancy(349568 * K, 16618 * K, 436928 * K));
        assertThat(first.heap()).isEqualTo(new Occupancy(349568 * K, 16618 * K, 31369920 * K));
        assertThat(first.promoted()).isZero();
        assertThat(log.events().get(2).promoted()).isEqualTo((76018 - 33018) * K);
    }

    @Test
    void read_cms_knowsPhasesAndFailures() throws IOException {
        Evidence evidence = Reading.ofResource("jdk8-cms.log");
        List<GcEvent> events = evidence.all(GcLog.class).get(0).events();

        assertThat(evidence.unread()).isEmpty();
        assertThat(events)
                .extracting(GcEvent::kind)
                .containsExactly(Kind.YOUNG, Kind.PHASE, Kind.PHASE, Kind.FULL, Kind.FULL, Kind.FULL);
        assertThat(events.get(2).pauseMillis()).isCloseTo(279.636, within(1e-6));
        assertThat(events.get(3).pauseMillis()).isCloseTo(5621.515, within(1e-6));
        assertThat(events.get(3).old()).isEqualTo(new Occupancy(1378132 * K, 1366755 * K, 1398144 * K));
        assertThat(events.get(3).heap()).isEqualTo(new Occupancy(2007252 * K, 1366755 * K, 2027264 * K));
        assertThat(events.get(4).old().after()).isEqualTo(1336533 * K);
        assertThat(events.get(5).heap().after()).isEqualTo(68870 * K);
    }

    @Test
    void read_parallel_amidLinesOfTheApplication() throws IOException {
        Evidence evidence = Reading.ofResource("jdk8-parallel.log");
        List<GcEvent> events = evidence.all(GcLog.class).get(0).events();

        assertThat(evidence.unread()).isEmpty();
        assertThat(events).extracting(GcEvent::kind).containsExactly(Kind.YOUNG, Kind.YOUNG, Kind.YOUNG, Kind.FULL);
        assertThat(events.get(0).promoted()).isEqualTo((22565 - 5117) * K);
        assertThat(events.get(3).old()).isEqualTo(new Occupancy(98986 * K, 96640 * K, 216064 * K));
        assertThat(events.get(3).heap().after()).isEqualTo(96640 * K);
        assertThat(events).extracting(GcEvent::line).containsExactly(2, 3, 5, 6);
    }

    @Test
    void read_g1OfJdk8_takesTheSizesFromTheLinesBelow() throws IOException {
        Evidence evidence = Reading.ofResource("jdk8-g1.log");
        GcLog log = evidence.all(GcLog.class).get(0);
        List<GcEvent> events = log.events();

        assertThat(evidence.unread()).isEmpty();
        assertThat(log.collector()).isEqualTo("G1");
        assertThat(events)
                .extracting(GcEvent::kind)
                .containsExactly(Kind.YOUNG, Kind.YOUNG, Kind.PHASE, Kind.PHASE, Kind.MIXED, Kind.FULL);
        assertThat(events.get(0).young()).isEqualTo(new Occupancy(24 * K * K, 3 * K * K, -1));
        assertThat(events.get(0).heap()).isEqualTo(new Occupancy(24 * K * K, 4 * K * K, 256 * K * K));
        assertThat(events.get(0).promoted()).isEqualTo(K * K);
        assertThat(events.get(4).pauseMillis()).isCloseTo(30, within(1e-6));
        assertThat(events.get(4).heap().after()).isEqualTo(40 * K * K);
        assertThat(events.get(5).heap().after()).isEqualTo(12 * K * K);
        assertThat(log.zeroMillis()).isEqualTo(1534830043501.0 - 2034);
    }

    @ParameterizedTest
    @CsvSource({"jdk8-serial, 2", "jdk8-plain, 4", "jdk6-parallel, 3", "jdk8-gcid, 2", "jdk11-cms, 4"})
    void read_olderDialect_findsAllCollections(String name, int collections) throws IOException {
        Evidence evidence = Reading.ofResource(name + ".log");

        assertThat(evidence.unread()).isEmpty();
        assertThat(evidence.all(GcLog.class)).singleElement().satisfies(log -> {
            assertThat(log.events()).hasSize(collections);
            assertThat(log.events()).allSatisfy(e -> assertThat(e.pauseMillis()).isPositive());
            assertThat(log.events()).allSatisfy(e -> assertThat(e.atSeconds()).isPositive());
        });
    }

    @Test
    void read_decorationsInAnyOrder_findsTimes() throws IOException {
        for (String line : List.of(
                "[2020-01-01T00:00:10.500+0000][10.5s][info][gc] GC(1) Pause Young (Allocation Failure) 25M->5M(96M) 1.5ms",
                "[gc][10.5s][info] GC(1) Pause Young (Allocation Failure) 25M->5M(96M) 1.5ms",
                "[10500ms][info][gc          ] GC(1) Pause Young (Allocation Failure) 25M->5M(96M) 1.5ms",
                "app-1  | [10.500s][info][gc] GC(1) Pause Young (Allocation Failure) 25M->5M(96M) 1.5ms",
                "[10500000000ns][1234][5678][info ][gc] GC(1) Pause Young (Allocation Failure) 25M->5M(96M) 1.5ms")) {
            Evidence evidence = Reading.ofText(line);

            assertThat(evidence.unread()).as(line).isEmpty();
            assertThat(evidence.all(GcLog.class).get(0).events())
                    .singleElement()
                    .satisfies(e -> {
                        assertThat(e.atSeconds()).as(line).isEqualTo(10.5);
                        assertThat(e.pauseMillis()).isEqualTo(1.5);
                        assertThat(e.heap().after()).isEqualTo(5L << 20);
                    });
        }
    }

    @Test
    void read_clockOnly_startsItsAxisWithTheFirstLine() throws IOException {
        GcLog log = Reading.ofText("""
                        [2020-01-01T00:00:10.500+0100][info][gc] Using G1
                        [2020-01-01T00:00:12.500+0100][info][gc] GC(1) Pause Young (Normal) 25M->5M(96M) 1.5ms
                        """).all(GcLog.class).get(0);

        assertThat(log.events().get(0).atSeconds()).isEqualTo(2);
        assertThat(log.zeroMillis()).isEqualTo(1577833210500.0);
    }

    @Test
    void read_noTimes_doesNotInventARate() throws IOException {
        GcFigures figures = GcFigures.of(Reading.ofText("""
                GC(0) Pause Young (Normal) 25M->5M(96M) 1.5ms
                GC(1) Pause Young (Normal) 25M->5M(96M) 1.5ms
                """).all(GcLog.class).get(0));

        assertThat(figures.perMinute()).isNaN();
        assertThat(figures.pauseShare()).isNaN();
        assertThat(figures.garbage()).isEqualTo(20L << 20);
    }

    @Test
    void read_jvmStartedAnew_countsBothRuns() throws IOException {
        GcFigures figures = GcFigures.of(Reading.ofText("""
                        [1.000s][info][gc] GC(0) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [2.000s][info][gc] GC(1) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [0.500s][info][gc] GC(0) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [1.500s][info][gc] GC(1) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        """).all(GcLog.class).get(0));

        assertThat(figures.seconds()).isCloseTo(2, within(1e-9));
        assertThat(figures.allocation()).isCloseTo(20.0 * (1 << 20), within(1.0));
    }

    @Test
    void read_headerAlone_isALogWithoutCollections() throws IOException {
        Evidence evidence = Reading.ofText("[0.004s][info][gc] Using G1\n");

        assertThat(evidence.all(GcLog.class))
                .singleElement()
                .satisfies(log -> assertThat(log.events()).isEmpty());
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void read_cutLine_isSaid() throws IOException {
        Evidence evidence = Reading.ofText("""
                [1.000s][info][gc] GC(0) Pause Young (Normal) 25M->5M(96M) 10.0ms
                [2.000s][info][gc] GC(1) Pause Young (Normal) 25M->5M(9""");

        assertThat(evidence.all(GcLog.class).get(0).events()).hasSize(1);
        assertThat(evidence.unread()).singleElement().satisfies(u -> {
            assertThat(u.lines()).isOne();
            assertThat(u.source().line()).isEqualTo(2);
        });
    }

    @Test
    void read_onlyUnknownCollections_isNotEmptySilently() throws IOException {
        Evidence evidence =
                Reading.ofText("[GC (Allocation Failure) something new, 3 s]\n[GC (Allocation Failure) again]\n");

        assertThat(evidence.exhibits()).isEmpty();
        assertThat(evidence.unread())
                .singleElement()
                .satisfies(u -> assertThat(u.isAll()).isTrue());
    }

    @Test
    void read_textAboutOtherThings_isPassedOver() throws IOException {
        Evidence evidence = Reading.ofText(
                "2020-01-01 12:00:00 INFO  [main] using [GCM] ciphers, 3 secs later\n[a] b -> c\nCopied 10 K\n");

        assertThat(evidence.exhibits()).isEmpty();
        assertThat(evidence.unread()).isEmpty();
    }
}
