package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Like {@link LogbackFilesTwinTest}, with Logback 1.5.36, the last one that compiled conditions: configurations with conditions, and every
 * third of the others (all in a full run).
 */
@Tag("twin")
class OlderLogbackTwinTest {
    private static final int SHARE = Share.isFull() ? 1 : 3;
    private static final List<Twin> SOME = some();

    @TempDir
    private static Path folder;

    private static TwinPair pair;

    private static List<Twin> some() {
        List<Twin> all = new ArrayList<>(LogbackTwins.plain());
        all.addAll(LogbackTwins.rolled());
        List<Twin> some = new ArrayList<>(LogbackTwins.scripted());
        for (int i = 0; i < all.size(); i += SHARE) {
            some.add(all.get(i));
        }
        return some;
    }

    @BeforeAll
    static void run() throws Exception {
        pair = new TwinPair(TwinPair.Reference.LOGBACK_OLDER, SOME, folder);
        pair.run();
    }

    static Stream<Twin> configurations() {
        return SOME.stream();
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configuration_leavesTheSameFiles(Twin twin) throws Exception {
        pair.compare(twin);
    }

    @Test
    void conditions_areAmongThem() {
        assertThat(SOME)
                .filteredOn(twin -> twin.inside().contains("<if condition"))
                .hasSizeGreaterThan(5);
    }

    @AfterAll
    static void report() throws Exception {
        System.out.println("Logback twins: " + SOME.size() + " configurations"
                + (SHARE == 1 ? ", all of them, " : ", a third of them (-Pfull: all), ") + pair.comparedFiles()
                + " files and " + pair.comparedBytes() + " bytes compared with "
                + TwinPair.Reference.LOGBACK_OLDER.version());
    }
}
