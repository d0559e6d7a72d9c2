package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipInputStream;
import org.awaitility.Awaitility;

/**
 * Runs the same configurations and the same program with the real backend and with Tailrace, each in its own JVM. Both must leave the same
 * files with the same decompressed bytes.
 */
final class TwinPair {
    private static final long DEADLINE_SECONDS = 600;
    /** Log4j was seen to consider a file up to half a second too young, as if its time were rounded to seconds. */
    private static final long OLDER_MILLIS = 600;

    /** The content of a file before the first log call. */
    private static final String OLD = "from before\n";

    /** The real backend. */
    enum Reference {
        LOG4J("log4j2.xml", "Configuration", "log4j"),
        LOGBACK("logback.xml", "configuration", "logback"),
        /** An older Logback, with the compiler of its conditions. */
        LOGBACK_OLDER("logback.xml", "configuration", "logback-older");

        private final String file;
        private final String element;
        private final String jars;

        Reference(String file, String element, String jars) {
            this.file = file;
            this.element = element;
            this.jars = jars;
        }

        /** The backend's name and version, from its jars. */
        String version() throws IOException {
            try (Stream<Path> jars = Files.list(Path.of("target", this.jars))) {
                return jars.map(jar -> jar.getFileName().toString().replace(".jar", ""))
                        .filter(jar -> jar.matches("(logback-classic|log4j-core)-.*"))
                        .findFirst()
                        .orElseThrow();
            }
        }
    }

    private final Reference reference;
    private final List<Twin> twins;
    private final Path theirs;
    private final Path ours;
    private long comparedBytes;
    private int comparedFiles;

    TwinPair(Reference reference, List<Twin> twins, Path folder) throws IOException {
        this.reference = reference;
        this.twins = twins;
        this.theirs = prepared(Files.createDirectories(folder.resolve("theirs")));
        this.ours = prepared(Files.createDirectories(folder.resolve("ours")));
    }

    /** Creates a folder with a subfolder for each configuration. */
    private Path prepared(Path side) throws IOException {
        List<String> list = new ArrayList<>();
        for (int i = 0; i < twins.size(); i++) {
            Twin twin = twins.get(i);
            Path folder = Files.createDirectory(side.resolve(String.valueOf(i)));
            Files.writeString(folder.resolve("old.log"), OLD);
            Path config = Files.writeString(folder.resolve(file(twin)), document(twin, twin.inside(), folder));
            if (!twin.changed().isEmpty()) {
                Files.writeString(folder.resolve(TwinProgram.CHANGED), document(twin, twin.changed(), folder));
            }
            list.add(twin.rounds() + " " + twin.pauseMillis() + " " + twin.script() + " " + config);
        }
        Files.write(side.resolve("list"), list);
        Files.writeString(side.resolve("empty.xml"), "<configuration/>");
        for (String shared : new String[] {"p.properties", "included.xml"}) {
            try (InputStream in = Objects.requireNonNull(TwinPair.class.getResourceAsStream("/twins/" + shared))) {
                Files.copy(in, side.resolve(shared));
            }
        }
        return side;
    }

    private String file(Twin twin) {
        return twin.isProperties() ? reference.file.replace(".xml", ".properties") : reference.file;
    }

    private String document(Twin twin, String inside, Path folder) {
        if (twin.isProperties()) {
            return inside.replace("F/", folder + "/");
        }
        return "<" + reference.element + " " + twin.attributes() + ">" + inside.replace("F/", folder + "/") + "</"
                + reference.element + ">";
    }

    /** Runs both concurrently. A second call continues where the first one ended. */
    void run() throws Exception {
        assertThat(runInTime()).isTrue();
    }

