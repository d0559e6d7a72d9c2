package dev.tailrace.trials;

import java.io.File;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Plays rows with one version of Spring Boot and one backend: as many as can be in one child JVM, one after another, the others in a JVM
 * each. When a JVM dies in the middle of a row, the next one goes on behind it.
 */
final class TrialRun {
    private static final long DEADLINE_SECONDS = 300;
    private static final Path MODULE = Path.of("").toAbsolutePath();
    /** Ours, as folders of classes or as jars. */
    private static final Pattern OURS =
            Pattern.compile(".*/(tailrace-[a-z0-9-]+)/target/classes|.*/(tailrace-[a-z0-9-]+?)-\\d[^/]*\\.jar");

    private static final Set<String> NOT_PUBLISHED = Set.of("tailrace-testkit", "tailrace-boot-trials");

    private final Boot boot;
    private final Backend backend;
    private final Path home;
    private final List<Path> classPath;

    TrialRun(Boot boot, Backend backend) throws IOException {
        this.boot = boot;
        this.backend = backend;
        this.home =
                MODULE.resolve("target/trials/" + boot + "-" + backend.name().toLowerCase(java.util.Locale.ROOT));
        this.classPath = classPath();
    }

    /** Whether Tailrace's logging system is on the class path of these tests. */
    static List<Path> tailrace() {
        List<Path> ours = new ArrayList<>();
        for (String each : System.getProperty("java.class.path", "").split(File.pathSeparator, -1)) {
            var matcher = OURS.matcher(each.replace(File.separatorChar, '/'));
            if (matcher.matches()) {
                String module = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                if (!NOT_PUBLISHED.contains(module)) {
                    ours.add(Path.of(each));
                }
            }
        }
        return ours;
    }

