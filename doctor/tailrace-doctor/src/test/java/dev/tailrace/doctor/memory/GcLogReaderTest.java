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
                    .allSatisfy(e -> assertThat(e.heap().isKnown()).isTrue());
        }
    }

    @ParameterizedTest
    @CsvSource({"jdk17-serial", "jdk17-parallel", "jdk17-g1", "jdk25-serial", "jdk25-parallel", "jdk25-g1"})
    void read_detailsOfGenerations_tellsThatNothingIsPromoted(String name) throws IOException {
        GcLog log = Reading.ofResource(name + ".log").all(GcLog.class).get(0);

        GcFigures figures = GcFigures.of(log);

        assertThat(figures.hasPromotion()).isTrue();
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

    /** Until JDK 7 no cause stands behind the word, and the line breaks there. */
    @Test
    void read_distributionOfAgesOfJdk7_keepsTheTimes() throws IOException {
        String text = """
                1.000: [GC
                Desired survivor size 2097152 bytes, new threshold 7 (max 15)
                 [PSYoungGen: 262144K->1664K(272384K)] 270000K->9664K(872448K), 0.1100000 secs] [Times: user=0.01 sys=0.00, real=0.11 secs]
                1.500: [GC
                Desired survivor size 2097152 bytes, new threshold 7 (max 15)
                - age   1:   16885304 bytes,   16885304 total
                 [PSYoungGen: 262144K->1664K(272384K)] 270000K->9664K(872448K), 0.1200000 secs] [Times: user=0.01 sys=0.00, real=0.12 secs]
                """;
        GcLog log = Reading.ofText(text).all(GcLog.class).get(0);

        assertThat(log.collector()).isEqualTo("Parallel");
        assertThat(log.events()).extracting(GcEvent::atSeconds).containsExactly(1.0, 1.5);
        assertThat(log.events()).extracting(GcEvent::line).containsExactly(1, 4);
        assertThat(log.events().get(1).pauseMillis()).isCloseTo(120, within(1e-6));
        assertThat(log.events().get(1).young()).isEqualTo(new Occupancy(262144 * K, 1664 * K, 272384 * K));
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
                        [3.000s][info][gc] GC(1) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [5.000s][info][gc] GC(2) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [0.500s][info][gc] GC(0) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [2.500s][info][gc] GC(1) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        [4.500s][info][gc] GC(2) Pause Young (Normal) 25M->5M(96M) 10.0ms
                        """).all(GcLog.class).get(0));

        assertThat(figures.seconds()).isCloseTo(8, within(1e-9));
        assertThat(figures.allocation()).isCloseTo(10.0 * (1 << 20), within(1.0));
    }

    @Test
    void figures_ofFewCollectionsOrSeconds_areNoRates() throws IOException {
        for (double seconds : new double[] {0.3, 20}) {
            int count = seconds < 1 ? 12 : 4;
            StringBuilder log = new StringBuilder();
            for (int i = 0; i < count; i++) {
                log.append(String.format(
                        java.util.Locale.ROOT,
                        "[%.3fs][info][gc] GC(%d) Pause Young (Normal) 825M->5M(996M) 10.0ms%n",
                        1 + i * seconds / (count - 1),
                        i));
            }
            GcFigures figures =
                    GcFigures.of(Reading.ofText(log.toString()).all(GcLog.class).get(0));

            assertThat(figures.perMinute()).isNaN();
            assertThat(figures.allocation()).isNaN();
            assertThat(figures.pauseShare()).isNaN();
            assertThat(figures.garbage()).isEqualTo(820L << 20);
        }
    }

    @Test
    void figures_areOneAccount() throws IOException {
        GcFigures figures = GcFigures.of(Reading.ofText("""
                [1.000s][info][gc] GC(0) Pause Young (Normal) 100M->100M(500M) 10.0ms
                [3.000s][info][gc] GC(1) Pause Young (Normal) 200M->200M(500M) 10.0ms
                [5.000s][info][gc] GC(2) Pause Young (Normal) 300M->300M(500M) 10.0ms
                [7.000s][info][gc] GC(3) Pause Full (G1 Evacuation Pause) 400M->50M(500M) 100.0ms
                [9.000s][info][gc] GC(4) Pause Young (Normal) 450M->350M(500M) 10.0ms
                [11.000s][info][gc] GC(5) Pause Young (Normal) 450M->450M(500M) 10.0ms
                """).all(GcLog.class).get(0));
        long mb = 1 << 20;

        // The median of what a collection frees is nothing.
        assertThat(figures.garbage()).isEqualTo(20 * mb);
        assertThat(figures.freed()).isEqualTo(100.0 * mb);
        assertThat(figures.freedByFull()).isEqualTo(350.0 * mb);
        assertThat(figures.allocation()).isEqualTo(80.0 * mb);
        assertThat(figures.fullPauseShare()).isEqualTo(100.0 / 140, within(1e-9));
    }

    @Test
    void read_shenandoahOfJdk8_hasItsCyclesAndPauses() throws IOException {
        GcLog log = Reading.ofText("""
                2022-08-17T16:20:47.685+0800: 2.469: [Pause Init Mark (process weakrefs), start]
                2022-08-17T16:20:47.688+0800: 2.472: [Pause Init Mark (process weakrefs), 3.341 ms]
                2022-08-17T16:20:48.561+0800: 3.344: [Concurrent cleanup 1613M->1361M(1636M), 0.092 ms]
                2022-08-17T16:20:49.656+0800: 4.439: [Concurrent cleanup 1907M->1628M(1944M), 0.077 ms]
                2022-08-17T16:20:50.000+0800: 4.839: [Pause Full 1900M->300M(1944M), 220.500 ms]
                """).all(GcLog.class).get(0);

        assertThat(log.collector()).isEqualTo("Shenandoah");
        assertThat(log.events())
                .extracting(GcEvent::kind)
                .containsExactly(GcEvent.Kind.PHASE, GcEvent.Kind.CYCLE, GcEvent.Kind.FULL);
        assertThat(log.events().get(1).heap().after()).isEqualTo(1628L << 20);
        assertThat(log.events().get(2).pauseMillis()).isEqualTo(220.5);
    }

    @Test
    void read_verboseGcOfOpenJ9_newAndOld() throws IOException {
        GcLog log = Reading.ofText("""
                <?xml version="1.0" ?>
                <verbosegc version="R29">
                <initialized id="1" timestamp="2026-01-01T12:00:00.000">
                  <attribute name="gcPolicy" value="-Xgcpolicy:gencon" />
                  <attribute name="maxHeapSize" value="0x40000000" />
                </initialized>
                <af-start id="3" timestamp="2026-01-01T12:00:10.000" type="nursery" />
                <gc-start id="5" type="scavenge" contextid="4" timestamp="2026-01-01T12:00:10.000">
                  <mem-info id="6" free="1000" total="8000" percent="12">
                    <mem type="nursery" free="0" total="2000" percent="0">
                      <mem type="allocate" free="0" total="1000" percent="0" />
                    </mem>
                    <mem type="tenure" free="1000" total="6000" percent="16" />
                  </mem-info>
                </gc-start>
                <gc-end id="8" type="scavenge" contextid="4" durationms="8.25" timestamp="2026-01-01T12:00:10.008">
                  <mem-info id="9" free="2500" total="8000" percent="31">
                    <mem type="nursery" free="1600" total="2000" percent="80" />
                    <mem type="tenure" free="900" total="6000" percent="15" />
                  </mem-info>
                </gc-end>
                <sys-start reason="explicit" id="13" timestamp="2026-01-01T12:00:20.000" />
                <gc-start id="15" type="global" contextid="14" timestamp="2026-01-01T12:00:20.000">
                  <mem-info id="16" free="1000" total="8000" percent="12"></mem-info>
                </gc-start>
                <gc-end id="18" type="global" contextid="14" durationms="80.5" timestamp="2026-01-01T12:00:20.080">
                  <mem-info id="19" free="6000" total="8000" percent="75">
                  </mem-info>
                </gc-end>
                """).all(GcLog.class).get(0);
        assertThat(log.collector()).isEqualTo("OpenJ9 gencon");
        assertThat(log.maxHeap()).isEqualTo(0x40000000L);
        GcEvent scavenge = log.events().get(0);
        assertThat(scavenge.kind()).isEqualTo(GcEvent.Kind.YOUNG);
        assertThat(scavenge.young()).isEqualTo(new Occupancy(2000, 400, 2000));
        assertThat(scavenge.heap()).isEqualTo(new Occupancy(7000, 5500, 8000));
        assertThat(scavenge.promoted()).isEqualTo(100);
        assertThat(scavenge.pauseMillis()).isEqualTo(8.25);
        assertThat(log.events().get(1).kind()).isEqualTo(GcEvent.Kind.FULL);
        assertThat(log.events().get(1).isExplicit()).isTrue();
        assertThat(log.events().get(1).heap().after()).isEqualTo(2000);

        GcLog old = Reading.ofText("""
                <verbosegc version="200811_07">
                <af type="tenured" id="1" timestamp="Mar 25 22:40:24 2010" intervalms="0.000">
                  <time exclusiveaccessms="0.011" />
                  <tenured freebytes="2000" totalbytes="5000" percent="40" >
                  </tenured>
                  <gc type="global" id="1" totalid="1" intervalms="0.000">
                    <timesms mark="32.385" sweep="2.444" compact="0.000" total="35.425" />
                    <tenured freebytes="4100" totalbytes="5000" percent="82" >
                    </tenured>
                  </gc>
                  <tenured freebytes="4000" totalbytes="5000" percent="80" >
                  </tenured>
                  <time totalms="35.912" />
                </af>
                """).all(GcLog.class).get(0);
        assertThat(old.events()).singleElement().satisfies(each -> {
            assertThat(each.heap()).isEqualTo(new Occupancy(3000, 1000, 5000));
            assertThat(each.pauseMillis()).isEqualTo(35.912);
        });
    }

    @Test
    void read_lineThatAConcurrentPhaseInterrupts_isPutTogether() throws IOException {
        GcLog log = Reading.ofText("""
                2012-02-24T03:49:09.100-0800: 312.402: [GC pause (young)2012-02-24T03:49:09.378-0800: 312.680: [GC concurrent-mark-start]
                , 0.28 secs]
                   [Eden: 24.0M(24.0M)->0.0B(13.0M) Survivors: 0.0B->3072.0K Heap: 24.0M(256.0M)->4096.0K(256.0M)]
                400.000: [Full GC (Allocation Failure) 21G->20G(22G), 10.0 secs][Eden: 0.0B(1040.0M)->0.0B(1120.0M) Survivors: 80.0M->0.0B Heap: 22.0G(22.0G)->20.6G(22.0G)]
                """).all(GcLog.class).get(0);
        assertThat(log.events()).extracting(GcEvent::kind).containsExactly(GcEvent.Kind.YOUNG, GcEvent.Kind.FULL);
        assertThat(log.events().get(0).pauseMillis()).isEqualTo(280);
        assertThat(log.events().get(0).heap().after()).isEqualTo(4L << 20);
    }

    @Test
    void read_lineThatEndsBehindTheWordHeap_isRead() throws IOException {
        GcLog log = Reading.ofText("""
                1.0: [GC pause (G1 Evacuation Pause) (young), 0.01 secs]
                   [Eden: 1024.0K(2048.0K)->0.0B(2048.0K) Survivors: 0.0B->1024.0K Heap:\s
                """).all(GcLog.class).get(0);
        assertThat(log.events())
                .singleElement()
                .satisfies(each -> assertThat(each.pauseMillis()).isEqualTo(10));
    }

    @Test
    void read_headerAlone_isALogWithoutCollections() throws IOException {
        Evidence evidence = Reading.ofText("[0.004s][info][gc] Using G1\n");

        assertThat(evidence.all(GcLog.class))
                .singleElement()
                .satisfies(log -> assertThat(log.events()).isEmpty());
        assertThat(evidence.unread()).singleElement().satisfies(each -> {
            assertThat(each.decisive()).isTrue();
            assertThat(each.why()).contains("ends before the first collection");
        });
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
