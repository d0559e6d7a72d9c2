package dev.tailrace.engine.drain;

import java.io.IOException;

/** The lanes are where only their own process can read them, which then drains them itself. */
public final class PrivateLanesException extends IOException {
    private static final long serialVersionUID = 1;

    /** Whether that process is dead: then they are gone with it. */
    public final boolean deserted;

    public PrivateLanesException(boolean deserted) {
        super("its lanes were in the private memory of a process that has ended");
        this.deserted = deserted;
    }
}
