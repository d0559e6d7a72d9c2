package dev.tailrace.trials;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.slf4j.MDC;
import org.springframework.boot.ansi.AnsiOutput;

/**
 * A child JVM with one version of Spring Boot and one backend: plays the rows that it is given, one after another, each in application
 * contexts of its own and with a class loader that sees the row's resources. System properties are put back after each row. What was
 * seen goes to a file for each row.
 */
final class TrialsMain {
    private static final long LONGEST_ROW_MILLIS = 60_000;

    private TrialsMain() {}

    /**
     * System properties say which rows, where their folders are, and to which file the console goes: DevTools calls this again, with the
     * arguments of the application.
     */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(System.getProperty("trials.home"));
        Path out = Path.of(System.getProperty("trials.out"));
        List<Row> rows = Rows.all();
        for (String id : System.getProperty("trials.play").split(",", -1)) {
            Row row = rows.stream()
                    .filter(each -> each.id.equals(id))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no row " + id));
            if (!row.alone) {
                Files.writeString(home.resolve("now"), id);
            }
            play(row, home.resolve(id), out);
        }
    }

    private static void play(Row row, Path folder, Path out) throws Exception {
        Thread watch = watch(row);
        Properties before = (Properties) System.getProperties().clone();
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        URL[] resources = {folder.resolve("resources").toUri().toURL()};
        try (URLClassLoader own = new URLClassLoader(resources, loader)) {
            if (!row.alone) {
                Thread.currentThread().setContextClassLoader(own);
            }
            Stage stage = new Stage(row, folder, out);
            String failure = "";
            try {
                row.scenario.play(stage);
                stage.see(Row.SYSTEM, added(before));
                stage.closeAll();
            } catch (Exception | LinkageError | AssertionError e) {
                if (row.alone) {
                    throw e;
                }
                failure = trace(e);
                stage.closeAll();
            }
            stage.see(Row.CONSOLE, stage.console());
            stage.see("pid", ProcessHandle.current().pid());
            if (!failure.isEmpty()) {
                stage.see("thrown", failure);
            }
            if (Files.isWritable(folder)) {
                write(stage.seen(), folder.resolve("seen.properties"));
            }
        } finally {
            watch.interrupt();
            MDC.clear();
            Thread.currentThread().setContextClassLoader(loader);
            System.setProperties(before);
            AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
        }
    }

    private static Thread watch(Row row) {
        Thread watch = new Thread(
                () -> {
                    try {
                        Thread.sleep(LONGEST_ROW_MILLIS);
                        System.err.println("row " + row.id + " is still not done");
                        Runtime.getRuntime().halt(97);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "watch");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static String added(Properties before) {
        Map<String, String> added = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            String value = System.getProperty(name);
            if (!value.equals(before.getProperty(name))) {
                added.put(name, value);
            }
        }
        StringBuilder text = new StringBuilder();
        added.forEach(
                (name, value) -> text.append(name).append('=').append(value).append('\n'));
        return text.toString();
    }

    private static String trace(Throwable e) {
        java.io.StringWriter text = new java.io.StringWriter();
        e.printStackTrace(new java.io.PrintWriter(text));
        return text.toString();
    }

    private static void write(Map<String, String> seen, Path file) throws IOException {
        Properties properties = new Properties();
        properties.putAll(seen);
        try (OutputStream stream = Files.newOutputStream(file)) {
            properties.store(new java.io.OutputStreamWriter(stream, StandardCharsets.UTF_8), null);
        }
    }
}
