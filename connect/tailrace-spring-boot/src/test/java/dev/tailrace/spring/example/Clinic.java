package dev.tailrace.spring.example;

import dev.tailrace.micrometer.TailraceMetrics;
import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.spring.TailraceLoggingSystem;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import dev.tailrace.testkit.LocalRepository;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code examples/spring-boot}, copied, and started by its own script with one backend. For one thread. */
final class Clinic implements AutoCloseable {
    static final Path ORIGINAL = LocalRepository.root().resolve("examples").resolve("spring-boot");
    private static final Path WORK = Path.of("target", "examples").toAbsolutePath();
    private static final Path PROJECT = WORK.resolve("spring-boot");
    private static final Pattern PORT = Pattern.compile("Tomcat started on port (\\d+)");
    /** Of the whole start, with the build. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private final Path logs;
    private final ChildProcess process;
    private final HttpClient client = HttpClient.newHttpClient();
    private int port;

    private Clinic(Path logs, ChildProcess process) {
        this.logs = logs;
        this.process = process;
    }

    /** Makes a copy of the example, and a local repository with this build's artifacts. */
    static void prepare() throws IOException {
        LocalRepository repository = LocalRepository.in(WORK.resolve("repository"));
        repository.pom("tailrace-parent", LocalRepository.root().resolve("pom.xml"));
        List<Path> backend = Origins.backend();
        for (int i = 0; i < backend.size(); i++) {
            repository.module(Origins.BACKEND_MODULES.get(i), backend.get(i));
        }
        repository.module("tailrace-slf4j", Origins.of(TailraceServiceProvider.class));
        repository.module("tailrace-micrometer", Origins.of(TailraceMetrics.class));
        repository.module("tailrace-spring-boot", Origins.of(TailraceLoggingSystem.class));
        for (String target : List.of("ship", "otlp", "kafka")) {
            repository.module(
                    "tailrace-" + target,
                    LocalRepository.moduleFolder("tailrace-" + target).resolve("target/classes"));
        }
        repository.jar("tailrace-spring-boot-starter", Files.createDirectories(WORK.resolve("empty")));
        repository.pom(
                "tailrace-spring-boot-starter",
                LocalRepository.moduleFolder("tailrace-spring-boot-starter").resolve("pom.xml"));
        LocalRepository.copyProject(ORIGINAL, PROJECT);
    }

    /** Starts it, on a free port: by its script, or its jar where that is built. */
    static Clinic start(String name, String backend, String... arguments) throws IOException {
        // Names of one length: a line may be cut at its end.
        Path logs = PROJECT.resolve(name + "-" + (backend.equals("tailrace") ? "ours" : "them"));
        Path jar = PROJECT.resolve("target").resolve("clinic-" + backend + ".jar");
        List<String> command = new ArrayList<>(
                Files.exists(jar)
                        ? List.of(Jdk.java().toString(), "-jar", "target/clinic-" + backend + ".jar")
                        : List.of("bash", PROJECT.resolve("run.sh").toString(), backend));
        command.add("--server.port=0");
        command.add("--logging.file.name=" + logs.resolve("clinic.log"));
        command.add("--clinic.audit-file=" + logs.resolve("audit.log"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).directory(PROJECT.toFile());
        // The usual repository has what the example needs after the first time; only then the network is asked.
        builder.environment()
                .put("MVN", "mvn -ntp -Dstyle.color=never -Dmaven.repo.local=" + WORK.resolve("repository"));
        // Over before compiling well would pay.
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx256m");
        builder.environment().put("TAILRACE_DIR", PROJECT.resolve("lanes").toString());
        builder.environment()
                .keySet()
                .removeIf(each -> each.matches("(?i)(SPRING|LOGGING|MANAGEMENT|CLINIC|SERVER)_.*|DEBUG|TRACE"));
        return new Clinic(logs, ChildProcess.start(builder));
    }

    /** Waits until it serves requests. */
    Clinic awaitReady() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            String line = process.line("", Duration.ofNanos(deadline - System.nanoTime()));
            if (line == null) {
                throw new AssertionError("it doesn't start; " + process.log());
            }
            Matcher matcher = PORT.matcher(line);
            if (matcher.find()) {
                port = Integer.parseInt(matcher.group(1));
            }
            if (line.contains("Started ClinicApplication")) {
                return this;
            }
        }
    }

    /** The status of the answer, and its body. */
    String get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    /** Posts JSON, in a request of that name. */
    String post(String name, String path, String json) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .header("X-Request", name)
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private URI uri(String path) {
        return URI.create("http://localhost:" + port + path);
    }

    private String send(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    /** Waits until the console has a text. */
    void awaitConsole(String text) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (!process.out().contains(text)) {
            String line = process.line("", Duration.ofNanos(deadline - System.nanoTime()));
            if (line == null) {
                throw new AssertionError("no '" + text + "'; " + process.log());
            }
        }
    }

    /** Ends it as a container does, and waits for that. */
    void terminate() {
        process.signal("TERM");
        int status = process.status();
        if (status != 143) {
            throw new AssertionError("status " + status + "; " + process.log());
        }
    }

    /** Waits until it has ended by itself. */
    void awaitEnd() {
        process.succeeded();
    }

    long pid() {
        return process.pid();
    }

    String console() {
        return process.out();
    }

    /** Without what the build and the JVM say. */
    List<String> errors() {
        return process.err()
                .lines()
                // Maven ends colours that it hasn't begun.
                .map(line -> line.replace("\u001b[0m", ""))
                .filter(line -> !line.startsWith("Building the clinic"))
                .filter(line -> !line.startsWith("NOTE: Picked up JDK_JAVA_OPTIONS"))
                .toList();
    }

    /** A file below the folder in which it runs. */
    Path below(String name) {
        return PROJECT.resolve(name);
    }

    String file(String name) throws IOException {
        return Files.readString(logs.resolve(name));
    }

    @Override
    public void close() {
        process.close();
    }
}
