package dev.tailrace.config.dialect;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of one element, in either dialect: its attributes, or elements inside it. */
public interface Options {
    /** The names of the options that are there. */
    Set<String> names();

    /** The value of an option, its variables replaced, trimmed; null when it is missing. */
    @Nullable
    String value(String name);

    /** The line of the element. */
    int line();
}
