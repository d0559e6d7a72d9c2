package dev.tailrace.torture.fault;

import dev.tailrace.guest.view.LogView;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.torture.audit.Arrivals;
import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.child.TargetServer;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A scene whose processes log to a file that is rolled and compressed, and to a target in a process of its own. For one thread. */
final class Shipping implements AutoCloseable {
    private static final int HALTS_SECONDS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    /** The files of records roll at 8 MB: long lines get there soon. */
    private static final int LETTERS = 3_000;

    private static final int FAST_MICROS = 1_000;
    private static final int USUAL_MICROS = 3_000;
    private static final int ROLL_KILOBYTES = 4_096;
    private static final int BAD_EACH = 1_999;
    /** Below the ports that systems give to clients: one that tries such a port over and over may meet itself there. */
    private static final int FIRST_PORT = 20_000;

    private static final int PORTS = 10_000;
    /** Reports on standard error, where long lines are wrapped. */
    private static final Pattern DROPPED =
            Pattern.compile("(\\d+) log records for \\S+ were dropped".replace(" ", "\\s+"));

    private static final Pattern LEFT_OVER = Pattern.compile("(\\d+) log records for \\S+ stay".replace(" ", "\\s+"));
    /** A slot of the stored position: magic, sequence, key, offset, acknowledged, retried, dropped, checksum. */
    private static final int SLOT = 64;

    private static final int SEQUENCE_AT = 8;
    private static final int DROPPED_AT = 48;

    private final Trial trial;
    private final String kind;
    private final boolean capped;
    private final Scene scene;
    private final Path arrived;
    private final int port = freePort();
    private String mood = "calm";
    private ChildProcess target;

    /**
     * Starts the target.
     *
     * @param kind {@code otlp} or {@code lines}
     * @param capped whether the cap is the smallest one; then no record is bad
     */
    Shipping(Trial trial, String kind, boolean capped) throws IOException {
        this.trial = trial;
        this.kind = kind;
        this.capped = capped;
        this.scene = trial.scene(SceneSettings.rolled(ROLL_KILOBYTES));
        this.arrived = scene.folder().resolve("arrived");
        this.target = startTarget();
        Path configuration = scene.folder().resolve("tailrace.xml");
        String root = "<root level=\"INFO\">";
        Files.writeString(
                configuration,
                Files.readString(configuration).replace(root, appender() + root + "<appender-ref ref=\"SHIP\"/>"));
        scene.give("-Xmx128m");
        scene.give("-Dtailrace.shutdown=50s");
    }

    private String appender() {
        boolean lines = kind.equals("lines");
        return """
                <appender name="SHIP" class="dev.tailrace.ShipAppender">
                  <target>%s</target>
                  <address>%s://127.0.0.1:%d</address>
                  <directory>%s</directory>
                  <cap>%s</cap>
                  %s
                </appender>
                """.formatted(
                        kind,
                        lines ? "tcp" : "http",
                        port,
                        directory(),
                        capped ? "16MB" : "1GB",
                        lines ? "<encoder><pattern>%msg%n</pattern></encoder>" : "<timeout>2 seconds</timeout>");
    }

