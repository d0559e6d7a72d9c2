package dev.tailrace.engine.drain;

import java.io.IOException;

/** The lanes are in memory that only their own process can read; that process drains them itself. */
public final class PrivateLanesException extends IOException {
    private static final long serialVersionUID = 1;

    /** Whether that process is dead: then the lanes are gone with it. */
    public final boolean deserted;

    public PrivateLanesException(boolean deserted) {
        super("its lanes were in the private memory of a process that has ended");
        this.deserted = deserted;
    }
}
