package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Pace;
import dev.tailrace.bench.child.Serving;
import dev.tailrace.bench.load.LineKind;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Peer;
import java.util.ArrayList;
import java.util.List;

/** The scenes of the bench. Stateless. */
final class BenchScenes {
    static final String SHORT = "short";
    static final String LONG = "long";
    static final String INSIDE = "inside";
    static final String PACED = "paced";
    static final String BURST = "burst";
    static final String ROLLING = "rolling";
    static final String HTTP = "http";
    static final String START = "start";
    /** The number of producers in the scene with many producers. */
    static final int MANY = 64;

    /** The most bytes of log files in a file system in memory. */
    private static final long MOST_BYTES = 5_000_000_000L;

    private BenchScenes() {}

    static List<Scene> all(boolean quick) {
        List<Scene> scenes = new ArrayList<>();
        List<Contestant> lossless = BackendMatrix.lossless(LineKind.ORDER.pattern());
        for (int producers : quick ? new int[] {1, 4} : new int[] {1, 4, 16}) {
            // The no-op's garbage is only needed once.
            List<Contestant> contestants = producers == 1 ? lossless : BackendMatrix.without(Peer.NOOP, lossless);
            scenes.add(flatOut(quick, SHORT, LineKind.ORDER, producers, contestants));
        }
        scenes.add(flatOut(quick, SHORT, LineKind.ORDER, MANY, BackendMatrix.alone(lossless)));
        // tinylog's queue is unbounded: with these lines its heap overflows, and then tinylog does not end.
        List<Contestant> bounded = BackendMatrix.without(
                Peer.NOOP, BackendMatrix.without(Peer.TINYLOG, BackendMatrix.lossless(LineKind.LARGE.pattern())));
        for (int producers : quick ? new int[] {1} : new int[] {1, 4, 16}) {
            scenes.add(flatOut(quick, LONG, LineKind.LARGE, producers, bounded));
        }
        for (int producers : quick ? new int[] {4} : new int[] {1, 4}) {
            List<Contestant> inside = BackendMatrix.inside(LineKind.ORDER.pattern());
            scenes.add(flatOut(quick, INSIDE, LineKind.ORDER, producers, inside));
        }
        scenes.add(calls(
                quick,
                PACED,
                "what the caller waits while the writer keeps up",
                "1 thread, 100,000 lines/s of 106 bytes, evenly spread",
                100_000,
                1));
        scenes.add(calls(
                quick,
                BURST,
                "what the caller waits in a burst",
                "1 thread, bursts of 10,000 lines of 106 bytes, ten a second",
                100_000,
                10_000));
        scenes.add(rolling(quick));
        scenes.add(start(quick));
        scenes.add(http(quick));
        return scenes;
    }

    static String id(String kind, int producers) {
        return kind + producers;
    }

    private static Scene flatOut(
            boolean quick, String kind, LineKind lines, int producers, List<Contestant> contestants) {
        int bytes = lines.line().length(1, 0, 1_000_000);
        long most = (quick ? MOST_BYTES / 4 : MOST_BYTES) / bytes;
        int warm = (int) Math.min(quick ? 1_000_000 : 2_000_000, most / 4);
        int millis = quick ? 2_000 : 10_000;
        Pace pace = new Pace(lines, producers, 0, 0, 0, warm / producers, (int) ((most - warm) / producers), millis, 1);
        return new LoggingScene(
                id(kind, producers),
                "lines a second, first call to last byte in the file",
                "%d %s, lines of %,d bytes, flat out for %d s or %.1f GB"
                        .formatted(
                                producers,
                                producers == 1 ? "producer" : "producers",
                                bytes,
                                millis / 1_000,
                                (most - warm) * bytes / 1e9),
                contestants,
                pace,
                quick ? 7 : 28);
    }

    /** One thread that logs short lines, in bursts that are due at once. */
    private static Scene calls(boolean quick, String id, String title, String load, int linesPerSecond, int burst) {
        LineKind lines = LineKind.ORDER;
        return new LoggingScene(
                id,
                title,
                load,
                BackendMatrix.prompt(quick, lines.pattern()),
                Pace.paced(lines, 1, linesPerSecond, 2_000, quick ? 2_000 : 5_000, burst),
                quick ? 6 : 10);
    }

    private static Scene rolling(boolean quick) {
        LineKind lines = LineKind.LARGE;
        String fileSize = "20MB";
        return new LoggingScene(
                ROLLING,
                "rolling and gzip under load",
                "84 threads, 12,000 lines/s of 1.7 kB, fixed window of gzip files of " + fileSize,
                BackendMatrix.rolling(lines.pattern(), fileSize),
                Pace.paced(lines, 84, 12_000, 1_500, quick ? 3_000 : 6_000, 1),
                quick ? 10 : 14);
    }

    private static Scene start(boolean quick) {
        int starts = quick ? 3 : 5;
        return new StartScene(
                START,
                "from the start of the JVM to the first line in the file",
                "one line, the JVM's own settings, " + starts + " starts a round",
                BackendMatrix.starting(LineKind.ORDER.pattern()),
                starts,
                starts);
    }

    /** Longer than in the incident: right after the start, the compiler takes the CPU. */
    private static Scene http(boolean quick) {
        LineKind lines = LineKind.REQUEST;
        Serving pace = new Serving("", lines, 16, quick ? 6_000 : 20_000, quick ? 2_000 : 4_000, 0);
        return new ServingScene(
                HTTP,
                "a service that logs",
                "Jetty serves a text of 150 kB and logs 0, 1 or 20 lines a request; as many requests as will go",
                BackendMatrix.served(lines.pattern()),
                pace,
                quick ? 1 : 3,
                quick ? 15 : 36);
    }
}
