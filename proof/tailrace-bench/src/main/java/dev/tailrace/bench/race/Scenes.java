package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Pace;
import dev.tailrace.bench.child.Serving;
import dev.tailrace.bench.load.LineKind;
import java.util.ArrayList;
import java.util.List;

/** The incidents, scaled so that a round of each takes seconds. Stateless. */
final class Scenes {
    /** Three times the host's processors in one incident; a third of the threads in the other incident. */
    private static final int THREADS = 84;

    /** The most bytes of log files at full speed. */
    private static final long MOST_BYTES = 2_500_000_000L;

    private static final int SHARED_EVENTS_PER_SECOND = 12_000;

    private Scenes() {}

    static List<Scene> all(boolean quick) {
        List<Scene> scenes = new ArrayList<>();
        scenes.add(rollover(quick));
        scenes.add(sharing(quick));
        scenes.add(bidding(quick));
        scenes.add(serving(quick));
        return scenes;
    }

    /**
     * 13 MB/s into files of 20 MB: a roll every 1.5 s, and a gzip of more than a third of a second. Peers can handle three times this rate.
     */
    private static Scene rollover(boolean quick) {
        LineKind lines = LineKind.LARGE;
        Pace pace = Pace.paced(lines, THREADS, 8_000, 1_500, quick ? 3_700 : 4_500, 1);
        return new LoggingScene(
                "I1",
                "the rollover that parked 300 threads",
                "84 threads, paced, 8,000 lines/s of 1.7 kB, fixed window of gzip files of 20 MB",
                BackendMatrix.rollover(quick, lines.pattern(), "20MB"),
                pace,
                8);
    }

    /**
     * The processes of a node that write one file: paced at less than half of the peers' throughput under their locks, then at full speed.
     * Full speed is limited by time, not by lines, because lines that keep a lock busy for a second are written almost at once without a
     * lock.
     */
    private static Scene sharing(boolean quick) {
        LineKind lines = LineKind.REQUEST;
        int processes = quick ? 3 : 4;
        int millis = quick ? 1_000 : 3_000;
        Pace pace = new Pace(
                lines,
                4,
                SHARED_EVENTS_PER_SECOND / processes,
                quick ? 700 : 1_500,
                millis,
                2_000,
                Integer.MAX_VALUE,
                millis / 3,
                1);
        return new SharedScene(
                "I2",
                "one shared log for every process of a node",
                "%d JVMs with 4 threads each, one file, lines of 120 bytes; latency at %,d lines/s of all together, then throughput flat out"
                        .formatted(processes, SHARED_EVENTS_PER_SECOND),
                BackendMatrix.sharing(quick, lines.pattern()),
                pace,
                processes,
                quick ? 4 : 9);
    }

    /** The incident's 6,000 lines per second for the latency, then full speed for the throughput. */
    private static Scene bidding(boolean quick) {
        LineKind lines = LineKind.TSV;
        int most = (int) (MOST_BYTES / lines.line().length(1, 0, 1_000_000) / THREADS);
        Pace pace = new Pace(lines, THREADS, 6_000, 1_000, quick ? 1_000 : 1_500, 300, most, 2_000, 1);
        return new LoggingScene(
                "I3",
                "from blocking queue to ring buffer",
                "84 threads, TSV lines of 1.6 kB, a file for every second; latency at 6,000 lines/s, then throughput, flat out for 2 s",
                BackendMatrix.bidding(quick, lines.pattern()),
                pace,
                quick ? 8 : 9);
    }

    /** A request answers with a text of 150 kB and logs nothing, one line or twenty. */
    private static Scene serving(boolean quick) {
        LineKind lines = LineKind.REQUEST;
        Serving pace = new Serving("", lines, 16, quick ? 1_500 : 2_000, 1_000, quick ? 0 : 500);
        return new ServingScene(
                "I5",
                "the sleepy log thread",
                "Jetty serves a text of 150 kB and logs 0, 1 or 20 lines a request; as many requests as will go",
                BackendMatrix.serving(quick, lines.pattern()),
                pace,
                1,
                quick ? 7 : 10);
    }
}
