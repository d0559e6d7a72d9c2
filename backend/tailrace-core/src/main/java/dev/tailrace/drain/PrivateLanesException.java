package dev.tailrace.drain;

import java.io.IOException;

/** The lanes are where only their own process can read them, which then drains them itself. */
final class PrivateLanesException extends IOException {
    private static final long serialVersionUID = 1;

    /** Whether that process is dead: then they are gone with it. */
    final boolean deserted;

    PrivateLanesException(boolean deserted) {
        super("its lanes were in the private memory of a process that has ended");
        this.deserted = deserted;
    }
}
