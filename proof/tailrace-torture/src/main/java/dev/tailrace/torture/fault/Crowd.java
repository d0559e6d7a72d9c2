package dev.tailrace.torture.fault;

import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The processes that log to a scene's file concurrently. For one thread. */
final class Crowd {
    private final Scene scene;
    private final Trial trial;
    private final Supplier<ProducerLoad> loads;
    private final List<Child> children = new ArrayList<>();

    private Crowd(Scene scene, Trial trial, Supplier<ProducerLoad> loads) {
        this.scene = scene;
        this.trial = trial;
        this.loads = loads;
    }

    /** Starts {@code size} processes, and returns when all of them log. */
    static Crowd of(int size, Scene scene, Trial trial, Supplier<ProducerLoad> loads)
            throws IOException, InterruptedException {
        Crowd crowd = new Crowd(scene, trial, loads);
        for (int i = 0; i < size; i++) {
            crowd.children.add(scene.start(loads.get()));
        }
        for (Child child : crowd.children) {
            crowd.begin(child);
        }
        return crowd;
    }

    private void begin(Child child) throws InterruptedException {
        if (!child.await("ready", 60)) {
            scene.complain(child, "did not start");
        }
        child.send("go");
    }

    List<Child> all() {
        return children;
    }

    /** The draining process, if known. */
    @Nullable
    Child drainer() throws IOException {
        return Drainers.among(children, scene);
    }

    /** The drainer every other time, else any process. */
    Child victim() throws IOException {
        Child drainer = trial.random().nextBoolean() ? drainer() : null;
        return drainer == null ? trial.oneOf(children) : drainer;
    }

    /** Replaces a process, which is dead or is ended now, by a new one. */
    void replace(Child old) throws IOException, InterruptedException {
        Child young = scene.start(loads.get());
        children.set(children.indexOf(old), young);
        begin(young);
    }
}
