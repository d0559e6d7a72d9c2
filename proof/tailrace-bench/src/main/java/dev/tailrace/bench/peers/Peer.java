package dev.tailrace.bench.peers;

import java.util.ArrayList;
import java.util.List;

/** A logging backend as a class path. */
public enum Peer {
    /** This project. */
    TAILRACE("tailrace", List.of(), Modules.and("connect/tailrace-slf4j")),
    /** Logback. */
    LOGBACK("logback", List.of("logback"), List.of()),
    /** Log4j 2 with the last Disruptor 3. */
    LOG4J2_DISRUPTOR3("log4j2", List.of("log4j2", "disruptor3"), List.of()),
    /** Log4j 2 with the Disruptor that its build declares. */
    LOG4J2_DISRUPTOR4("log4j2", List.of("log4j2", "disruptor4"), List.of()),
    /** Logback whose appender is Tailrace's. */
    LOGBACK_WITH_TAILRACE("logback", List.of("logback"), Modules.inside("logback")),
    /** Log4j 2 whose appender is Tailrace's. */
    LOG4J2_WITH_TAILRACE("log4j2", List.of("log4j2"), Modules.inside("log4j")),
    /** tinylog 2 with its writing thread, whose queue is unbounded. */
    TINYLOG("tinylog", List.of("tinylog"), List.of()),
    /** A plain loop that copies lines and writes them: the machine's limit. */
    LIMIT("limit", List.of(), List.of()),
    /** The JDK's own logging. */
    JUL("jul", List.of("jul"), List.of()),
    /** Loggers that do nothing. */
    NOOP("noop", List.of(), List.of());

    private final String id;

    @SuppressWarnings("ImmutableEnumChecker") // Made by List.of.
    private final List<String> folders;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> modules;

    Peer(String id, List<String> folders, List<String> modules) {
        this.id = id;
        this.folders = folders;
        this.modules = modules;
    }

    /** Whether the lines are written by Tailrace. */
    public boolean isTailrace() {
        return !modules.isEmpty();
    }

    /** The peer's stable name in results. */
    public String id() {
        return id;
    }

    List<String> folders() {
        return folders;
    }

    List<String> modules() {
        return modules;
    }

    /** Tailrace's modules. */
    private static final class Modules {
        static List<String> and(String... more) {
            List<String> all = new ArrayList<>(List.of(
                    "backend/tailrace-base",
                    "backend/tailrace-engine",
                    "backend/tailrace-layout",
                    "backend/tailrace-config",
                    "backend/tailrace-core"));
            all.addAll(List.of(more));
            return List.copyOf(all);
        }

        static List<String> inside(String host) {
            return and("connect/tailrace-host", "connect/tailrace-" + host);
        }
    }
}
