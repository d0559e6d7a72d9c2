package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import dev.tailrace.guest.view.LogSearch;
import dev.tailrace.guest.view.LogView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A process that dies while it writes keyed lines loses nothing: the next process writes each line to its own file, once. */
@Tag("slow")
class SiftingCrashTest {
    private static final int LINES = 1_000;
    private static final int USERS = 5;
    /** The most waits of a process for lines to be drained. */
    private static final int PATIENCE = 60;

    /**
     * The crash step of each consecutive process: steps of a recovery follow a crash that leaves work to recover.
     *
     * @param step the step; null: right after the last line
     * @param at the number of times the step is reached
     */
    private record Death(@Nullable String step, int at) {
        String[] options() {
            return step == null
                    ? new String[0]
                    : new String[] {"-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=" + at};
        }
    }

    private static final List<Death> DEATHS = List.of(
            new Death("after the intent", 3),
            new Death("redo: before a write", 1),
            new Death("redo: written", 1),
            new Death("after a write", 200),
            new Death("recovery: written", 1),
            new Death("recovery: positions restored", 1),
            new Death("before the commit", 400),
            new Death("after the commit", 300),
            new Death("roll: before the rename", 2),
            new Death("roll: renamed", 2),
            new Death("roll: new file opened", 2),
            new Death("after the intent", 1),
            new Death("recovery: after a write", 1),
            new Death("consumed", 100),
            new Death("takeover", 1),
            new Death(null, 0));

    /** Before this crash the test renames all active files, so that remaining lines go to new files. */
    private static final String BESIDE = "recovery: after a write";

    @TempDir
    Path folder;

    @Test
    void deaths_atAnyStep_eachLineIsInItsFileOnce() throws Exception {
        String loggers = """
                <appender name='S' class='ch.qos.logback.classic.sift.SiftingAppender'>
                  <discriminator><key>user</key><defaultValue>nobody</defaultValue></discriminator>
                  <maxAppenderCount>3</maxAppenderCount>
                  <sift>
                    <appender name='F-${user}' class='ch.qos.logback.core.rolling.RollingFileAppender'>
                      <file>FOLDER/sifted/${user}.log</file>
                      <rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>
                        <fileNamePattern>FOLDER/sifted/${user}.%d{yyyy}.%i.log</fileNamePattern>
                        <maxFileSize>10KB</maxFileSize>
                      </rollingPolicy>
                      <encoder><pattern>%msg%n</pattern></encoder>
                    </appender>
                  </sift>
                </appender>
                <root level='INFO'><appender-ref ref='S'/></root>
                """.replace("FOLDER", folder.toString());
        for (int run = 0; run < DEATHS.size(); run++) {
            Files.write(acknowledged(run), new byte[Integer.BYTES]);
            Death death = DEATHS.get(run);
            if (BESIDE.equals(death.step())) {
                renameActiveFiles();
            }
            ChildJvm.Output output = new ChildJvm(folder, "%msg%n", loggers)
                    .dying(death.options())
                    .run(
                            Dying.class,
                            String.valueOf(run),
                            String.valueOf(LINES),
                            acknowledged(run).toString());
            if (death.step() != null) {
                assertThat(output.err())
                        .as("what process %s says at its end", run)
                        .contains("crash point " + death.at() + ": " + death.step());
            }
        }
        ChildJvm.Output last = new ChildJvm(folder, "%msg%n", loggers)
                .with(LogView.class)
                .run(Dying.class, "0", "0", folder.resolve("sifted").toString());
        // An interrupted call is reported as information; no line is torn, left or duplicated.
        assertThat(last.err())
                .filteredOn(line -> line.contains(" warning: ") || line.contains(" error: "))
                .isEmpty();
        requireEachOnce();
    }

    private Path acknowledged(int run) {
        return folder.resolve("acknowledged-" + run);
    }

    private void renameActiveFiles() throws IOException {
        for (int user = 0; user < USERS; user++) {
            Path file = folder.resolve("sifted/u" + user + ".log");
            // A process that died between the rename and the new file has left no file.
            if (Files.exists(file)) {
                Files.move(file, folder.resolve("sifted/u" + user + ".moved"));
            }
        }
    }

    private void requireEachOnce() throws IOException {
        BitSet[] seen = new BitSet[DEATHS.size()];
        for (int run = 0; run < seen.length; run++) {
            seen[run] = new BitSet();
        }
        try (Stream<Path> files = Files.list(folder.resolve("sifted"))) {
            for (Path file : files.toList()) {
                String name = String.valueOf(file.getFileName());
                if (name.endsWith(".tailrace-lock") || name.startsWith("last.")) {
                    continue;
                }
                for (String line : Files.readAllLines(file)) {
                    String[] words = line.split(" ", 4);
                    int run = Integer.parseInt(words[1]);
                    int number = Integer.parseInt(words[2]);
                    assertThat(name).as(line).contains(words[0] + ".");
                    assertThat("u" + number % USERS).as(line).isEqualTo(words[0]);
                    assertThat(seen[run].get(number)).as("twice: %s", line).isFalse();
                    seen[run].set(number);
                }
            }
        }
        int all = 0;
        for (int run = 0; run < seen.length; run++) {
            int returned =
                    ByteBuffer.wrap(Files.readAllBytes(acknowledged(run))).getInt();
            System.out.println(
                    "run " + run + ": " + returned + " calls returned, " + seen[run].cardinality() + " lines found");
            all += returned;
            assertThat(seen[run].nextClearBit(0))
                    .as("lines of run %s", run)
                    .isGreaterThanOrEqualTo(returned)
                    .isEqualTo(seen[run].cardinality());
        }
        // A process that dies while it recovers may make no call of its own.
        assertThat(all).as("calls that returned").isGreaterThan(LINES);
    }

    /** Logs, and halts; with nothing to log it waits for the recovery of remaining lines. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger("shop");
            int lines = Integer.parseInt(arguments[1]);
            if (lines == 0) {
                MDC.put("user", "last");
                log.info("last 0 0 end");
                Path lock = LogSearch.lockFiles(Path.of(arguments[2])).get(0);
                // A flush waits for the process's own line only, and older lines wait, too: more users than open files
                // take turns.
                for (int i = 0; i < PATIENCE && isLeft(lock); i++) {
                    System.out.println("not yet");
                }
                Tailrace.flush();
                return;
            }
            try (FileChannel channel =
                    FileChannel.open(Path.of(arguments[2]), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                ByteBuffer returned = channel.map(FileChannel.MapMode.READ_WRITE, 0, Integer.BYTES);
                for (int i = 0; i < lines; i++) {
                    MDC.put("user", "u" + i % USERS);
                    log.info("u{} {} {} some words that make it longer", i % USERS, arguments[0], i);
                    returned.putInt(0, i + 1);
                }
            }
            // The drainer must reach the crash step.
            for (int i = 0;
                    i < PATIENCE && System.getProperty("tailrace.crashStep") != null && !Tailrace.flush();
                    i++) {
                System.out.println("not yet");
            }
            Runtime.getRuntime().halt(0);
        }

        /** Whether an ended process has lines in its lanes; polls for about a second while it has. */
        private static boolean isLeft(Path lock) {
            return LogView.of(lock).owners().stream().anyMatch(owner -> !owner.alive());
        }
    }
}
