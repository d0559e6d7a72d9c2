package dev.tailrace.torture.fault;

import dev.tailrace.guest.view.LogView;
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
    private static final int PATIENCE_SECONDS = 5;

    private final Scene scene;
    private final Trial trial;
    private final Supplier<ProducerLoad> loads;
    private final List<Child> children = new ArrayList<>();

    Crowd(Scene scene, Trial trial, Supplier<ProducerLoad> loads) {
        this.scene = scene;
        this.trial = trial;
        this.loads = loads;
    }

    /** Starts {@code size} processes, and returns when all of them log. */
    static Crowd of(int size, Scene scene, Trial trial, Supplier<ProducerLoad> loads)
            throws IOException, InterruptedException {
        Crowd crowd = new Crowd(scene, trial, loads);
        crowd.grow(size);
        return crowd;
    }

    /** Starts more processes until there are {@code size}, and returns when all of them log. */
    void grow(int size) throws IOException, InterruptedException {
        List<Child> more = new ArrayList<>();
        while (children.size() + more.size() < size) {
            more.add(scene.start(loads.get()));
        }
        for (Child child : more) {
            begin(child);
        }
        children.addAll(more);
    }

    /** Takes in a process that can log, and lets it begin. */
    void join(Child child) {
        children.add(child);
        child.send("go");
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

    /** The draining process; null for none, or if unknown. */
    @Nullable
    Child drainer() {
        long pid = LogView.drainerOf(scene.logs().resolve("." + scene.log().getFileName() + ".tailrace-lock"));
        for (Child child : children) {
            if (child.isAlive() && child.pid() == pid) {
                return child;
            }
        }
        return null;
    }

    /** The process that drains, or will within five seconds; null for none, or if unknown. */
    @Nullable
    Child awaitDrainer() throws IOException, InterruptedException {
        // It may change until a second look.
        Child[] found = new Child[1];
        Trial.await(PATIENCE_SECONDS, () -> (found[0] = drainer()) != null);
        return found[0];
    }

    /** The drainer every other time, else any process. */
    Child victim() {
        Child drainer = trial.random().nextBoolean() ? drainer() : null;
        return drainer == null ? trial.oneOf(children) : drainer;
    }

    /** Kills a process, and replaces it by a new one. */
    void kill(Child victim) throws IOException, InterruptedException {
        trial.kill(victim);
        replace(victim);
    }

    /** Replaces a process, which is dead or is ended now, by a new one. */
    void replace(Child old) throws IOException, InterruptedException {
        Child young = scene.start(loads.get());
        children.set(children.indexOf(old), young);
        begin(young);
    }
}
