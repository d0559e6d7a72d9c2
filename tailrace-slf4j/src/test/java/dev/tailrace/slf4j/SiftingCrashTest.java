package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A process that dies in the middle of sifting loses nothing: the next one brings each line to its own file, once. */
class SiftingCrashTest {
    private static final int LINES = 5_000;
    private static final int USERS = 5;
    /** How often the last process waits for all that was left. */
    private static final int PATIENCE = 10;

    /** Where each process dies; nowhere: right after its last line. */
    private static final List<String[]> DEATHS = List.of(
            death("after the intent", 3),
            death("after a write", 200),
            death("before the commit", 1_000),
            death("roll: renamed", 2),
            death("recovery: after a write", 1),
            death("after the intent", 1),
            new String[0]);

    @TempDir
    Path folder;

    private static String[] death(String step, int at) {
        return new String[] {"-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=" + at};
    }

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
            new ChildJvm(folder, "%msg%n", loggers)
                    .dying(DEATHS.get(run))
                    .run(
                            Dying.class,
                            String.valueOf(run),
                            String.valueOf(LINES),
                            acknowledged(run).toString());
        }
        ChildJvm.Output last = new ChildJvm(folder, "%msg%n", loggers)
                .run(Dying.class, "0", "0", acknowledged(0).toString());
        // Whose call was under way when a process died is said, as information; nothing is torn off, left or doubled.
        assertThat(last.err())
                .filteredOn(line -> line.contains(" warning: ") || line.contains(" error: "))
                .isEmpty();
        requireEachOnce();
    }

    private Path acknowledged(int run) {
        return folder.resolve("acknowledged-" + run);
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
        // One that dies while it finishes what another one left may not get to a call of its own.
        assertThat(all).as("calls that returned").isGreaterThan(LINES);
    }

    /** Logs, and ends without a word; with nothing to log it waits for what others left. */
    static final class Dying {
        private Dying() {}

        public static void main(String[] arguments) throws IOException {
            Logger log = LoggerFactory.getLogger("shop");
            int lines = Integer.parseInt(arguments[1]);
            if (lines == 0) {
                MDC.put("user", "last");
                log.info("last 0 0 end");
                // Thousands of lines of the others come first, and more users than may be open take turns.
                for (int i = 0; i < PATIENCE && !Tailrace.flush(); i++) {
                    System.out.println("not yet");
                }
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
            // So that the drainer gets to the step that ends the process.
            for (int i = 0;
                    i < PATIENCE && System.getProperty("tailrace.crashStep") != null && !Tailrace.flush();
                    i++) {
                System.out.println("not yet");
            }
            Runtime.getRuntime().halt(0);
        }
    }
}
