package dev.tailrace.torture.place;

import java.util.List;
import java.util.Locale;

/** The backend that the processes of a scene log through, with its files written by Tailrace. */
public enum Host {
    NONE("tailrace.config"),
    LOGBACK("logback.configurationFile"),
    LOG4J("log4j2.configurationFile");

    private final String property;

    Host(String property) {
        this.property = property;
    }

    String property() {
        return property;
    }

    /** The modules that a child needs besides the backend's, below the checkout. */
    List<String> modules() {
        return this == NONE
                ? List.of("connect/tailrace-slf4j", "connect/tailrace-ship", "connect/tailrace-otlp")
                : List.of("connect/tailrace-host", "connect/tailrace-" + word());
    }

    List<String> jars() {
        return this == NONE ? List.of() : List.of(word());
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
