package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.apache.logging.log4j.core.LoggerContext;

/** Logs the same events through both appenders in one context, and compares their files. */
final class ParityRun {
    /** The references of a logger, or of what stands before the appenders. */
    static final String BOTH = "<AppenderRef ref='RollingFile'/><AppenderRef ref='Tailrace'/>";

    static final String DIRECT = "<Root level='all'>" + BOTH + "</Root>";
    private static final Duration ARCHIVING = Duration.ofSeconds(20);
    private static final int LEAST = 5_000;

    private ParityRun() {}

    /**
     * Fails unless the files are the same; returns whether Tailrace's encoder wrote them.
     *
     * @param more further appenders
     * @param loggers what stands in {@code <Loggers>}
     */
    static boolean compare(Path folder, ParityCases.Case of, String more, String loggers) throws IOException {
        String configuration = "<Configuration status='ERROR'><Appenders>" + of.appender("RollingFile", folder)
                + of.appender("Tailrace", folder) + more + "</Appenders><Loggers>" + loggers
                + "</Loggers></Configuration>";
        return compare(folder, "log4j2.xml", configuration, of.rounds());
    }

    /** The same with a configuration in a file of this name, whose appenders are called as they write into folders of their names. */
    static boolean compare(Path folder, String file, String configuration, int rounds) throws IOException {
        LoggerContext context = Contexts.start(folder, file, configuration);
        boolean encoded;
        try {
            TailraceAppender appender = context.getConfiguration().getAppender("Tailrace");
            encoded = appender.encodes();
            SampleEvents.log(context, rounds);
        } finally {
            Contexts.stop(context);
        }
        Map<String, String> theirs = files(folder.resolve("RollingFile"));
        await().atMost(ARCHIVING)
                .untilAsserted(() -> assertThat(difference(theirs, files(folder.resolve("Tailrace"))))
                        .isEmpty());
        assertThat(String.join("", theirs.values())).hasSizeGreaterThan(LEAST);
        return encoded;
    }

    /** What is different first, in a few words. */
    private static String difference(Map<String, String> theirs, Map<String, String> ours) {
        for (Map.Entry<String, String> each : theirs.entrySet()) {
            List<String> expected = each.getValue().lines().toList();
            List<String> found = ours.getOrDefault(each.getKey(), "").lines().toList();
            for (int i = 0; i < Math.max(expected.size(), found.size()); i++) {
                String line = i < expected.size() ? expected.get(i) : "nothing";
                String own = i < found.size() ? found.get(i) : "nothing";
                if (!line.equals(own)) {
                    return each.getKey() + ", line " + i + ":\n" + line + "\n" + own;
                }
            }
            if (!each.getValue().equals(ours.get(each.getKey()))) {
                return each.getKey() + ": line ends";
            }
        }
        return theirs.keySet().equals(ours.keySet()) ? "" : "files " + theirs.keySet() + ", ours " + ours.keySet();
    }

    /** Visible files by their paths, with their decompressed texts. */
    private static SortedMap<String, String> files(Path root) throws IOException {
        SortedMap<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path each : all.filter(Files::isRegularFile).toList()) {
                if (!String.valueOf(each.getFileName()).startsWith(".")) {
                    files.put(root.relativize(each).toString(), new String(content(each), StandardCharsets.ISO_8859_1));
                }
            }
        }
        return files;
    }

    private static byte[] content(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            if (file.toString().endsWith(".gz")) {
                return new GZIPInputStream(in).readAllBytes();
            }
            if (file.toString().endsWith(".zip")) {
                ZipInputStream zip = new ZipInputStream(in);
                zip.getNextEntry();
                return zip.readAllBytes();
            }
            return in.readAllBytes();
        }
    }
}
