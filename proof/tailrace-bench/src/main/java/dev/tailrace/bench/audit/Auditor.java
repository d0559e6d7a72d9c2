package dev.tailrace.bench.audit;

import dev.tailrace.bench.load.Line;
import dev.tailrace.bench.load.Stamp;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
    private final SortedMap<Integer, Attendance> processes = new TreeMap<>();
    private final Attendance fallback;
    private final Stamp stamp = new Stamp();

    private Auditor(Line line, Map<Integer, long[]> expected) {
        this.line = line;
        expected.forEach((process, counts) -> processes.put(process, new Attendance(counts)));
        if (processes.isEmpty()) {
            throw new IllegalArgumentException("no process expected");
        }
        List<Attendance> ascending = List.copyOf(processes.values());
        fallback = ascending.get(ascending.size() - 1);
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
        long bytes = 0;
        List<String> unreadable = new ArrayList<>();
        LineReader reader = new LineReader();
        for (Path file : files) {
            Compression compression = Compression.of(file);
            if (compression != Compression.NONE) {
                compressions++;
            }
            try (InputStream in = compression.open(file)) {
                bytes += reader.read(in, this::line);
            } catch (IOException e) {
                unreadable.add(file.getFileName() + ": " + e);
                fallback.torn();
            }
        }
        Map<Integer, Audit> audits = new TreeMap<>();
        processes.forEach((process, attendance) -> audits.put(process, attendance.result()));
        return new Findings(audits, Math.max(0, files.size() - 1), compressions, bytes, List.copyOf(unreadable));
    }

    private void line(byte[] bytes, int from, int to, boolean ended) {
        if (!ended || !line.read(bytes, from, to, stamp)) {
            fallback.torn();
            return;
        }
        Attendance attendance = processes.get(stamp.process());
        if (attendance == null) {
            fallback.torn();
        } else {
            attendance.line(stamp.thread(), stamp.sequence());
        }
    }
}
