package dev.tailrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamageTest {
    @TempDir
    Path folder;

    /** A damage without an effect, or with a different effect each time, would prove nothing. */
    @Test
    void of_aSeed_isAlwaysTheSameAndNearlyAlwaysADamage() {
        byte[] whole = "2026-11-24 all is well here\n".repeat(100).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        byte[] before = whole.clone();
        int damaged = 0;
        for (int seed = 0; seed < 100; seed++) {
            byte[] once = Damage.of(whole, seed);
            assertThat(Damage.of(whole, seed)).isEqualTo(once);
            damaged += java.util.Arrays.equals(once, whole) ? 0 : 1;
            assertThat(Damage.coarse(whole, new Random(seed))).isEqualTo(Damage.coarse(whole, new Random(seed)));
        }
        assertThat(damaged).isGreaterThan(90);
        assertThat(whole).isEqualTo(before);
    }

    @Test
    void wordAndCut_changeTheFileWhereTheyShould() throws Exception {
        Path file = Files.write(folder.resolve("file"), new byte[24]);

        Damage.word(file, 8, 0x0102);
        assertThat(Files.readAllBytes(file))
                .hasSize(24)
                .containsSequence(new byte[] {0, 2, 1, 0})
                .startsWith(new byte[8]);
        Damage.cut(file, 9);
        assertThat(Files.readAllBytes(file)).isEqualTo(new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 2});
        Damage.cut(file, 100);
        assertThat(file).hasSize(9);
    }
}
