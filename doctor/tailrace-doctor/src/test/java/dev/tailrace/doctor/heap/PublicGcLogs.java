package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.doctor.memory.GcFigures;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a folder of logs of collectors and says how many are read, how many are refused with a message, and how many are neither, or have
 * figures that contradict each other. Run by hand, because the logs that are in public repositories are not this project's to copy:
 *
 * <pre>
 * mvn -pl :tailrace-doctor -am test-compile
 * java -cp ... dev.tailrace.doctor.heap.PublicGcLogs FOLDER
 * </pre>
 *
 * Beside the files may lie an {@code INDEX.tsv} with a line of titles and, in the first column, the files to read.
 */
public final class PublicGcLogs {
    private static final double TOLERANCE = 0.02;
    private static final Pattern CONTRADICTION =
            Pattern.compile("throws away about 0 B|NaN|Infinity|-[0-9.]+ (?:B|kB|MB|GB|ms|s|%)");
    private static final Pattern EACH = Pattern.compile(
            "([0-9.,]+) (?:young collections|cycles of the collector) a minute, each throws away about ([0-9.,]+) (B|kB|MB|GB|TB)");
    private static final Pattern RATE = Pattern.compile("allocates (?:at least )?([0-9.,]+) (B|kB|MB|GB|TB) a second");
    private static final long LARGEST = 256L << 20;

    private PublicGcLogs() {}

    /** Reads all files of a folder. */
    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.out.println("NOT RUN: no folder with logs was given");
            return;
        }
        Path folder = Path.of(args[0]);
        int read = 0;
        int refused = 0;
        int silent = 0;
        int inconsistent = 0;
        int slow = 0;
        Map<String, Integer> findings = new TreeMap<>();
        for (Path each : files(folder)) {
            long begin = System.nanoTime();
            Diagnosis diagnosis = Doctor.examine(List.of(each));
            double seconds = (System.nanoTime() - begin) / 1e9;
            List<GcLog> logs = diagnosis.patient().evidence().all(GcLog.class).stream()
                    .filter(log -> !log.events().isEmpty())
                    .toList();
            List<String> wrong = new ArrayList<>();
            if (!logs.isEmpty()) {
                read++;
                logs.forEach(log -> wrong.addAll(check(GcFigures.of(log))));
                diagnosis.remarks().forEach(remark -> wrong.addAll(check(remark)));
                diagnosis.findings().forEach(remark -> findings.merge(remark.code(), 1, Integer::sum));
            } else if (!diagnosis.isReadable()) {
                refused++;
                System.out.println("refused: " + folder.relativize(each) + ": " + message(diagnosis));
            } else {
                silent++;
                System.out.println("silent: " + folder.relativize(each) + ": " + diagnosis.lookedAt());
            }
            if (!wrong.isEmpty()) {
                inconsistent++;
                System.out.println("inconsistent: " + folder.relativize(each) + ": " + wrong);
            }
            if (seconds > 2 + Files.size(each) / 5e6) {
                slow++;
                System.out.printf("slow: %s: %.1f s%n", folder.relativize(each), seconds);
            }
        }
        System.out.printf(
                "%d read, %d refused with a message, %d silent, %d inconsistent, %d slow%n",
                read, refused, silent, inconsistent, slow);
        System.out.println("findings: " + findings);
    }

    private static List<Path> files(Path folder) throws IOException {
        Path index = folder.resolve("INDEX.tsv");
        if (Files.exists(index)) {
            return Files.readAllLines(index).stream()
                    .skip(1)
                    .map(line -> folder.resolve(line.split("\t", -1)[0]))
                    .filter(PublicGcLogs::isFit)
                    .toList();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(PublicGcLogs::isFit).sorted().toList();
        }
    }

    private static boolean isFit(Path file) {
        try {
            return Files.isRegularFile(file) && Files.size(file) < LARGEST;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String message(Diagnosis diagnosis) {
        return diagnosis.remarks().stream()
                .filter(each -> each.code().startsWith("TR319"))
                .map(Remark::cause)
                .findFirst()
                .orElse("WITHOUT A MESSAGE");
    }

    /** What contradicts something else among the figures of a log. */
    static List<String> check(GcFigures figures) {
        List<String> wrong = new ArrayList<>();
        for (double each : new double[] {
            figures.seconds(), figures.freed(), figures.perMinute(), figures.allocation(), figures.longestPause()
        }) {
            if (each < 0 || Double.isInfinite(each)) {
                wrong.add("negative or endless: " + each);
            }
        }
        for (double share : new double[] {
            figures.promotedShare(), figures.survivedShare(), figures.pauseShare(), figures.fullPauseShare()
        }) {
            if (share < 0 || share > 1) {
                wrong.add("no share: " + share);
            }
        }
        int collections = figures.regular() + figures.full();
        if ((collections < 5 || figures.seconds() < 5)
                && !(Double.isNaN(figures.perMinute())
                        && Double.isNaN(figures.allocation())
                        && Double.isNaN(figures.pauseShare()))) {
            wrong.add("a rate from " + collections + " collections in " + figures.seconds() + " s");
        }
        if (!Double.isNaN(figures.perMinute())) {
            near("rate and count", figures.perMinute() * figures.seconds() / 60, figures.regular(), 1.5, wrong);
        }
        if (figures.explicit() > figures.full() + figures.regular()) {
            wrong.add("more calls of System.gc() than collections");
        }
        return wrong;
    }

    private static void near(String what, double a, double b, double allowed, List<String> wrong) {
        if (Math.abs(a - b) > allowed + TOLERANCE * Math.max(Math.abs(a), Math.abs(b))) {
            wrong.add(what + ": " + a + " is not " + b);
        }
    }

    /** What contradicts itself in a finding's words. */
    static List<String> check(Remark remark) {
        List<String> wrong = new ArrayList<>();
        for (String text : Stream.concat(Stream.of(remark.cause()), remark.evidence().stream())
                .toList()) {
            if (remark.code().startsWith("TR315") && CONTRADICTION.matcher(text).find()) {
                wrong.add(remark.code() + " says: " + text);
            }
        }
        Matcher each = EACH.matcher(remark.cause());
        Matcher rate = RATE.matcher(remark.cause());
        if (each.find() && rate.find()) {
            double freed = number(each.group(1)) / 60 * bytes(each.group(2), each.group(3));
            double allocated = bytes(rate.group(1), rate.group(2));
            // Rounded to two digits; what is promoted or stays is not thrown away.
            if (freed > 1.15 * allocated || freed < 0.5 * allocated) {
                wrong.add(remark.code() + " says: " + remark.cause());
            }
        }
        return wrong;
    }

    private static double number(String digits) {
        return Double.parseDouble(digits.replace(",", ""));
    }

    private static double bytes(String digits, String unit) {
        return number(digits)
                * Math.pow(1024, List.of("B", "kB", "MB", "GB", "TB").indexOf(unit));
    }
}
