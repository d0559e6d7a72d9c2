package dev.tailrace.servlet;

import dev.tailrace.Tailrace;
import org.jspecify.annotations.Nullable;

/** Finds out which application owns this Tailrace. A Tailrace in a shared class loader goes on when one of the applications ends. */
final class OwnLoader {
    private OwnLoader() {}

    /** Whether Tailrace was loaded by the application with this class loader. */
    static boolean is(@Nullable ClassLoader application) {
        return application != null && application.equals(Tailrace.class.getClassLoader());
    }
}
