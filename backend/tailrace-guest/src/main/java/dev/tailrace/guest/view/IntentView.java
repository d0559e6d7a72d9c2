package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.Redo;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.journal.ring.RingIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The last intent of a log's drainer, read without changing any file.
 *
 * @param committed whether the intent is marked as done
 * @param path the file to be written
 * @param offset in that file, in bytes
 * @param length of the lines, in bytes
 * @param lanes the number of lanes that the lines came from
 * @param missing the number of bytes that the next drainer will have to write; −1: not known
 * @param todo the next drainer's action
 * @param problem the problem of the staging file, without a full stop; empty: none
 */
public record IntentView(
        long sequence,
        boolean committed,
        String path,
        long offset,
        long length,
        int lanes,
        long missing,
        Todo todo,
        String problem) {
    /** The recovery of an intent; {@code docs/reference/format.md} has the rules. */
    public enum Todo {
        /** Nothing to do: all its bytes are in the log. */
        NOTHING,
        /** The drainer is about to write the bytes. */
        UNDER_WAY,
        /** Append the missing bytes to the file. */
        APPEND,
        /** Write the missing bytes to the file that is at the path now. */
        APPEND_ELSEWHERE,
        /** The file was changed from outside: write all bytes, some lines maybe twice. */
        WRITE_ALL_AGAIN,
        UNKNOWN
    }

    private static final int ATTEMPTS = 3;

    /**
     * An intent, and its lane positions for further looks.
     *
     * @param view null: there is none
     * @param positions the positions up to which it has the lanes' lines
     */
    public record Look(@Nullable IntentView view, Map<RingIdentity, Long> positions) {
        static final Look NOTHING = new Look(null, Map.of());

        private boolean isSound() {
            return view == null || view.problem().isEmpty();
        }
    }

    /** @param drained whether a process drains: then the intent may change at any time */
    static Look of(Path directory, Path lockFile, boolean drained) {
        Look look = Look.NOTHING;
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                look = read(Staging.copy(directory, lockFile), drained);
            } catch (NoSuchFileException e) {
                return Look.NOTHING;
            } catch (UncheckedIOException e) {
                look = broken("the file of the last batch can't be looked for: " + e.getMessage());
            } catch (IOException e) {
                look = broken("the file of intents can't be used: " + e.getMessage());
            }
            if (look.isSound()) {
                return look;
            }
        }
        return look;
    }

    private static Look broken(String problem) {
        return new Look(new IntentView(0, false, "", 0, 0, 0, -1, Todo.UNKNOWN, problem), Map.of());
    }

    private static Look read(Staging staging, boolean drained) {
        AtomicBoolean damaged = new AtomicBoolean();
        Intent last = staging.last(new PlainListener(finding -> damaged.set(true), () -> 0));
        String problem = damaged.get() ? "a batch was noted that can't be" : "";
        if (last == null) {
            return problem.isEmpty() ? Look.NOTHING : broken(problem);
        }
        int length = last.lines().limit();
        Todo todo;
        long missing = 0;
        if (last.committed()) {
            todo = Todo.NOTHING;
        } else if (drained) {
            todo = Todo.UNDER_WAY;
        } else {
            try {
                Redo.Plan plan = Redo.plan(last);
                missing = (long) length - plan.from();
                todo = missing == 0
                        ? Todo.NOTHING
                        : plan.inPlace() ? Todo.APPEND : plan.changed() ? Todo.WRITE_ALL_AGAIN : Todo.APPEND_ELSEWHERE;
            } catch (IOException e) {
                todo = Todo.UNKNOWN;
                missing = -1;
                problem = last.path() + " can't be read: " + e.getMessage();
            }
        }
        IntentView view = new IntentView(
                last.sequence(),
                last.committed(),
                last.path().toString(),
                last.offset(),
                length,
                last.lanes().size(),
                missing,
                todo,
                problem);
        return new Look(view, last.lanes());
    }
}
