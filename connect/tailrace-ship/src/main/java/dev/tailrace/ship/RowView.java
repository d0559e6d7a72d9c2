package dev.tailrace.ship;

import dev.tailrace.bytes.FileRow;
import dev.tailrace.destination.TargetFigures;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of files, as another process sees it. Nothing is changed.
 *
 * @param records the number of those that wait
 * @param problem why some are lost or sent twice; empty: they aren't
 */
public record RowView(TargetFigures figures, long records, String problem) {
    /**
     * The figures of a row.
     *
     * @param active its active file
     * @return null: no records of this file were ever sent
     */
    public static @Nullable TargetFigures figures(Path active) {
        Row row = new Row(active);
        TargetState state = TargetState.read(row.own("target"));
        try (FileChannel channel =
                        FileChannel.open(row.own("lock"), StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
                // This hinders only an attempt at the very same time, which every process repeats.
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            String name = String.valueOf(row.directory().getFileName());
            return figures(name, row, null, lock == null ? state : state.fails("no process sends them"));
        } catch (IOException e) {
            return null;
        }
    }

    /** @param known null: it is read */
    static TargetFigures figures(String name, Row row, @Nullable Position known, TargetState state) {
        Position position = known == null ? Position.START : known;
        long now = System.currentTimeMillis();
        long oldest = now;
        long waiting = 0;
        try {
            position = known == null ? Position.read(row.own("position")) : known;
            for (FileRow.Entry entry : Cap.from(row.entries(), position)) {
                long bytes = Cap.bytes(List.of(entry), position);
                long modified = entry.path().toFile().lastModified();
                oldest = bytes == 0 || modified == 0 ? oldest : Math.min(oldest, modified);
                waiting += bytes;
            }
        } catch (IOException e) {
            // The figures are of interest, not the reason.
        }
        oldest = waiting == 0 || state.since() == 0 ? oldest : Math.min(oldest, state.since());
        return new TargetFigures(
                name,
                state.kind(),
                state.address(),
                position.acknowledged(),
                position.retried(),
                position.dropped(),
                waiting,
                now - oldest,
                state.problem());
    }

    /** A view with its records read and counted, which takes a second for each GB. */
    public static @Nullable RowView of(Path active) {
        TargetFigures figures = figures(active);
        if (figures == null) {
            return null;
        }
        Row row = new Row(active);
        String problem = "";
        long records = 0;
        long damaged = 0;
        try (RowReader reader = new RowReader(row)) {
            Position position = Position.read(row.own("position"));
            List<FileRow.Entry> entries = row.entries();
            if (!Position.isSound(row.own("position"))) {
                problem = "its position is damaged, so that all are sent";
            } else if (position.key() != 0
                    && !entries.isEmpty()
                    && entries.stream().noneMatch(position::isIn)) {
                problem = "its position is in a file that is gone, so that all are sent";
            }
            reader.seek(position);
            for (RowReader.Found found = next(reader); found != null; found = next(reader)) {
                records += found.batch().count();
                damaged += found.damaged();
            }
            problem = damaged == 0 ? problem : damaged + " lines are no records, and are dropped";
        } catch (IOException e) {
            problem = String.valueOf(e);
        }
        return new RowView(figures, records, problem);
    }

    private static RowReader.@Nullable Found next(RowReader reader) throws IOException {
        return reader.read(512, 4 << 20);
    }
}
