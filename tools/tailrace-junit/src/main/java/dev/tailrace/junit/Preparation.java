package dev.tailrace.junit;

import dev.tailrace.junit.baseline.Baseline;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a thread of its own does while the first tests run, so that nobody waits for it: it reads the baseline and finds out which build
 * this is. Thread-safe.
 */
final class Preparation implements Runnable {
    private final Settings settings;
    private final CompletableFuture<Kept> kept = new CompletableFuture<>();
    private volatile @Nullable Kept known;

    /**
     * The baseline, if there is one.
     *
     * @param broken why it can't be used; empty if it can or isn't there
     */
    record Kept(@Nullable Baseline baseline, String broken) {}

    Preparation(Settings settings) {
        this.settings = settings;
    }

    void start() {
        Thread thread = new Thread(this, "tailrace-kpis");
        thread.setDaemon(true);
        thread.start();
    }

    /** Waits for it if need be. */
    Kept kept() {
        // Asked for several times by each test; joining takes longer.
        Kept now = known;
        if (now == null) {
            now = kept.join();
            known = now;
        }
        return now;
    }

    @Override
    public void run() {
        try {
            kept.complete(read());
        } catch (Throwable failure) {
            kept.complete(new Kept(null, String.valueOf(failure)));
        }
        BuildKey.prepare();
    }

    private Kept read() {
        if (settings.mode() == Settings.Mode.UPDATE) {
            return new Kept(null, "");
        }
        try {
            return new Kept(Baseline.read(settings.baseline()), "");
        } catch (IOException unreadable) {
            String problem = unreadable.getMessage() + ". Mend it, or write a new one with -Dtailrace.kpis=update.";
            KpiSession.say(problem);
            return new Kept(null, problem);
        }
    }
}
