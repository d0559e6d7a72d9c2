package dev.tailrace.junit.backend;

import dev.tailrace.LogObserver;
import dev.tailrace.Tailrace;
import dev.tailrace.junit.measure.Recorder;
import org.jspecify.annotations.Nullable;

/** Observes Tailrace's engine, which reports each event once, after its appenders' filters, in the thread that logs. */
final class TailraceTap implements Backend, LogObserver {
    private static final int CODES_OF_A_LEVEL = 10;
    private static final int ERROR = 4;

    private final Recorder recorder;

    private TailraceTap(Recorder recorder) {
        this.recorder = recorder;
    }

    static Backend attachTo(Recorder recorder) {
        TailraceTap tap = new TailraceTap(recorder);
        tap.attach();
        return tap;
    }

    @Override
    public void logged(int level, String logger, int messageBytes, @Nullable Throwable thrown) {
        recorder.logged(Math.min(ERROR, level / CODES_OF_A_LEVEL), logger, messageBytes, thrown);
    }

    @Override
    public String name() {
        return "Tailrace" + Backends.version(Tailrace.class);
    }

    @Override
    public void attach() {
        Tailrace.observe(this);
    }

    @Override
    public void settle() {
        // It is reported before a log call returns.
    }
}
