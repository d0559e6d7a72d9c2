package dev.tailrace.engine.drain;

import java.io.IOException;
import java.nio.file.Path;

/** The lane directory in the record is missing. */
public final class NoLanesException extends IOException {
    private static final long serialVersionUID = 1;

    /** Whether no live process could have lines there: then none are left. */
    public final boolean deserted;

    public NoLanesException(Path lanes, boolean deserted) {
        super(
                deserted
                        ? "its lane directory " + lanes + " is gone"
                        : "its lane directory " + lanes + " can't be seen from here");
        this.deserted = deserted;
    }
}
