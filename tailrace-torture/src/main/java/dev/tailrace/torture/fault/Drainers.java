package dev.tailrace.torture.fault;

import dev.tailrace.drain.LogView;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Scene;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which process drains a log. Stateless. */
final class Drainers {
    private Drainers() {}

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
