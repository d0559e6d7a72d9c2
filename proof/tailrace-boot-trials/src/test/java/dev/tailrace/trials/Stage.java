package dev.tailrace.trials;

import dev.tailrace.Tailrace;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

/** Where a row is played, in a child JVM: starts its applications, asks them, and keeps what was seen. For one thread. */
final class Stage {
    private static final long PATIENCE_MILLIS = 10_000;
    private static final boolean IS_TAILRACE =
            System.getProperty("trials.backend", "").equals(Backend.TAILRACE.name());

    private final Row row;
    private final Path folder;
    private final Path out;
    private final long from;
    private final Deque<ConfigurableApplicationContext> open = new ArrayDeque<>();
    private final Map<String, String> seen = new TreeMap<>();

    Stage(Row row, Path folder, Path out) throws IOException {
        this.row = row;
        this.folder = folder;
        this.out = out;
        this.from = Files.size(out);
    }

    /** Runs the application of the row with its arguments and more. */
    ConfigurableApplicationContext start(String... more) {
        return start(row.web ? TrialWebApplication.class : TrialApplication.class, more);
    }

    ConfigurableApplicationContext start(Class<?> source, String... more) {
        SpringApplication application = application(source);
        ConfigurableApplicationContext context = application.run(arguments(more));
        open.push(context);
        return context;
    }

    /** As an application starts that sets nothing. */
    void withBanner(String... more) {
        SpringApplication application = new SpringApplication(TrialApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setMainApplicationClass(TrialApplication.class);
        open.push(application.run(arguments(more)));
    }

    SpringApplication application(Class<?> source) {
        SpringApplication application = new SpringApplication(source);
        application.setBannerMode(Banner.Mode.OFF);
        application.setMainApplicationClass(source);
        if (!row.web) {
            application.setWebApplicationType(WebApplicationType.NONE);
        }
        return application;
    }

    String[] arguments(String... more) {
        List<String> arguments = new ArrayList<>(row.arguments);
        arguments.addAll(Arrays.asList(more));
        if (row.web) {
            arguments.add("--server.port=0");
            arguments.add("--management.endpoints.web.exposure.include=*");
        }
        return arguments.stream()
                .map(each -> each.replace("{dir}", folder.toString()))
                .toArray(String[]::new);
    }

    /** Expects the start to fail and keeps why: the messages of the exception and its causes. */
    void startFailing(String... more) {
        try {
            start(more);
            see("failure", "started");
        } catch (RuntimeException | Error e) {
            StringBuilder chain = new StringBuilder();
            for (Throwable each = e; each != null; each = each.getCause()) {
                chain.append(each).append('\n');
            }
            see("failure", chain.toString());
        }
    }

    /** Closes the application that was started last. */
    void close() {
        open.pop().close();
    }

    void closeAll() {
        while (!open.isEmpty()) {
            close();
        }
    }

    @SuppressWarnings("MethodCanBeStatic")
    Logger log() {
        return LoggerFactory.getLogger("demo.shop.Orders");
    }

    Path path(String name) {
        return folder.resolve(name);
    }

    void see(String key, Object value) {
        seen.put(key, String.valueOf(value));
    }

    Map<String, String> seen() {
        return seen;
    }

    /** With Tailrace another thread writes: returns when all that was logged is written. */
    static void written() {
        if (IS_TAILRACE) {
            Tailrace.flush();
        }
    }

    /** Waits until the console has text that is logged behind an answer. */
    void awaitConsole(String part) throws IOException {
        long begin = System.nanoTime();
        while (!console().contains(part) && System.nanoTime() - begin < PATIENCE_MILLIS * 1_000_000) {
            pause(5);
        }
    }

    /** Waits until a file has text that an asynchronous appender of Logback's writes. */
    void awaitFile(String name, String part) throws IOException {
        long begin = System.nanoTime();
        written();
        while (!Files.readString(path(name)).contains(part)
                && System.nanoTime() - begin < PATIENCE_MILLIS * 1_000_000) {
            pause(5);
        }
    }

    /** Keeps the text of a file below the folder of the row. */
    void seeFile(String name) throws IOException {
        seeFile(name, StandardCharsets.UTF_8);
    }

    void seeFile(String name, Charset charset) throws IOException {
        Path file = path(name);
        written();
        see(name, Files.exists(file) ? Files.readString(file, charset) : "no file");
    }

    /** Keeps the names of the files below a folder of the row. */
    void seeNames(String key, String name) throws IOException {
        try (var files = Files.walk(path(name))) {
            see(
                    key,
                    String.join(
                            "\n",
                            files.filter(Files::isRegularFile)
                                    .map(each -> path(name).relativize(each).toString())
                                    // Its locks.
                                    .filter(each -> !each.contains(".tailrace"))
                                    .sorted()
                                    .toList()));
        }
    }

    /** What was written to the console since the row began. */
    String console() throws IOException {
        written();
        byte[] all = Files.readAllBytes(out);
        return new String(all, (int) from, all.length - (int) from, StandardCharsets.UTF_8);
    }

    static void pause(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The answer of the application that was started last: its status, and its text in a further line. */
    String get(String path) throws IOException {
        return send("GET", path, "");
    }

    String post(String path, String json) throws IOException {
        return send("POST", path, json);
    }

    String send(String method, String path, String body, String... headers) throws IOException {
        String port = Objects.requireNonNull(
                open.element().getEnvironment().getProperty("local.server.port"), "no web server");
        HttpURLConnection connection = (HttpURLConnection)
                URI.create("http://localhost:" + port + path).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout(10_000);
        connection.setReadTimeout(10_000);
        for (int i = 0; i < headers.length; i += 2) {
            connection.setRequestProperty(headers[i], headers[i + 1]);
        }
        if (!body.isEmpty()) {
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            try (OutputStream request = connection.getOutputStream()) {
                request.write(body.getBytes(StandardCharsets.UTF_8));
            }
        }
        int status = connection.getResponseCode();
        try (InputStream answer = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
            String text = answer == null ? "" : new String(answer.readAllBytes(), StandardCharsets.UTF_8);
            return status + "\n" + text;
        }
    }
}
