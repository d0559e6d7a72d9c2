package dev.tailrace.bench.race;

import dev.tailrace.bench.audit.Naming;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.bench.peers.Log4jFiles;
import dev.tailrace.bench.peers.LogbackFiles;
import dev.tailrace.bench.peers.Peer;
import dev.tailrace.bench.peers.PropertiesFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The backends of each incident with their configurations. The names of the settings are stable and explained in docs/reference/race.md.
 * Stateless.
 */
final class BackendMatrix {
    private static final String ALL_ASYNC =
            "-Dlog4j2.contextSelector=org.apache.logging.log4j.core.async.AsyncLoggerContextSelector";
    private static final String NO_LOSS = "    <discardingThreshold>0</discardingThreshold>\n";
    private static final String QUEUE = "    <queueSize>8192</queueSize>\n" + NO_LOSS;
    private static final String UNFLUSHED = " immediateFlush=\"false\"";

    /** Tailrace's appender in a peer. */
    static final String INSIDE = "tailrace";

    private static final String ONE_FILE = "app\\.log";
    private static final String FILE_OF_A_SECOND = "foo\\.[0-9.-]+\\.tsv";

    private BackendMatrix() {}

    /** The rollover that parked 300 threads: a fixed window of gzip files. */
    static List<Contestant> rollover(boolean quick, String pattern, String fileSize) {
        String fixed = LogbackFiles.fixedWindow(fileSize);
        String queue256 = "    <queueSize>256</queueSize>\n" + NO_LOSS;
        String incident = LogbackFiles.queued(fixed, pattern, true, queue256);
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(window(Peer.TAILRACE, "default", incident));
        all.add(window(Peer.LOGBACK, "incident", incident));
        String log4j = Log4jFiles.fixedWindow(fileSize, pattern, "");
        all.add(window(Peer.LOG4J2_DISRUPTOR3, "disruptor3", log4j, ALL_ASYNC));
        if (quick) {
            return all;
        }
        all.add(window(Peer.LOGBACK, "default", LogbackFiles.queued(fixed, pattern, true, "")));
        String sizeAndTime = LogbackFiles.sizeAndTime(fileSize);
        all.add(of(Peer.LOGBACK, "tuned", LogbackFiles.queued(sizeAndTime, pattern, false, QUEUE)));
        all.add(window(Peer.LOG4J2_DISRUPTOR4, "disruptor4", log4j, ALL_ASYNC));
        all.add(window(Peer.LOG4J2_DISRUPTOR3, "sync", log4j));
        all.add(window(
                Peer.LOG4J2_DISRUPTOR3,
                "tuned",
                Log4jFiles.fixedWindow(fileSize, pattern, UNFLUSHED),
                ALL_ASYNC,
                "-Dlog4j2.asyncLoggerRingBufferSize=262144",
                "-Dlog4j2.asyncLoggerWaitStrategy=Sleep"));
        all.add(window(Peer.LOGBACK_WITH_TAILRACE, INSIDE, LogbackFiles.withTailrace(incident)));
        all.add(window(Peer.LOG4J2_WITH_TAILRACE, INSIDE, Log4jFiles.withTailrace(log4j)));
        return all;
    }

