package dev.tailrace.doctor.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.testkit.Damage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whatever becomes of a file, reading it ends, says what it could not read, and never throws. */
@Tag("anyjdk")
class DamagedMemoryTest {
    private static final List<String> FILES = List.of(
            "parnew-incident.log",
            "jdk8-tenuring.log",
            "jdk8-cms.log",
            "jdk8-g1.log",
            "jdk8-parallel.log",
            "jdk17-g1.log",
            "jdk17-serial-plain.log",
            "jdk25-z.log",
            "jdk25-shenandoah.log");

    private static final int VARIANTS = 25;

    @Test
    void read_damagedLogs_endsAndIsNeverSilent() {
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            for (String file : FILES) {
                byte[] whole = Reading.resource(file);
                for (int seed = 0; seed < VARIANTS; seed++) {
                    byte[] bytes = Damage.of(whole, seed);
                    long begin = System.nanoTime();
                    Evidence evidence = Reading.of(file, bytes);
                    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
                    evidence.all(GcLog.class).forEach(GcFigures::of);
                    String text = new String(bytes, StandardCharsets.ISO_8859_1);
                    boolean tells = text.contains("] GC(") || text.contains("[GC (") || text.contains("[GC pause");
                    if (tells && text.indexOf('\0') < 0) {
                        assertThat(evidence.exhibits().size()
                                        + evidence.unread().size())
                                .as("%s, seed %d", file, seed)
                                .isPositive();
                    }
                }
            }
        });
    }

    @Test
    void read_hostileLines_takesNoTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (String part :
                    List.of("[", "[GC (", "1K->", "1K(1K)->1K(1K), 0.1 secs", "GC(", "[ParNew: ", "-X", "-XX:a=")) {
                Reading.ofText(part.repeat(200_000));
                Reading.ofText((part.repeat(500) + "\n").repeat(200));
            }
        });
    }
}