    /** Whether a child can have mounts of its own. */
    static boolean canMount() {
        try {
            return new ProcessBuilder("unshare", "-rm", "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Path> classPath() throws IOException {
        List<Path> path = new ArrayList<>();
        path.add(MODULE.resolve("target/test-classes"));
        if (backend == Backend.TAILRACE) {
            for (Path each : tailrace()) {
                path.add(Files.isDirectory(each) ? packed(each) : each);
            }
        }
        for (Path each : jars("jars")) {
            if (backend == Backend.LOGBACK || !each.getFileName().toString().startsWith("logback-")) {
                path.add(each);
            }
        }
        return path;
    }

    /** A jar of a module's classes, as applications have it: DevTools would load a folder anew at each restart. */
    private Path packed(Path classes) throws IOException {
        String module = classes.getParent().getParent().getFileName().toString();
        Path jar = Files.createDirectories(MODULE.resolve("target/trials/jars-" + boot))
                .resolve(module + ".jar");
        int status = ToolProvider.findFirst("jar")
                .orElseThrow()
                .run(System.out, System.err, "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        if (status != 0) {
            throw new IOException("no jar of " + classes);
        }
        return jar;
    }

    private List<Path> jars(String folder) throws IOException {
        try (Stream<Path> jars =
                Files.list(MODULE.resolve("boot-" + boot).resolve("target").resolve(folder))) {
            return jars.filter(each -> each.toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        }
    }

    /** What was seen in each row, normalised. */
    Map<String, Map<String, String>> play(List<Row> rows) throws Exception {
        delete(home);
        Files.createDirectories(home.resolve("tmp"));
        for (Row each : rows) {
            Path resources = Files.createDirectories(folder(each).resolve("resources"));
            for (Map.Entry<String, String> one : each.resources.entrySet()) {
                Path file = resources.resolve(one.getKey());
                Files.createDirectories(file.getParent());
                Files.writeString(file, one.getValue());
            }
        }
        Map<String, Map<String, String>> seen = new TreeMap<>();
        long begin = System.nanoTime();
        together(rows.stream().filter(each -> !each.alone).toList(), seen);
        System.out.println(
                home.getFileName() + ": " + (System.nanoTime() - begin) / 1_000_000 + " ms for the rows in one JVM");
        for (Row each : rows) {
            if (each.alone && (each.wrapper.isEmpty() || canMount())) {
                seen.put(each.id, alone(each));
            }
        }
        System.out.println(home.getFileName() + ": " + (System.nanoTime() - begin) / 1_000_000 + " ms");
        return seen;
    }

    private void together(List<Row> rows, Map<String, Map<String, String>> seen) throws Exception {
        Set<String> left =
                new LinkedHashSet<>(rows.stream().map(each -> each.id).toList());
        for (int jvm = 0; !left.isEmpty(); jvm++) {
            Path out = home.resolve("console-" + jvm + ".txt");
            Path err = home.resolve("stderr-" + jvm + ".txt");
            Files.deleteIfExists(home.resolve("now"));
            int status = run(command(List.of(), List.of(), classPath, out, left), Map.of(), home, out, err, null);
            String last = Files.exists(home.resolve("now")) ? Files.readString(home.resolve("now")) : "";
            if (status != 0 && last.isEmpty()) {
                throw new IllegalStateException("no row was played: " + Files.readString(err));
            }
            for (String id : List.copyOf(left)) {
                Path file = home.resolve(id).resolve("seen.properties");
                Map<String, String> one = Files.exists(file) ? read(file) : new TreeMap<>();
                if (Files.notExists(file)) {
                    one.put("thrown", "the JVM ended with status " + status + ": " + Files.readString(err));
                }
                seen.put(id, Normal.of(one, home.resolve(id).toString(), home.toString()));
                left.remove(id);
                if (id.equals(last) && status != 0) {
                    break;
                }
            }
        }
    }

    private Map<String, String> alone(Row row) throws Exception {
        Path folder = folder(row);
        Path out = folder.resolve("console.txt");
        Path err = folder.resolve("stderr.txt");
        List<Path> path = new ArrayList<>(List.of(folder.resolve("resources")));
        path.addAll(classPath);
        if (row.devtools) {
            path.addAll(jars("devtools"));
        }
        List<String> command = command(row.wrapper, row.jvm, path, out, List.of(row.id));
        StringBuilder pid = new StringBuilder();
        int status = run(command, row.environment, folder, out, err, pid);
        if (status == 137) {
            status = run(command, row.environment, folder, out, err, pid);
        }
        Path file = folder.resolve("seen.properties");
        Map<String, String> seen = Files.exists(file) ? read(file) : new TreeMap<>();
        // Complete only now.
        seen.put(Row.CONSOLE, Files.readString(out));
        seen.put(Row.STDERR, Files.readString(err));
        seen.put(Row.EXIT, String.valueOf(status));
        seen.putIfAbsent("pid", pid.toString());
        Path log = folder.resolve("app.log");
        if (Files.exists(log)) {
            seen.put("app.log", Files.readString(log));
        }
        return Normal.of(seen, folder.toString(), home.toString());
    }

    private Path folder(Row row) {
        return home.resolve(row.id);
    }

    private List<String> command(
            List<String> wrapper, List<String> jvm, List<Path> path, Path out, Collection<String> rows) {
        List<String> command = new ArrayList<>(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Over before compiling well would pay. The folder for temporary files is where base.xml puts a log file.
        Collections.addAll(
                command,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx512m",
                "-Dfile.encoding=UTF-8",
                "-Djava.io.tmpdir=" + home.resolve("tmp"),
                "-Dtrials.boot=" + boot,
                "-Dtrials.backend=" + backend,
                "-Dtrials.home=" + home,
                "-Dtrials.out=" + out,
                "-Dtrials.play=" + String.join(",", rows));
        command.addAll(jvm);
        command.add("-cp");
        command.add(path.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        command.add(TrialsMain.class.getName());
        return command;
    }

    private static int run(
            List<String> command,
            Map<String, String> environment,
            Path folder,
            Path out,
            Path err,
            @org.jspecify.annotations.Nullable StringBuilder pid)
            throws Exception {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()))
                .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
        // What Spring Boot and JVMs would read.
        builder.environment()
                .keySet()
                .removeIf(each -> each.matches("(?i)(SPRING|LOGGING|TAILRACE|JAVA_TOOL|JDK_JAVA)_.*|PID|DEBUG|TRACE"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (pid != null) {
            pid.setLength(0);
            pid.append(process.pid());
        }
        try {
            if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("still running after " + DEADLINE_SECONDS + " s: " + command);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        return process.exitValue();
    }

    private static Map<String, String> read(Path file) throws IOException {
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            properties.load(reader);
        }
        Map<String, String> seen = new TreeMap<>();
        for (String each : properties.stringPropertyNames()) {
            seen.put(each, properties.getProperty(each));
        }
        return seen;
    }

    private static void delete(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
