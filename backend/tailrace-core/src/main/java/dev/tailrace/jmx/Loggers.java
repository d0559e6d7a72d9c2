package dev.tailrace.jmx;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The loggers behind the bean. Thread-safe; the root logger is {@code ROOT}. */
public interface Loggers {
    /** All names. */
    List<String> names();

    /** The logger's own level; empty: it inherits; null: there is no such logger. */
    @Nullable
    String level(String name);

    /** Sets a level; null: as configured. */
    void set(String name, @Nullable String level);
}
