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

/** A later process writes, once, a summary of the events that a dead process's limits had suppressed. */
class LimitCrashTest {
    private static final int EVENTS = 3_000;
    /** The most waits for the drainer to reach the crash step. */
    private static final int PATIENCE = 60;

    /** The steps of a batch with summaries, and of a successor's recovery of a truncated one; "": after the last event. */
    private static final List<String> DEATHS = List.of(
            "",
            "after the intent",
            "recovery: written",
            "after a write",
            "recovery: positions restored",
            "before the commit",
            "after the commit",
            "limits reported",
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
                                "<configuration><tailrace><limit rate='10/s' burst='5' window='1 s'/></tailrace>"));
        return child;
    }

    @Test
    void deaths_atAnyStep_writtenAndSummarisedAreAllCallsThatReturned() throws Exception {
        for (int run = 0; run < DEATHS.size(); run++) {
            Files.write(returned(run), new byte[Integer.BYTES]);
            String step = DEATHS.get(run);
            String[] options = step.isEmpty()
                    ? new String[0]
                    : new String[] {"-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=1"};
            child().dying(options)
                    .run(Dying.class, String.valueOf(run), returned(run).toString());
        }
        child().with(LogView.class).run(Last.class, folder.resolve("app.log").toString());

        long[] found = found();
        for (int run = 0; run < found.length; run++) {
            int calls = ByteBuffer.wrap(Files.readAllBytes(returned(run))).getInt();
            System.out.println("run " + run + " (" + DEATHS.get(run) + "): " + calls + " calls returned, " + found[run]
                    + " accounted for");
            // The interrupted call may count or not.
            assertThat(found[run]).as("run %s: %s", run, DEATHS.get(run)).isBetween((long) calls, calls + 1L);
        }
        try (var files = Files.walk(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".limits")))
                    .as("left over")
                    .isEmpty();
        }
    }

    /** Events of each run: lines, and counts in summaries. */
    private long[] found() throws IOException {
        long[] found = new long[DEATHS.size()];
        long summaries = 0;
        for (String line : Files.readAllLines(folder.resolve("app.log"))) {
            Matcher summary = SUMMARY.matcher(line);
            Matcher written = LINE.matcher(line);
            if (summary.matches()) {
                found[Integer.parseInt(summary.group(2))] +=
                        Long.parseLong(summary.group(1).replace(",", ""));
                summaries++;
            } else if (written.matches()) {
                found[Integer.parseInt(written.group(1))]++;
            }
        }
        assertThat(summaries).isPositive();
        return found;
    }

    @Test
    void anotherProcessDrains_itWritesTheSummaryBeforeThisOneEnds() throws Exception {
        try (ChildProcess drains = child().start(Drains.class);
                BufferedReader out = drains.process().inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).isEqualTo("ready");
            child().run(Logs.class);
            assertThat(found()[0]).isEqualTo(EVENTS);
            assertThat(drains.isAlive()).isTrue();
        }
    }

    private Path returned(int run) {
        return folder.resolve("returned-" + run);
    }

    /** Logs more than its limit allows, and halts. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger("shop");
            boolean dies = System.getProperty("tailrace.crashStep") != null;
            String template = "run-" + arguments[0] + " {}";
            try (FileChannel channel =
                    FileChannel.open(Path.of(arguments[1]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer returned = channel.map(FileChannel.MapMode.READ_WRITE, 0, Integer.BYTES);
                for (int i = 0; i < EVENTS; i++) {
                    log.info(template, i);
                    returned.putInt(0, i + 1);
                }
                // Windows must end so that the drainer reaches the crash step.
                for (int i = EVENTS; dies && i < EVENTS * PATIENCE; i++) {
                    log.info(template, i);
                    returned.putInt(0, i + 1);
                    Tailrace.flush();
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
