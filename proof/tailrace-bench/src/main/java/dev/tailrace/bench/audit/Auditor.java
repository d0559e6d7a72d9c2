package dev.tailrace.bench.audit;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.Stamp;
import dev.tailrace.testkit.Attendance;
import dev.tailrace.testkit.LogLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks for every logged line by process, thread and sequence: a mere count would hide a loss behind a duplicate. Hidden files are skipped
 * unless they wait for their final name; every other file of the folder is read, compressed or not. Not thread-safe.
 */
public final class Auditor {
    private final Line line;
    private final SortedMap<Integer, LoggedProcess> processes = new TreeMap<>();
    private final LoggedProcess fallback;

    private Auditor(Line line, Map<Integer, long[]> expected) {
        this.line = line;
        expected.forEach((process, counts) -> processes.put(process, new LoggedProcess(counts)));
        if (processes.isEmpty()) {
            throw new IllegalArgumentException("no process expected");
        }
        fallback = Objects.requireNonNull(processes.get(processes.lastKey()));
    }

    private static final class LoggedProcess {
        private final long[] expected;
        private final Attendance[] threads;
        private long duplicated;
        private long misordered;
        private long torn;

        LoggedProcess(long[] expected) {
            this.expected = expected.clone();
            threads = new Attendance[expected.length];
            Arrays.setAll(threads, thread -> new Attendance());
        }

        void arrive(int thread, long sequence) {
            if (thread >= expected.length || sequence >= expected[thread]) {
                torn++;
                return;
            }
            switch (threads[thread].arrive((int) sequence)) {
                case AGAIN -> duplicated++;
                case LATE -> misordered++;
                case NEXT -> {}
            }
        }

        Audit result() {
            long lost = 0;
            for (int i = 0; i < expected.length; i++) {
                lost += threads[i].missing(0, Math.toIntExact(expected[i]));
            }
            return new Audit(Arrays.stream(expected).sum(), lost, duplicated, torn, misordered);
        }
    }

    /**
     * Audits all files of a folder.
     *
     * @param folder the log folder
     * @param files regular expression for names of files that count: only visible files, as a person or a log shipper sees them
     * @param active name of the active file, the last in order
     * @param naming how rolled files are ordered
     * @param line the format of lines
     * @param expected for each process, the number of events of each thread
     */
    public static Findings audit(
            Path folder, String files, String active, Naming naming, Line line, Map<Integer, long[]> expected)
            throws IOException {
        Pattern counted = Pattern.compile(files);
        List<Path> found = new ArrayList<>();
        try (Stream<Path> listed = Files.list(folder)) {
            listed.filter(Files::isRegularFile)
                    .filter(file -> isLog(file.getFileName().toString(), counted))
                    .sorted(naming.oldestFirst(active))
                    .forEach(found::add);
        }
        return new Auditor(line, expected).read(found);
    }

    private static boolean isLog(String name, Pattern counted) {
        return !name.startsWith(".") && counted.matcher(name).matches();
    }

    private Findings read(List<Path> files) {
        int compressions = 0;
        List<String> unreadable = new ArrayList<>();
        for (Path file : files) {
            compressions += Naming.bare(file).equals(file.getFileName().toString()) ? 0 : 1;
            try {
                LogLines.read(file, this::line);
            } catch (IOException e) {
                unreadable.add(file.getFileName() + ": " + e);
                fallback.torn++;
            }
        }
        Map<Integer, Audit> audits = new TreeMap<>();
        processes.forEach((number, process) -> audits.put(number, process.result()));
        return new Findings(audits, Math.max(0, files.size() - 1), compressions, List.copyOf(unreadable));
    }

    private void line(byte[] bytes, int from, int to, boolean ended) {
        Stamp stamp = ended ? line.read(bytes, from, to) : null;
        LoggedProcess process = stamp == null ? null : processes.get(stamp.process());
        if (stamp == null || process == null) {
            fallback.torn++;
        } else {
            process.arrive(stamp.thread(), stamp.sequence());
        }
    }
}
