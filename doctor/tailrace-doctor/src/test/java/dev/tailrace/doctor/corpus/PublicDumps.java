package dev.tailrace.doctor.corpus;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A tool to run by hand on a folder of dumps that are not committed: counts what was read, what was found, and prints each finding about
 * logging, of which a reader says whether it is right. {@code PublicDumps FOLDER}
 */
final class PublicDumps {
    private static final String OF_LOGGING = "TR31[0-2]\\d";

    private PublicDumps() {}

    public static void main(String[] args) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(Path.of(args[0]))) {
            files = all.filter(Files::isRegularFile)
                    .filter(each -> !each.getFileName().toString().endsWith(".tsv"))
                    .sorted()
                    .toList();
        }
        int read = 0;
        int crashed = 0;
        Map<String, Integer> codes = new TreeMap<>();
        for (Path file : files) {
            Diagnosis diagnosis;
            try {
                diagnosis = Doctor.examine(List.of(file));
            } catch (RuntimeException e) {
                crashed++;
                System.out.println("CRASH " + file + ": " + e);
                continue;
            }
            boolean threads =
                    diagnosis.patient().timeline().moments().stream().anyMatch(each -> each.threadCount() > 0);
            read += threads ? 1 : 0;
            for (Remark each : diagnosis.remarks()) {
                codes.merge(each.severity() + " " + each.code() + " " + each.title(), 1, Integer::sum);
                if (each.code().matches(OF_LOGGING) && each.counts()) {
                    System.out.println("LOGGING " + file + ": " + each.code() + " " + each.cause());
                } else if (each.counts() && !each.code().equals("TR3191")) {
                    System.out.println("OTHER " + file + ": " + each.code() + " " + each.cause());
                }
            }
            if (!threads) {
                System.out.println("NOT READ " + file);
            }
        }
        System.out.println(files.size() + " files, " + read + " with threads that were read, " + crashed + " crashes");
        codes.forEach((code, count) -> System.out.println(count + " " + code));
    }
}
