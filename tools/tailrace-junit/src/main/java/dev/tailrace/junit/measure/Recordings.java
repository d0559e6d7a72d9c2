package dev.tailrace.junit.measure;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts flight recordings, if the JVM has a flight recorder. Thread-safe. */
public final class Recordings {
    private final boolean exceptions;
    private final List<String> methods;

    private Recordings(boolean exceptions, List<String> methods) {
        this.exceptions = exceptions;
        this.methods = List.copyOf(methods);
    }

    /**
     * Null when nothing is to be recorded, or the JVM can't record it.
     *
     * @param exceptions whether throwing is recorded
     * @param methods methods to be timed, such as {@code com.acme.Orders::fill}; needs JDK 25
     */
    public static @Nullable Recordings of(boolean exceptions, List<String> methods) {
        boolean timing = !methods.isEmpty() && canTime();
        return (exceptions || timing) && isAvailable()
                ? new Recordings(exceptions, timing ? methods : List.of())
                : null;
    }

    /** Whether this JVM has a flight recorder. */
    public static boolean isAvailable() {
        return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    }

    /** Whether this JVM's flight recorder can time methods: from JDK 25 on. */
    public static boolean canTime() {
        return Runtime.version().feature() >= 25 && isAvailable();
    }

    @Nullable
    FlightRecording start() {
        return FlightRecording.start(exceptions, methods);
    }
}
