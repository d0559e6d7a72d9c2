package dev.tailrace.torture.fault;

import dev.tailrace.guest.view.LogView;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Scene;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Finds the process that drains a log. Stateless. */
final class Drainers {
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 5_000_000L;

    private Drainers() {}

    /** The child that drains, or will within five seconds; null for none, or if unknown. */
    static @Nullable Child awaited(List<Child> children, Scene scene) {
        long begin = System.nanoTime();
        Child drainer = among(children, scene);
        while (drainer == null && System.nanoTime() - begin < PATIENCE_NANOS) {
            LockSupport.parkNanos(LOOK_NANOS);
            drainer = among(children, scene);
        }
        return drainer;
    }

    /** The child that drains; null for none, or if unknown. */
    static @Nullable Child among(List<Child> children, Scene scene) {
        long pid = LogView.drainerOf(scene.logs().resolve("." + scene.log().getFileName() + ".tailrace-lock"));
        for (Child child : children) {
            if (child.isAlive() && child.pid() == pid) {
                return child;
            }
        }
        return null;
    }
}
