package dev.tailrace.probe;

import dev.tailrace.probe.jvm.PerfFile;
import dev.tailrace.probe.jvm.PerfFile.AbsentException;
import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the processor time of those threads of a JVM that work for doctor, to a microsecond or so, from {@code /proc}, and how long the JVM
 * stopped the application, from its counters. Elsewhere all times are 0, and pauses are all that counts. Not thread-safe.
 */
final class Meter {
    private final Proc proc;
    private final List<Path> answering = new ArrayList<>();
    private final List<Path> recording = new ArrayList<>();
    private final List<Path> stopping = new ArrayList<>();
    private final @Nullable PerfFile counters;

    Meter(Proc proc) {
        this.proc = proc;
        this.counters = counters(proc);
        refresh();
    }

    private static @Nullable PerfFile counters(Proc proc) {
        try {
            return PerfFile.of(proc);
        } catch (AbsentException e) {
            return null;
        }
    }

    /** Looks which threads there are: some begin only when they are needed. Linux shows 15 characters of a name. */
    void refresh() {
        List.of(answering, recording, stopping).forEach(List::clear);
        for (Path task : proc.list("task")) {
            try {
                String name = Files.readString(task.resolve("comm"), StandardCharsets.ISO_8859_1)
                        .strip();
                Path stat = task.resolve("schedstat");
                if (name.startsWith("Attach Listener") || name.startsWith("RMI TCP") || name.startsWith("JMX server")) {
                    answering.add(stat);
                } else if (name.startsWith("JFR ")) {
                    recording.add(stat);
                } else if (name.startsWith("VM Thread")) {
                    stopping.add(stat);
                }
            } catch (IOException e) {
                // Threads end while we look.
            }
        }
    }

    /** CPU time of the threads that carry out commands, in seconds since their start. */
    double answering() {
        return seconds(answering);
    }

    /** CPU time of the threads of the flight recorder, in seconds since their start. */
    double recording() {
        return seconds(recording);
    }

    /** CPU time of the thread that works while the application stands still, in seconds since its start. */
    double stopping() {
        return seconds(stopping);
    }

    /** How long the JVM has stopped the application for anything but collections, in seconds since its start; NaN: not known. */
    double stopped() {
        return count("sun.rt.safepointTime", "sun.rt.safepointSyncTime") - collected();
    }

    /** How long the JVM has stopped the application for collections, in seconds since its start; NaN: not known. */
    double collected() {
        return count("sun.gc.collector.0.time", "sun.gc.collector.1.time", "sun.gc.collector.2.time");
    }

    /** The sum of those of these counters that there are, in seconds; NaN: there is none. */
    private double count(String... names) {
        try {
            Map<String, Long> numbers =
                    counters == null ? Map.of() : counters.read().numbers();
            long[] found = Stream.of(names)
                    .map(numbers::get)
                    .filter(Objects::nonNull)
                    .mapToLong(Long::longValue)
                    .toArray();
            return found.length == 0
                    ? Double.NaN
                    : LongStream.of(found).sum() / (double) numbers.getOrDefault("sun.os.hrt.frequency", 0L);
        } catch (AbsentException e) {
            return Double.NaN;
        }
    }

    private static double seconds(List<Path> stats) {
        double nanos = 0;
        for (Path stat : stats) {
            try {
                String text = Files.readString(stat, StandardCharsets.ISO_8859_1);
                int space = text.indexOf(' ');
                nanos += space > 0 ? Double.parseDouble(text.substring(0, space)) : 0;
            } catch (IOException | NumberFormatException e) {
                // Threads end while we look.
            }
        }
        return nanos / 1e9;
    }
}
