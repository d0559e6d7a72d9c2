package dev.tailrace.engine.control;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.finding.Finding;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests to all owners of an engine, and what is due: looked for by a thread that runs anyway, done by one that is made for it and
 * ends then, because answering can wait for a full lane, which the thread that looks must not. Thread-safe.
 */
public final class Mailboxes {
    private final @Nullable EngineControl control;
    private final Consumer<Finding> findings;
    private final Consumer<Throwable> onError;
    private final Map<Object, Mailbox> boxes = new ConcurrentHashMap<>();
    private volatile @Nullable HelperThread busy;

    /** @param control null: requests are not answered, and nothing is ever due */
    public Mailboxes(@Nullable EngineControl control, Consumer<Finding> findings, Consumer<Throwable> onError) {
        this.control = control;
        this.findings = findings;
        this.onError = onError;
    }

    /**
     * Answers requests to an owner from now on.
     *
     * @param key to {@link #remove} it by
     */
    public void add(Object key, Owner owner) {
        if (control == null) {
            return;
        }
        try {
            boxes.put(key, new Mailbox(owner, control, findings));
        } catch (InternalError e) {
            // Its file was cut in its first moment: without requests, then.
            onError.accept(e);
        }
    }

    /** Ends that; a key that is not known is none. */
    public void remove(Object key) {
        boxes.remove(key);
    }

    /** Starts a thread if something was asked or is due, and none is at it. For one thread; without a system call when there is nothing. */
    public void look() {
        EngineControl asked = control;
        HelperThread known = busy;
        if (asked == null || (known != null && known.isAlive())) {
            return;
        }
        boolean due = asked.isDue(System.nanoTime());
        for (Mailbox box : boxes.values()) {
            due |= box.isCalled();
        }
        if (due) {
            HelperThread fresh = HelperThread.of(() -> work(asked), "tailrace-control");
            busy = fresh;
            fresh.start();
        }
    }

    private void work(EngineControl asked) {
        try {
            if (asked.isDue(System.nanoTime())) {
                asked.run();
            }
            for (Mailbox box : boxes.values()) {
                if (box.isCalled()) {
                    box.answerAll();
                }
            }
        } catch (Throwable e) {
            // The next request gets another thread.
            onError.accept(e);
        }
    }

    /** Waits for the thread that is at it, if there is one, after the thread that looks has ended. */
    public void awaitEnd(long deadline) {
        HelperThread known = busy;
        if (known != null) {
            known.awaitEnd(deadline);
        }
    }
}