    /** From blocking queue to ring buffer: a file for every period, one String a line. */
    static List<Contestant> bidding(boolean quick, String pattern) {
        String queue = "    <queueSize>20000</queueSize>\n" + NO_LOSS;
        String second = LogbackFiles.everySecond();
        String incident = LogbackFiles.queued(second, pattern, true, queue);
        String log4j = Log4jFiles.everySecond(pattern, "");
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(of(Peer.TAILRACE, "default", incident));
        all.add(of(Peer.LOGBACK, "incident", incident));
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "disruptor3", log4j, ALL_ASYNC));
        String unflushed = Log4jFiles.everySecond(pattern, UNFLUSHED);
        all.add(of(Peer.LOGBACK, "buffered", LogbackFiles.synchronous(second, pattern, false)));
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "buffered", unflushed));
        if (quick) {
            return all;
        }
        all.add(of(Peer.LOGBACK, "tuned", LogbackFiles.queued(second, pattern, false, queue)));
        all.add(of(Peer.LOG4J2_DISRUPTOR4, "disruptor4", log4j, ALL_ASYNC));
        for (String strategy : List.of("Block", "Sleep", "Yield", "BusySpin")) {
            all.add(of(
                    Peer.LOG4J2_DISRUPTOR3,
                    strategy.toLowerCase(Locale.ROOT),
                    unflushed,
                    ALL_ASYNC,
                    "-Dlog4j2.asyncLoggerWaitStrategy=" + strategy));
        }
        return all;
    }

    /** The sleepy log thread: a server whose requests log. */
    static List<Contestant> serving(boolean quick, String pattern) {
        String queued = LogbackFiles.queued(LogbackFiles.plain(), pattern, true, NO_LOSS);
        String log4j = Log4jFiles.plain(pattern, "");
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(of(Peer.TAILRACE, "default", queued));
        all.add(of(Peer.LOGBACK, "incident", queued));
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "disruptor3", log4j, ALL_ASYNC));
        if (quick) {
            return all;
        }
        all.add(of(Peer.LOGBACK, "sync", LogbackFiles.synchronous(LogbackFiles.plain(), pattern, true)));
        all.add(of(Peer.LOG4J2_DISRUPTOR4, "disruptor4", log4j, ALL_ASYNC));
        return all;
    }

    /** One file for several processes. Each backend except the last is configured to share it; a line in another file counts as lost. */
    static List<Contestant> sharing(boolean quick, String pattern) {
        String prudent = LogbackFiles.prudent();
        String locking = " locking=\"true\"";
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(shared(Peer.TAILRACE, "default", LogbackFiles.synchronous(prudent, pattern, true), ONE_FILE));
        all.add(shared(Peer.LOGBACK, "prudent", LogbackFiles.synchronous(prudent, pattern, true), ONE_FILE));
        all.add(shared(Peer.LOG4J2_DISRUPTOR3, "locking", Log4jFiles.plain(pattern, locking), ONE_FILE));
        if (quick) {
            return all;
        }
        // JUL can't share a file: its lines are looked for in all files that it makes of the configured one.
        all.add(shared(Peer.JUL, "default", PropertiesFiles.jul(), "app\\.log(\\.\\d+)?"));
        String rolling = LogbackFiles.synchronous(LogbackFiles.prudentEverySecond(), pattern, true);
        all.add(shared(Peer.TAILRACE, "rolling", rolling, FILE_OF_A_SECOND));
        all.add(shared(Peer.LOGBACK, "rolling", rolling, FILE_OF_A_SECOND));
        all.add(shared(Peer.LOGBACK, "queued", LogbackFiles.queued(prudent, pattern, true, QUEUE), ONE_FILE));
        all.add(shared(Peer.LOG4J2_DISRUPTOR3, "disruptor3", Log4jFiles.plain(pattern, locking), ONE_FILE, ALL_ASYNC));
        return all;
    }

    /** One file that is not rolled, in the settings that lose nothing and are fast. */
    private static List<Contestant> throughput(String pattern) {
        String plain = LogbackFiles.plain();
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(of(Peer.TAILRACE, "default", LogbackFiles.synchronous(plain, pattern, true)));
        all.add(of(Peer.LOGBACK, "buffered", LogbackFiles.synchronous(plain, pattern, false)));
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "disruptor3", Log4jFiles.plain(pattern, UNFLUSHED), ALL_ASYNC));
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "buffered", Log4jFiles.plain(pattern, UNFLUSHED)));
        return all;
    }

    /** As {@link #throughput}, with tinylog and the machine's limit. */
    static List<Contestant> lossless(String pattern) {
        List<Contestant> all = calls(pattern);
        all.add(1, limit());
        return all;
    }

    /** The peers' lossless settings, and Tailrace's appender inside of the peers with its own encoder and with theirs. */
    static List<Contestant> inside(String pattern) {
        String plain = LogbackFiles.plain();
        String logback = LogbackFiles.synchronous(plain, pattern, false);
        String log4j = Log4jFiles.plain(pattern, UNFLUSHED);
        // Prints nothing, but Tailrace doesn't know it.
        String theirs = Log4jFiles.plain(pattern + "%notEmpty{%x}", "");
        return List.of(
                of(Peer.LOGBACK, "queued", LogbackFiles.queued(plain, pattern, false, QUEUE)),
                of(Peer.LOGBACK, "buffered", logback),
                of(Peer.LOGBACK_WITH_TAILRACE, INSIDE, LogbackFiles.withTailrace(logback)),
                of(
                        Peer.LOGBACK_WITH_TAILRACE,
                        INSIDE + "-theirs",
                        LogbackFiles.withTailrace(LogbackFiles.foreign(logback))),
                of(Peer.LOG4J2_DISRUPTOR3, "disruptor3", log4j, ALL_ASYNC),
                of(Peer.LOG4J2_DISRUPTOR3, "buffered", log4j),
                of(Peer.LOG4J2_WITH_TAILRACE, INSIDE, Log4jFiles.withTailrace(log4j)),
                of(Peer.LOG4J2_WITH_TAILRACE, INSIDE + "-theirs", Log4jFiles.withTailrace(theirs)));
    }

    /** The settings with the shortest waits of callers, including expensive ones with a spinning thread. */
    static List<Contestant> prompt(boolean quick, String pattern) {
        String plain = LogbackFiles.plain();
        String log4j = Log4jFiles.plain(pattern, UNFLUSHED);
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(of(Peer.TAILRACE, "default", LogbackFiles.synchronous(plain, pattern, true)));
        String queued = LogbackFiles.queued(plain, pattern, false, QUEUE);
        all.add(of(Peer.LOGBACK, "queued", queued));
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "busyspin", log4j, ALL_ASYNC, "-Dlog4j2.asyncLoggerWaitStrategy=BusySpin"));
        if (quick) {
            return all;
        }
        all.add(of(Peer.LOG4J2_DISRUPTOR3, "disruptor3", log4j, ALL_ASYNC));
        all.add(tinylog());
        return all;
    }

    /** {@link #rollover} with the peers at their best. */
    static List<Contestant> rolling(String pattern, String fileSize) {
        String policies = LogbackFiles.fixedWindow(fileSize);
        List<Contestant> all = new ArrayList<>();
        all.add(noop());
        all.add(window(Peer.TAILRACE, "default", LogbackFiles.queued(policies, pattern, true, QUEUE)));
        String sizeAndTime = LogbackFiles.queued(LogbackFiles.sizeAndTime(fileSize), pattern, false, QUEUE);
        all.add(of(Peer.LOGBACK, "tuned", sizeAndTime));
        return all;
    }

    /** Lines with the caller's location; Log4j 2's asynchronous loggers need a setting for it. */
    static List<Contestant> located(String linePattern) {
        String pattern = linePattern.replace("%msg", "%msg %C.%M:%L %F");
        String plain = LogbackFiles.plain();
        String log4j = Log4jFiles.located(pattern, UNFLUSHED);
        return List.of(
                noop(),
                of(Peer.TAILRACE, "default", LogbackFiles.synchronous(plain, pattern, true)),
                of(Peer.LOGBACK, "buffered", LogbackFiles.synchronous(plain, pattern, false)),
                of(Peer.LOG4J2_DISRUPTOR3, "disruptor3", log4j, ALL_ASYNC),
                of(Peer.LOG4J2_DISRUPTOR3, "buffered", log4j));
    }

    static List<Contestant> starting(String pattern) {
        String plain = LogbackFiles.synchronous(LogbackFiles.plain(), pattern, true);
        return List.of(
                of(Peer.TAILRACE, "default", plain),
                of(Peer.LOGBACK, "default", plain),
                of(Peer.LOG4J2_DISRUPTOR3, "default", Log4jFiles.plain(pattern, "")));
    }

    /**
     * A server with Tailrace and with the no-op, both compiled in the same way: requests are compared, and the compiler takes much of the
     * CPU.
     */
    static List<Contestant> served(String pattern) {
        List<Contestant> all = new ArrayList<>();
        all.add(of(Peer.NOOP, "default", "", "-XX:+DoEscapeAnalysis"));
        String queued = LogbackFiles.queued(LogbackFiles.plain(), pattern, true, NO_LOSS);
        all.add(of(Peer.TAILRACE, "default", queued));
        return all;
    }

    static List<Contestant> alone(List<Contestant> contestants) {
        return contestants.stream()
                .filter(contestant -> contestant.peer() == Peer.TAILRACE)
                .toList();
    }

    static List<Contestant> without(Peer peer, List<Contestant> contestants) {
        return contestants.stream()
                .filter(contestant -> contestant.peer() != peer)
                .toList();
    }

    private static Contestant limit() {
        return of(Peer.LIMIT, "copy", "");
    }

    /** Single calls, in settings that lose nothing. */
    static List<Contestant> calls(String pattern) {
        List<Contestant> all = throughput(pattern);
        all.add(tinylog());
        return all;
    }

    private static Contestant tinylog() {
        return of(Peer.TINYLOG, "queued", PropertiesFiles.tinylog());
    }

    private static Contestant noop() {
        return of(Peer.NOOP, "default", "");
    }

    private static Contestant of(Peer peer, String settings, String configuration, String... options) {
        return shared(peer, settings, configuration, Contestant.ANY_FILE, options);
    }

    private static Contestant window(Peer peer, String settings, String configuration, String... options) {
        return new Contestant(
                peer, settings, configuration, List.of(options), Naming.LOWEST_IS_YOUNGEST, Contestant.ANY_FILE);
    }

    private static Contestant shared(
            Peer peer, String settings, String configuration, String files, String... options) {
        return new Contestant(peer, settings, configuration, List.of(options), Naming.LOWEST_IS_OLDEST, files);
    }
}
