package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Like {@link LogbackFilesTwinTest}, with older versions that compiled features which newer versions dropped: Logback 1.5.36 with
 * conditions, and every third of the other configurations (all in a full run); Logback 1.5.12 with expression filters.
 */
@Tag("twin")
class OlderLogbackTwinTest {
    private static final int SHARE = Share.isFull() ? 1 : 3;
    private static final List<Twin> SOME = some();
    private static final Map<TwinPair.Reference, List<Twin>> TWINS = new EnumMap<>(Map.of(
            TwinPair.Reference.LOGBACK_OLDER, SOME, TwinPair.Reference.LOGBACK_OLDEST, LogbackTwins.expressions()));

    @TempDir
    private static Path folder;

    private static final Map<TwinPair.Reference, TwinPair> PAIRS = new EnumMap<>(TwinPair.Reference.class);

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
        for (Map.Entry<TwinPair.Reference, List<Twin>> twins : TWINS.entrySet()) {
            TwinPair pair = new TwinPair(
                    twins.getKey(),
                    twins.getValue(),
                    folder.resolve(twins.getKey().name()));
            pair.run();
            PAIRS.put(twins.getKey(), pair);
        }
    }

    static Stream<Arguments> configurations() {
        return TWINS.entrySet().stream()
                .flatMap(twins -> twins.getValue().stream().map(twin -> Arguments.of(twins.getKey(), twin)));
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configuration_leavesTheSameFiles(TwinPair.Reference reference, Twin twin) throws Exception {
        PAIRS.get(reference).compare(twin);
    }

    @Test
    void conditions_areAmongThem() {
        assertThat(SOME)
                .filteredOn(twin -> twin.inside().contains("<if condition"))
                .hasSizeGreaterThan(5);
    }

    @AfterAll
    static void report() throws Exception {
        for (Map.Entry<TwinPair.Reference, TwinPair> each : PAIRS.entrySet()) {
            TwinPair pair = each.getValue();
            boolean shared = SHARE != 1 && each.getKey() == TwinPair.Reference.LOGBACK_OLDER;
            System.out.println("Logback twins: " + TWINS.get(each.getKey()).size() + " configurations"
                    + (shared ? ", a third of them (-Pfull: all), " : ", all of them, ") + pair.comparedFiles()
                    + " files and " + pair.comparedBytes() + " bytes compared with "
                    + each.getKey().version());
        }
    }
}
