package dev.tailrace.servlet;

import dev.tailrace.Tailrace;
import org.jspecify.annotations.Nullable;

/** The owner of this Tailrace. One in a loader that several applications share goes on when one of them ends. */
final class OwnLoader {
    private OwnLoader() {}

    /** Whether Tailrace was loaded by the application with this class loader. */
    static boolean is(@Nullable ClassLoader application) {
        return application != null && application.equals(Tailrace.class.getClassLoader());
    }
}
