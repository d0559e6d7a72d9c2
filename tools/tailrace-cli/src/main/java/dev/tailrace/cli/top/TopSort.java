package dev.tailrace.cli.top;

import dev.tailrace.cli.top.TopReport.LogRow;
import dev.tailrace.cli.top.TopReport.ProcessRow;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** By what logs, and the processes of each, are sorted. */
public enum TopSort {
    RATE("lines/s"),
    WAITING("waiting"),
    OLDEST("oldest"),
    MEMORY("memory"),
    DROPPED("dropped"),
    LIMITED("limited"),
    NAME("name");

    private static final List<TopSort> ALL = List.of(values());

    final String title;

    TopSort(String title) {
        this.title = title;
    }

    /** The one after this; the first after the last. */
    TopSort next() {
        return ALL.get((ALL.indexOf(this) + 1) % ALL.size());
    }

    Comparator<LogRow> logs() {
        return Comparator.<LogRow>comparingDouble(row -> -switch (this) {
                    case RATE -> known(row.bytesPerSecond());
                    case WAITING -> row.waitingBytes();
                    case OLDEST -> known(row.oldestMillis());
                    case MEMORY -> row.memoryBytes() + row.spillBytes();
                    case DROPPED -> row.dropped() + row.waits();
                    case LIMITED -> row.limited();
                    case NAME -> 0;
                })
                .thenComparing(LogRow::log);
    }

    Comparator<ProcessRow> processes() {
        return Comparator.<ProcessRow>comparingDouble(row -> -switch (this) {
                    case RATE -> known(row.bytesPerSecond());
                    case WAITING -> row.waitingBytes();
                    case OLDEST -> known(row.oldestMillis());
                    case MEMORY -> row.memoryBytes() + row.spillBytes();
                    case DROPPED -> row.dropped() + row.waits();
                    case LIMITED -> row.limited();
                    case NAME -> 0;
                })
                .thenComparingLong(ProcessRow::pid)
                .thenComparing(ProcessRow::owner);
    }

    private static double known(@Nullable Number value) {
        return value == null ? 0 : value.doubleValue();
    }
}
