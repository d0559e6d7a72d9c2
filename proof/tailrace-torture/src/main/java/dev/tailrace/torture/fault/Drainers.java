package dev.tailrace.torture.fault;

import dev.tailrace.guest.view.LogView;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Scene;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Which process drains a log. Stateless. */
final class Drainers {
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static final long LOOK_NANOS = 5_000_000L;

    private Drainers() {}

    /** The one of these that drains, or will within five seconds; null for none, or when that isn't known. */
    static @Nullable Child awaited(List<Child> children, Scene scene) {
        long begin = System.nanoTime();
        Child drainer = among(children, scene);
        while (drainer == null && System.nanoTime() - begin < PATIENCE_NANOS) {
            LockSupport.parkNanos(LOOK_NANOS);
            drainer = among(children, scene);
        }
        return drainer;
    }

    /** The one of these that drains; null for none, or when that isn't known. */
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
