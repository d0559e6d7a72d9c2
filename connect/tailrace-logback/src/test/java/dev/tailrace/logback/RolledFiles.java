package dev.tailrace.logback;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;

/** The files of a log, in the order of their lines. */
final class RolledFiles {
    private static final String ACTIVE = "app.log";
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private RolledFiles() {}

    /** Rolled and active files joined. {@code window}: a larger number is older. */
    static byte[] joined(Path folder, boolean window) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (Path file : of(folder, window)) {
            try (InputStream in = open(file)) {
                in.transferTo(all);
            }
        }
        return all.toByteArray();
    }

    static List<Path> of(Path folder, boolean window) throws IOException {
        Comparator<Path> rolled = Comparator.comparing(RolledFiles::key);
        Comparator<Path> activeLast =
                Comparator.comparing(file -> file.getFileName().toString().equals(ACTIVE));
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .sorted(activeLast.thenComparing(window ? rolled.reversed() : rolled))
                    .toList();
        }
    }

    private static String key(Path file) {
        return NUMBER.matcher(file.getFileName().toString())
                .replaceAll(match -> "0".repeat(Math.max(0, 12 - match.group().length())) + match.group());
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        String name = file.toString();
        if (name.endsWith(".gz")) {
            return new GZIPInputStream(in);
        }
        if (name.endsWith(".zip")) {
            ZipInputStream zip = new ZipInputStream(in);
            zip.getNextEntry();
            return zip;
        }
        return in;
    }
}
