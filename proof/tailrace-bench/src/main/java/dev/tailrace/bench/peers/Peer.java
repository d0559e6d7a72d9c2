package dev.tailrace.bench.peers;

import dev.tailrace.testkit.Origins;
import java.util.List;
import java.util.stream.Stream;

/** A logging backend as a class path. */
public enum Peer {
    TAILRACE("tailrace", List.of(), modules("connect/tailrace-slf4j")),
    LOGBACK("logback", List.of("logback"), List.of()),
    /** Log4j 2 with the last Disruptor 3. */
    LOG4J2_DISRUPTOR3("log4j2", List.of("log4j2", "disruptor3"), List.of()),
    /** Log4j 2 with the Disruptor that its build declares. */
    LOG4J2_DISRUPTOR4("log4j2", List.of("log4j2", "disruptor4"), List.of()),
    LOGBACK_WITH_TAILRACE("logback", List.of("logback"), inside("logback")),
    LOG4J2_WITH_TAILRACE("log4j2", List.of("log4j2"), inside("log4j")),
    /** tinylog 2 with its writing thread, whose queue is unbounded. */
    TINYLOG("tinylog", List.of("tinylog"), List.of()),
    /** A plain loop that copies lines and writes them: the machine's limit. */
    LIMIT("limit", List.of(), List.of()),
    JUL("jul", List.of("jul"), List.of()),
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

    public boolean isTailrace() {
        return !modules.isEmpty();
    }

    public String id() {
        return id;
    }

    String property() {
        return switch (id) {
            case "log4j2" -> "log4j2.configurationFile";
            case "tinylog" -> "tinylog.configuration";
            case "jul" -> "java.util.logging.config.file";
            default -> "logback.configurationFile";
        };
    }

    List<String> folders() {
        return folders;
    }

    List<String> modules() {
        return modules;
    }

    private static List<String> modules(String... more) {
        return Stream.concat(Origins.BACKEND_MODULES.stream().map(module -> "backend/" + module), Stream.of(more))
                .toList();
    }

    private static List<String> inside(String host) {
        return modules("connect/tailrace-host", "connect/tailrace-" + host);
    }
}
