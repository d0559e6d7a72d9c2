package dev.tailrace.torture.audit;

import dev.tailrace.testkit.Attendance;
import dev.tailrace.testkit.LogLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log with its archives and compares it with the acknowledged lines. Every acknowledged line must exist once, complete, without NUL
 * bytes and in order per thread; each thread may have one more line. Every archive must be readable, and as many lines may be missing as
 * the log reports as dropped. Where other programs renamed a file or wrote to it in the middle of a line, the beginning of the line may
 * remain. For one audit; not thread-safe.
 */
public final class Auditor {
    /** The prefix of lines that the torture itself writes into a log. */
    public static final String FOREIGN = "# from outside ";

    private static final Pattern DROPPED = Pattern.compile("TR4001: ([\\d,]+) events? w(?:as|ere) dropped");

    private final Acknowledgements acknowledgements;
    private final Map<Integer, Attendance> threads = new TreeMap<>();
    private final boolean outsideHands;
    private final Audit audit = new Audit();
    /** The number of lines that were begun, but neither acknowledged nor found. */
    private long inFlight;

    private Auditor(Acknowledgements acknowledgements, boolean outsideHands) {
        this.acknowledgements = acknowledgements;
        this.outsideHands = outsideHands;
    }

    /**
     * Reads all of a log.
     *
     * @param files in the order of their lines
     * @param outsideHands whether other programs renamed files or wrote to them, so that beginnings of lines may remain
     */
    public static Audit audit(List<Path> files, Acknowledgements acknowledgements, boolean outsideHands) {
        Auditor auditor = new Auditor(acknowledgements, outsideHands);
        for (Path file : files) {
            auditor.read(file);
        }
        auditor.audit.files = files.size();
        auditor.compare();
        return auditor.audit;
    }

    private void read(Path file) {
        int[] number = new int[1];
        try {
            LogLines.read(file, (bytes, from, to, ended) -> {
                String line = new String(bytes, from, to - from, StandardCharsets.UTF_8);
                number[0]++;
                if (ended) {
                    look(line, file, number[0]);
                } else if (outsideHands && LogFiles.isFromOutside(file) && Mark.isBeginning(line)) {
                    // The file was renamed in the middle of a line; the complete line is in the new file.
                    audit.cutShort++;
                } else {
                    audit.torn++;
                    problem(file, number[0], "has no line end: " + excerpt(line));
                }
            });
        } catch (IOException e) {
            audit.unreadable++;
            audit.problems.add(file.getFileName() + " cannot be read: " + e);
        }
    }

    private void look(String line, Path file, int number) {
        Mark mark = Mark.read(line);
        if (mark != null && line.indexOf('\0') < 0) {
            arrive(mark, file, number);
            return;
        }
        Matcher report = DROPPED.matcher(line);
        if (report.find()) {
            audit.dropped += Long.parseLong(report.group(1).replace(",", ""));
        } else if (outsideHands
                && line.indexOf(FOREIGN) > 0
                && Mark.isBeginning(line.substring(0, line.indexOf(FOREIGN)))) {
            audit.cutShort++; // another program wrote after the beginning of a dying process's line
        } else if (!outsideHands || !line.startsWith(FOREIGN)) {
            audit.torn++;
            problem(file, number, (line.indexOf('\0') >= 0 ? "has NUL bytes: " : "is torn: ") + excerpt(line));
        }
    }

    private void arrive(Mark mark, Path file, int number) {
        Attendance thread = threads.computeIfAbsent(key(mark.process(), mark.thread()), k -> new Attendance());
        switch (thread.arrive((int) mark.sequence())) {
            case AGAIN -> {
                audit.duplicated++;
                problem(file, number, "is there twice: " + mark);
            }
            case LATE -> {
                audit.outOfOrder++;
                problem(file, number, "comes after later ones: " + mark);
            }
            case NEXT -> {}
        }
    }

    private void compare() {
        long missing = 0;
        for (int process = 0; process < Acknowledgements.PROCESSES; process++) {
            for (int thread = 0; thread < Acknowledgements.THREADS; thread++) {
                long known = acknowledgements.acknowledged(process, thread);
                Attendance there = threads.get(key(process, thread));
                audit.acknowledged += known;
                missing += missing(process, thread, known, there);
            }
        }
        // A call that was killed after its event was dropped and counted isn't acknowledged.
        long tooManyReported = Math.max(0, audit.dropped - missing - inFlight);
        audit.lost = Math.max(0, missing - audit.dropped) + tooManyReported;
        if (audit.lost != 0) {
            audit.problems.add(0, missing + " lines are missing, and the log reports " + audit.dropped);
        }
    }

    private long missing(int process, int thread, long known, @Nullable Attendance there) {
        long begun = acknowledgements.begun(process, thread);
        if (begun > known && (there == null || there.last() < begun)) {
            inFlight++;
        }
        if (there == null) {
            if (known > 0) {
                audit.problem("all " + known + " lines of " + process + "." + thread + " are missing");
            }
            return known;
        }
        long missing = there.missing(1, (int) known + 1);
        if (missing > 0) {
            audit.problem(missing + " of " + known + " lines of " + process + "." + thread
                    + " are missing, the first is " + there.firstMissing(1));
        }
        long more = there.last() - known;
        if (more == 1 && begun == there.last()) {
            audit.unfinished++;
        } else if (more > 0) {
            audit.torn += more;
            audit.problem(more + " lines of " + process + "." + thread + " that no process logged");
        }
        return missing;
    }

    private void problem(Path file, int number, String what) {
        audit.problem("line " + number + " of " + file.getFileName() + " " + what);
    }

    private static String excerpt(String line) {
        String visible = line.replace('\0', '~');
        return visible.length() <= 60
                ? visible
                : visible.substring(0, 40) + " ... " + visible.substring(visible.length() - 15);
    }

    private static int key(int process, int thread) {
        return process * Acknowledgements.THREADS + thread;
    }
}
