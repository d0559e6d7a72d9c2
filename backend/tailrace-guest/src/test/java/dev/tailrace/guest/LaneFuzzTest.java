package dev.tailrace.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lets {@link LaneFuzz} run for {@code -Dtailrace.fuzzSeconds} (8 unless set), by {@code -Dtailrace.fuzzSeed} (the time unless set), in a
 * process with a heap of 64 MiB. A round that failed is run again alone with {@code -Dtailrace.fuzzRound}.
 */
class LaneFuzzTest {
    private static final long SECONDS = Long.getLong("tailrace.fuzzSeconds", 8);
    private static final long SEED = Long.getLong("tailrace.fuzzSeed", System.nanoTime());

    @TempDir
    Path temp;

    @Test
    void recovery_spoiltLaneDirectories_losesNothingThatIsWhole() throws Exception {
        System.out.println("fuzz: seed=" + SEED + ", seconds=" + SECONDS);
        List<String> arguments = new ArrayList<>(List.of(
                Files.createDirectory(temp.resolve("folder")).toString(),
                String.valueOf(SEED),
                String.valueOf(SECONDS)));
        String round = System.getProperty("tailrace.fuzzRound");
        if (round != null) {
            arguments.add(round);
        }
        try (ChildProcess fuzz = JvmLauncher.of(LaneFuzz.class, arguments.toArray(new String[0]))
                .options("-Xmx64m", "-XX:MaxDirectMemorySize=64m", "-XX:ErrorFile=" + temp.resolve("crash.log"))
                .merged()
                .start()) {
            String text = fuzz.succeeded(Duration.ofSeconds(SECONDS + 120)).out();
            assertThat(text).as("seed %s", SEED).contains("rounds=");
            System.out.println("fuzz: " + text.strip());
        }
    }
}
