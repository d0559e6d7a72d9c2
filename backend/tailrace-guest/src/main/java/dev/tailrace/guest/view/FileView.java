package dev.tailrace.guest.view;

import dev.tailrace.engine.drain.shared.SharedLog;
import dev.tailrace.engine.log.LogFile;
import dev.tailrace.engine.sink.archive.RolledName;
import dev.tailrace.engine.sink.lock.LockRecord;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The active file of a log: its size, and when it is rolled.
 *
 * @param path null: not known, or there are several
 * @param size in bytes; 0 also when the file is missing
 * @param rollAtMillis the time of the next roll by the clock, milliseconds since 1970; 0: none
 * @param rollSize the size from which on the file is rolled, in bytes; 0: none
 * @param backlog rolled files that are not compressed or moved yet
 */
public record FileView(@Nullable String path, long size, long rollAtMillis, long rollSize, long backlog) {
    private static final FileView NONE = new FileView(null, 0, 0, 0, 0);

    /**
     * Looks at the file of a log.
     *
     * @param written the file that the drainer last noted as written; null: not known
     * @param nowMillis milliseconds since 1970
     */
    public static FileView of(Path lockFile, @Nullable Path written, long nowMillis) {
        try {
            LockRecord record = SharedLog.record(lockFile);
            if (record == null) {
                return NONE;
            }
            LogFile file = LogFile.ofRecord(lockFile, record.rolling());
            Path active = file.active();
            if (active == null && !file.isKeyed()) {
                active = written;
            }
            LogFile.NextRoll roll = file.nextRoll(TimeUnit.MILLISECONDS.toNanos(nowMillis));
            return new FileView(
                    active == null ? null : active.toString(),
                    active == null ? 0 : size(active),
                    roll.atMillis(),
                    roll.size(),
                    active == null ? 0 : backlog(active));
        } catch (IOException | IllegalArgumentException e) {
            return NONE;
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            return 0;
        }
    }

    private static long backlog(Path active) throws IOException {
        Path folder = active.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return 0;
        }
        long backlog = 0;
        try (DirectoryStream<Path> notes = Files.newDirectoryStream(folder, ".*.rolled")) {
            for (Path note : notes) {
                backlog += RolledName.read(active, note) == null ? 0 : 1;
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return backlog;
    }
}