    /** Runs both; false if one of them couldn't log at the planned times, so that another pair has to try. */
    boolean runInTime() throws Exception {
        // Existing files must be older than the processes, as backends compare these times.
        long prepared = System.currentTimeMillis();
        Awaitility.await()
                .pollDelay(0, TimeUnit.MILLISECONDS)
                .pollInterval(10, TimeUnit.MILLISECONDS)
                .until(() -> System.currentTimeMillis() > prepared + OLDER_MILLIS);
        long start = (System.currentTimeMillis() / 1000 + 5) * 1000;
        for (Path side : new Path[] {theirs, ours}) {
            Files.writeString(side.resolve("start"), String.valueOf(start));
        }
        try (Stream<Path> jars = Files.list(Path.of("target", reference.jars))) {
            List<Path> provider = new ArrayList<>(Origins.backend());
            provider.add(Origins.of(TailraceServiceProvider.class));
            try (ChildProcess first = start(
                            theirs,
                            reference.name(),
                            jars.map(Path::toAbsolutePath).toList());
                    ChildProcess second = start(ours, "TAILRACE", provider)) {
                boolean inTime = finish(first);
                return finish(second) && inTime;
            }
        }
    }

    private static ChildProcess start(Path side, String backend, List<Path> jars) throws IOException {
        return JvmLauncher.of(TwinProgram.class, backend, side.resolve("list").toString())
                .options("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
                .options("-Dlogback.configurationFile=" + side.resolve("empty.xml"))
                .options("-Dtwin=yes", "-Dtailrace.shutdown=60s")
                .classPath(jars)
                .classPath(org.slf4j.Logger.class, TwinProgram.class)
                .in(side)
                .outputTo(side.resolve("stdout"))
                .errorsTo(side.resolve("stderr"))
                .start();
    }

    private static boolean finish(ChildProcess process) {
        int status = process.status(Duration.ofSeconds(DEADLINE_SECONDS));
        assertThat(status).as(process::log).isIn(0, TwinProgram.LATE);
        return status == 0;
    }

    /** Compares the files of one configuration. */
    void compare(Twin twin) throws IOException {
        Map<String, String> expected = left(theirs, twin);
        Map<String, String> actual = left(ours, twin);
        assertThat(actual.keySet()).as("%s", twin.inside()).isEqualTo(expected.keySet());
        expected.forEach((file, text) -> assertThat(actual.get(file))
                .as("%s", file + " of " + twin.inside())
                .isEqualTo(text));
        // An empty result proves nothing.
        long bytes = expected.values().stream().mapToLong(String::length).sum();
        assertThat(bytes).isGreaterThan(OLD.length());
        comparedBytes += bytes;
        comparedFiles += expected.size();
    }

    /** The real backend's files of a configuration: texts by name. */
    Map<String, String> theirs(Twin twin) throws IOException {
        return left(theirs, twin);
    }

    /** Tailrace's files of a configuration: texts by name. */
    Map<String, String> ours(Twin twin) throws IOException {
        return left(ours, twin);
    }

    private Map<String, String> left(Path side, Twin twin) throws IOException {
        Map<String, String> tree = tree(side.resolve(String.valueOf(twins.indexOf(twin))), file(twin));
        // Status messages of both go there, too.
        if (!twin.inside().matches("(?is).*system[._]err.*")) {
            tree.remove("stderr");
        }
        // Only Logback leaves a file of a first period without an event, maybe with a zip entry.
        if (twin.script().equals("seconds")) {
            tree.values().removeIf(text -> text.isEmpty() || text.matches("[^\n]*: "));
        }
        tree.replaceAll((file, text) -> twin.mask().of(text));
        return tree;
    }

    long comparedBytes() {
        return comparedBytes;
    }

    int comparedFiles() {
        return comparedFiles;
    }

    /** All visible files but the configuration, decompressed, by their path below the folder. */
    private static Map<String, String> tree(Path folder, String configuration) throws IOException {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                if (!name.equals(configuration)
                        && !name.equals(TwinProgram.CHANGED)
                        && !file.getFileName().toString().startsWith(".")) {
                    tree.put(name, read(file));
                }
            }
        }
        return tree;
    }

    private static String read(Path file) throws IOException {
        String name = file.toString();
        try (InputStream in = Files.newInputStream(file)) {
            if (name.endsWith(".gz")) {
                return text(new GZIPInputStream(in));
            }
            if (name.endsWith(".zip")) {
                ZipInputStream zip = new ZipInputStream(in);
                return zip.getNextEntry().getName() + ": " + text(zip);
            }
            return text(in);
        }
    }

    private static String text(InputStream in) throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
}
