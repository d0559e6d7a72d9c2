package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.testkit.ChildProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The counts of a process that is killed: those of windows that had ended are in the log, once and exact; only those of the last window are
 * missing. A summary is a line from the moment it is in its lane.
 */
class LimitCrashTest {
    private static final int EVENTS = 3_000;
    /** The burst of the limit: these events are lines. */
    private static final int LINES = 5;
    /** Events of a window that doesn't end any more. */
    private static final int MORE = 100;

    /** The step of a batch, or of a successor's recovery, at which a run dies; "": in its second window. */
    private static final List<String> DEATHS = List.of(
            "",
            "after the intent",
            "recovery: written",
            "after a write",
            "recovery: positions restored",
            "before the commit",
            "after the commit",
            "");

    private static final Pattern LINE = Pattern.compile("run-([0-9]+) [0-9]+");
    private static final Pattern SUMMARY = Pattern.compile("([0-9,]+) times? more in .*\"run-([0-9]+) \\{\\}\"");

    @TempDir
    Path folder;

    private ChildJvm child() throws IOException {
        ChildJvm child = new ChildJvm(folder, "%msg%n").options("-Dtailrace.dir=" + folder.resolve("lanes"));
        Path config = folder.resolve("logback.xml");
        Files.writeString(
                config,
                Files.readString(config)
                        .replace(
                                "<configuration>",
                                "<configuration><tailrace><limit rate='1/h' burst='" + LINES
                                        + "' window='1 s'/></tailrace>"));
        return child;
    }

    @Test
    void deaths_atAnyStep_endedWindowsAreExact_andNothingIsThereTwice() throws Exception {
        for (int run = 0; run < DEATHS.size(); run++) {
            Files.write(returned(run), new byte[2 * Integer.BYTES]);
            String step = DEATHS.get(run);
            // Each line before the summary is a batch of its own; and the takeover commits the former run's last batch.
            int batch = step.startsWith("recovery") ? 1 : LINES + (step.endsWith("commit") ? 2 : 1);
            String[] options = step.isEmpty()
                    ? new String[0]
                    : new String[] {"-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=" + batch};
            child().dying(options)
                    .run(Dying.class, String.valueOf(run), returned(run).toString(), log().toString());
        }
        child().with(LogView.class).run(Last.class, log().toString());

        long[] found = found(log(), DEATHS.size());
        int whole = 0;
        for (int run = 0; run < found.length; run++) {
            ByteBuffer returned = ByteBuffer.wrap(Files.readAllBytes(returned(run)));
            int calls = returned.getInt();
            int ended = returned.getInt();
            System.out.println("run " + run + " (" + DEATHS.get(run) + "): " + calls + " calls returned, " + ended
                    + " in ended windows, " + found[run] + " accounted for");
            // The interrupted call may count or not.
            assertThat(found[run]).as("run %s: %s", run, DEATHS.get(run)).isBetween((long) ended, calls + 1L);
            whole += found[run] >= EVENTS ? 1 : 0;
        }
        assertThat(whole).as("runs with a summary").isGreaterThanOrEqualTo(6);
    }

    /** Events of each run: lines, and counts in summaries. */
    private static long[] found(Path log, int runs) throws IOException {
        long[] found = new long[runs];
        for (String line : Files.readAllLines(log)) {
            Matcher summary = SUMMARY.matcher(line);
            Matcher written = LINE.matcher(line);
            if (summary.matches()) {
                found[Integer.parseInt(summary.group(2))] +=
                        Long.parseLong(summary.group(1).replace(",", ""));
            } else if (written.matches()) {
                found[Integer.parseInt(written.group(1))]++;
            }
        }
        return found;
    }

    @Test
    void anotherProcessDrains_itWritesTheSummaryBeforeThisOneEnds() throws Exception {
        try (ChildProcess drains = child().start(Drains.class);
                BufferedReader out = drains.process().inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            child().run(Logs.class);
            assertThat(found(log(), 1)[0]).isEqualTo(EVENTS);
            assertThat(drains.isAlive()).isTrue();
        }
    }

    private Path log() {
        return folder.resolve("app.log");
    }

    private Path returned(int run) {
        return folder.resolve("returned-" + run);
    }

    /** Logs more than its limit allows, waits for the summary, begins another window, and halts. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] arguments) throws Exception {
            int run = Integer.parseInt(arguments[0]);
            Logger log = LoggerFactory.getLogger("shop");
            String template = "run-" + run + " {}";
            if (System.getProperty("tailrace.crashStep", "").startsWith("recovery")) {
                // A line beside the recovery would wait for the next run, as a batch that may or may not be there.
                Thread.sleep(60_000);
                throw new IllegalStateException("not dead at the recovery");
            }
            try (FileChannel channel =
                    FileChannel.open(Path.of(arguments[1]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer returned = channel.map(FileChannel.MapMode.READ_WRITE, 0, 2 * Integer.BYTES);
                for (int i = 0; i < EVENTS; i++) {
                    log.info(template, i);
                    returned.putInt(0, i + 1);
                    if (i < LINES) {
                        Tailrace.flush();
                    }
                }
                while (found(Path.of(arguments[2]), run + 1)[run] < EVENTS) {
                    Thread.sleep(20);
                }
                returned.putInt(Integer.BYTES, EVENTS);
                for (int i = EVENTS; i < EVENTS + MORE; i++) {
                    log.info(template, i);
                    returned.putInt(0, i + 1);
                }
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /** Drains the log until its standard input ends. */
    static final class Drains {
        private Drains() {}

        public static void main(String[] arguments) throws IOException {
            LoggerFactory.getLogger("drains").info("drains");
            Tailrace.flush();
            System.out.println("ready");
            if (System.in.read() < 0) {
                System.out.println("over");
            }
        }
    }

    /** Logs more than its limit allows, and exits normally. */
    static final class Logs {
        private Logs() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger("shop");
            for (int i = 0; i < EVENTS; i++) {
                log.info("run-0 {}", i);
            }
        }
    }

    /** Waits until all remaining lines are written. */
    static final class Last {
        private Last() {}

        public static void main(String[] arguments) throws Exception {
            LoggerFactory.getLogger("last").info("last");
            Path lock = LogSearch.lockFiles(Path.of(arguments[0])).get(0);
            while (LogView.of(lock).owners().stream().anyMatch(owner -> !owner.alive())) {
                Thread.sleep(20);
            }
            Tailrace.flush();
        }
    }
}