    private static int freePort() {
        while (true) {
            int port = FIRST_PORT + new Random().nextInt(PORTS);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // Another process has it.
            }
        }
    }

    private ChildProcess startTarget() throws IOException {
        String badEach = capped || kind.equals("lines") ? "0" : String.valueOf(BAD_EACH);
        String seed = String.valueOf(trial.random().nextInt());
        ChildProcess started = JvmLauncher.of(
                        TargetServer.class, kind, String.valueOf(port), arrived.toString(), seed, badEach)
                .options("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto")
                .start();
        started.awaitLine("ready");
        return started;
    }

    Scene scene() {
        return scene;
    }

    ChildProcess target() {
        return target;
    }

    /** Starts the target again after a kill, in the same mood. */
    void restart() throws IOException {
        target = startTarget();
        mood(mood);
    }

    /** Changes how the target answers, see {@link TargetServer}. */
    void mood(String next) {
        mood = next;
        target.say(next);
        target.awaitLine(next);
    }

    /** Starts a process that logs as soon as it can, with these options. */
    Child begin(String... options) throws IOException {
        // In a long run two threads log 1.5 MB/s, so that a busy machine can send what waits after an outage.
        int pause = capped || trial.isQuick() ? FAST_MICROS : USUAL_MICROS;
        Child child = scene.start(new ProducerLoad(2, pause, 0, LETTERS, List.of(options), false));
        child.send("go");
        return child;
    }

    /** Starts a process, and returns when it logs, or has halted. */
    Child start(String... options) throws IOException, InterruptedException {
        Child child = begin(options);
        // The output of a process that halts ends a little before it.
        if (!child.await("ready", PATIENCE.toSeconds()) && child.awaitEnd(HALTS_SECONDS) == null) {
            scene.complain(child, "did not start");
        }
        return child;
    }

    private Path directory() {
        return scene.folder().resolve("ship");
    }

    /** The index of the process that sends, of the one that drains the records, or of any. */
    int victim(List<Child> children) throws IOException {
        boolean sends = trial.random().nextBoolean();
        long pid = sends ? sender() : LogView.drainerOf(directory().resolve(".records.tailrace-lock"));
        for (Child child : children) {
            if (child.pid() == pid && trial.random().nextInt(3) > 0) {
                trial.tally().steps.merge("kill of the " + (sends ? "sender" : "drainer"), 1L, Long::sum);
                return children.indexOf(child);
            }
        }
        return trial.random().nextInt(children.size());
    }

    /** The process that has the lock of sending; -1: none, or this system doesn't show it. */
    private long sender() throws IOException {
        Path locks = Path.of("/proc/locks");
        Path lock = directory().resolve(".records.lock");
        if (Files.isReadable(locks) && Files.exists(lock)) {
            String end = ":" + Files.getAttribute(lock, "unix:ino");
            for (String line : Files.readAllLines(locks)) {
                String[] words = line.trim().split(" +", -1);
                if (words.length > 5 && words[5].endsWith(end)) {
                    return Long.parseLong(words[4]);
                }
            }
        }
        return -1;
    }

    void awaitArrivals() throws IOException, InterruptedException {
        long before = Files.size(arrived);
        if (!Trial.await(PATIENCE.toSeconds(), () -> Files.size(arrived) > before)) {
            scene.complain("nothing arrives");
        }
    }

    /** Ends all processes; audits the log, what arrived, and the counts of what was dropped. */
    void settle() throws IOException, InterruptedException {
        Audit log = scene.audit();
        if (reports(LEFT_OVER)[0] > 0) {
            // There was no time, or the only record is a bad one, which is held until the target has taken another.
            mood("calm");
            Child last = scene.startReady(ProducerLoad.lines(1, 20));
            last.send("go");
            last.await("stopped", PATIENCE.toSeconds());
            scene.end(last);
            log = scene.auditNow();
        }
        Arrivals arrivals = Arrivals.of(arrived, scene.acknowledgements());
        long dropped = dropped();
        long[] reports = reports(DROPPED);
        // A report of dropped records is a record, which may be dropped, too.
        long lostReports = capped ? reports[0] - arrivals.foreign : 0;
        long missing = capped ? arrivals.missing : 0;
        if (dropped != missing + lostReports + arrivals.refused.size()) {
            scene.complain("%d records were dropped by count; %d are missing, %d reports, and %d were refused"
                    .formatted(dropped, missing, lostReports, arrivals.refused.size()));
        }
        if (trial.tally().kills == 0 && dropped != reports[1]) {
            scene.complain(dropped + " records were dropped by count, and " + reports[1] + " by the reports");
        }
        trial.tally().repeated += arrivals.repeated;
        trial.tally().refused += arrivals.refusedRequests;
        trial.settle(scene, arrivals.addTo(log, missing));
    }

    /** The number of records that were given up: the sum beside the records. */
    private long dropped() throws IOException {
        ByteBuffer slots = ByteBuffer.wrap(Files.readAllBytes(directory().resolve(".records.position")));
        boolean second = slots.limit() > SLOT && slots.getLong(SLOT + SEQUENCE_AT) > slots.getLong(SEQUENCE_AT);
        return slots.getLong((second ? SLOT : 0) + DROPPED_AT);
    }

    /** The number of such reports on standard error of all processes, and the sum of the numbers in them. */
    private long[] reports(Pattern report) throws IOException {
        long[] found = new long[2];
        try (Stream<Path> files = Files.list(scene.folder())) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith("errors-"))
                    .toList()) {
                for (Matcher one = report.matcher(Files.readString(file)); one.find(); found[0]++) {
                    found[1] += Long.parseLong(one.group(1));
                }
            }
        }
        return found;
    }

    @Override
    public void close() throws IOException {
        target.close();
        scene.close();
    }
}
