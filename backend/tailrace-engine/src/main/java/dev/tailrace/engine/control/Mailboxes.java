package dev.tailrace.engine.control;

import dev.tailrace.bytes.HelperThread;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.finding.Finding;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The requests to all owners of an engine, and timed work. A thread that runs anyway looks for them; another thread is made to do the work,
 * because an answer can wait for a full lane, and the looking thread must not wait. Thread-safe.
 */
public final class Mailboxes {
    private final @Nullable EngineControl control;
    private final Consumer<Finding> findings;
    private final Consumer<Throwable> onError;
    private final Map<Object, Mailbox> boxes = new ConcurrentHashMap<>();
    private volatile @Nullable HelperThread busy;

    /** @param control null: requests aren't answered, and there is no timed work */
    public Mailboxes(@Nullable EngineControl control, Consumer<Finding> findings, Consumer<Throwable> onError) {
        this.control = control;
        this.findings = findings;
        this.onError = onError;
    }

    /**
     * Answers requests to an owner from now on.
     *
     * @param key for {@link #remove}
     */
    public void add(Object key, Owner owner) {
        if (control == null) {
            return;
        }
        try {
            boxes.put(key, new Mailbox(owner, control, findings));
        } catch (InternalError e) {
            // The owner's file was truncated right after its start: it gets no requests.
            onError.accept(e);
        }
    }

    /** Whether there is an owner, besides this key's, to which requests can be made. */
    public boolean hasOther(Object key) {
        return boxes.size() > (boxes.containsKey(key) ? 1 : 0);
    }

    /** Ends answering for this key; unknown keys are ignored. */
    public void remove(Object key) {
        boxes.remove(key);
    }

    /**
     * Starts a thread if there is a request or work is due, and no such thread runs. For one thread; makes no system call when there is
     * nothing to do.
     */
    public void look() {
        EngineControl asked = control;
        HelperThread known = busy;
        if (asked == null || (known != null && known.isAlive())) {
            return;
        }
        boolean due = asked.isDue(System.nanoTime());
        byte[] limits = asked.limits();
        for (Mailbox box : boxes.values()) {
            box.show(limits);
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

    /** Waits for the working thread, if there is one; call after the looking thread has ended. */
    public void awaitEnd(long deadline) {
        HelperThread known = busy;
        if (known != null) {
            known.awaitEnd(deadline);
        }
    }
}
