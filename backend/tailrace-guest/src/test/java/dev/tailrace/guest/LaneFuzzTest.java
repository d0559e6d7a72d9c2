package dev.tailrace.guest;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets {@link LaneFuzz} run for {@code -Dtailrace.fuzzSeconds} (8 unless told), by {@code -Dtailrace.fuzzSeed} (the time unless told), in
 * a process with a heap of 64 MiB. A round that failed is run again alone with {@code -Dtailrace.fuzzRound}.
 */
class LaneFuzzTest {
    private static final long SECONDS = Long.getLong("tailrace.fuzzSeconds", 8);
    private static final long SEED = Long.getLong("tailrace.fuzzSeed", System.nanoTime());

    @TempDir
    Path temp;

    @Test
    void recovery_spoiltLaneDirectories_losesNothingThatIsWhole() throws Exception {
        System.out.println("fuzz: seed=" + SEED + ", seconds=" + SECONDS);
        Path output = temp.resolve("output");
        Files.createDirectory(temp.resolve("folder"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=64m",
                "-XX:ErrorFile=" + temp.resolve("crash.log"),
                "-cp",
                System.getProperty("java.class.path"),
                LaneFuzz.class.getName(),
                temp.resolve("folder").toString(),
                String.valueOf(SEED),
                String.valueOf(SECONDS)));
        String round = System.getProperty("tailrace.fuzzRound");
        if (round != null) {
            command.add(round);
        }
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended = process.waitFor(SECONDS + 120, TimeUnit.SECONDS);
        process.destroyForcibly();

        String text = Files.readString(output);
        assertThat(ended).as("it ends in time; seed %s; %s", SEED, text).isTrue();
        assertThat(process.exitValue()).as("seed %s; %s", SEED, text).isZero();
        assertThat(text).contains("rounds=");
        System.out.println("fuzz: " + text.strip());
    }
}
