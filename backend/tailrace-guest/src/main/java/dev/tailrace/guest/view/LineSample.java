package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.PlainListener;
import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.engine.sink.lock.LockRecord;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The lines of the last batch that was written to a log: a sample of the present log events, which costs the logging processes nothing.
 *
 * @param sequence the number of the batch; 0: there is none
 * @param lines without their ends
 */
public record LineSample(long sequence, List<String> lines) {
    private static final LineSample NONE = new LineSample(0, List.of());

    /** Copies the last batch. */
    public static LineSample of(Path lockFile) {
        try {
            LockRecord record = SharedLog.record(lockFile);
            if (record == null || record.lanes().equals(lockFile)) {
                return NONE;
            }
            Intent last = Staging.copy(record.lanes(), lockFile).last(new PlainListener(finding -> {}, () -> 0));
            if (last == null) {
                return NONE;
            }
            byte[] bytes = new byte[last.lines().limit()];
            last.lines().get(0, bytes);
            String text = new String(bytes, StandardCharsets.UTF_8);
            return new LineSample(last.sequence(), text.lines().toList());
        } catch (IOException | UncheckedIOException e) {
            return NONE;
        }
    }
}
