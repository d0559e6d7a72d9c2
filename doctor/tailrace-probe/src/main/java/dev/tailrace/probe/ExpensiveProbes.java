package dev.tailrace.probe;

import dev.tailrace.probe.Session.Stop;
import dev.tailrace.probe.archive.ContextSwitchesReader;
import dev.tailrace.probe.jvm.Commands;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Scratch;
import dev.tailrace.probe.jvm.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The looks that cost the target something: thread dumps and class histograms. Not thread-safe. */
final class ExpensiveProbes {
    /** How much of the heap a histogram walks through in a second; careful, measured on small machines. */
    private static final double BYTES_A_SECOND = 400e6;

    /** On a busy machine the smallest takes this long. */
    private static final double LEAST_SECONDS = 0.02;

    /** A histogram may take this much of what is left. */
    private static final double MOST_OF_LEFT = 0.15;

    private static final Pattern USED = Pattern.compile("\\bused ([0-9]{1,12})([KMG])\\b");
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("HH-mm-ss.SSS", Locale.ROOT);

    private final Session session;
    private final Target target;
    private double histogramCost;

    ExpensiveProbes(Session session, Target target) {
        this.session = session;
        this.target = target;
    }

    /** One thread dump. What it cost, in seconds. */
    double threads(int number) throws LiveException {
        double before = session.spending().left();
        String name = String.format(
                Locale.ROOT,
                "threads/%05d-%s.txt",
                number,
                LocalDateTime.now(ZoneId.systemDefault()).format(NAME));
        String dump = session.ask("thread dumps", "Thread.print", Stop.THROUGHOUT);
        if (dump != null) {
            session.put(name, "Thread.print", dump);
        }
        return before - session.spending().left();
    }

    /** How often threads waited until now; the target does not notice. */
    void switches(int number) throws LiveException {
        String text = ContextSwitchesReader.text(target.proc());
        if (!text.isEmpty()) {
            session.put("switches-" + number + ".txt", "/proc", text);
        }
    }

    /** The dump that knows virtual threads and the containers of threads, if it can be paid; it does not stop the application. */
    void json(Scratch scratch, double costOfDump) throws LiveException {
        double guess = costOfDump * 2 + 0.05;
        if (guess > session.spending().left() * 0.4) {
            session.note(String.format(
                    Locale.ROOT, "No dump of virtual threads: it would have cost about %.0f ms more.", guess * 1000));
            return;
        }
        String answer = session.ask(
                "dumps of virtual threads",
                "Thread.dump_to_file -format=json -overwrite " + scratch.forTarget("threads.json"),
                Stop.BRIEFLY);
        Path file = scratch.here("threads.json");
        try {
            if (answer != null && Files.isRegularFile(file) && Files.size(file) <= Commands.LONGEST_ANSWER) {
                session.put("threads/all.json", "Thread.dump_to_file", Files.readString(file, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            session.note("The dump of virtual threads can't be read: " + e.getMessage() + ".");
        }
    }

    /** Reserves time for a class histogram at the end, in seconds; 0 when it can't be paid, which is noted. */
    double reserveHistogram() throws LiveException {
        String heap = session.ask("questions", "GC.heap_info", Stop.BRIEFLY);
        double cost = (heap == null ? 0 : used(heap)) / BYTES_A_SECOND + LEAST_SECONDS;
        if (cost > session.spending().left() * MOST_OF_LEFT) {
            session.note(String.format(
                    Locale.ROOT,
                    "No class histogram: it would have stopped process %d for about %.0f ms.",
                    target.pid(),
                    cost * 1000));
            return 0;
        }
        histogramCost = cost;
        return cost;
    }

    /** A class histogram of all objects, garbage included, if it was reserved and can still be paid. */
    void histogram() throws LiveException {
        if (histogramCost > 0 && histogramCost <= session.spending().left()) {
            // Without -all the JVM would collect everything first.
            String histogram = session.ask("class histograms", "GC.class_histogram -all", Stop.THROUGHOUT);
            if (histogram != null) {
                session.put("heap/histogram.txt", "GC.class_histogram -all", histogram);
            }
        }
    }

    /** The heap that is in use, of all its parts, without that of classes. */
    static double used(String heapInfo) {
        double bytes = 0;
        for (String line : heapInfo.lines().toList()) {
            Matcher matcher = USED.matcher(line);
            if (!line.contains("Metaspace") && !line.contains("class space") && matcher.find()) {
                int shift = 10 * ("KMG".indexOf(matcher.group(2)) + 1);
                bytes += Double.parseDouble(matcher.group(1)) * (1L << shift);
            }
        }
        return bytes;
    }
}
