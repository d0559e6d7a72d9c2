package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
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
 * The same log4j2.xml and the same program, with the real Log4j 2 and with Tailrace, leave the same files with the same bytes, and print
 * the same. All configurations run one after the other in one JVM for each of the two.
 */
@Tag("twin")
class Log4jFilesTwinTest {
    private static final List<Twin> ALL = Log4jTwins.all();

    @TempDir
    private static Path folder;

    private static TwinPair pair;
    private static long bytes;

    @BeforeAll
    static void run() throws Exception {
        pair = new TwinPair(TwinPair.Reference.LOG4J, ALL, folder);
        pair.run();
    }

    static Stream<Twin> all() {
        return ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("all")
    void configuration_leavesTheSameFiles(Twin twin) throws Exception {
        pair.compare(twin);
    }

    /** The second process continues where the first one ended, in the same period. */
    @Test
    void rolling_afterARestart_leavesTheSameFiles(@TempDir Path own) throws Exception {
        List<Twin> rolled = ALL.stream()
                .filter(twin -> twin.name()
                        .matches(
                                "size, default window is full|size, gz, newest lowest|time and size, no max|direct write"
                                        + "|RollingFile .*size, (gz|zip), (max|nomax|direct)"))
                .toList();
        assertThat(rolled).hasSizeGreaterThan(8);
        TwinPair twice = new TwinPair(TwinPair.Reference.LOG4J, rolled, own);
        twice.run();
        twice.run();
        for (Twin twin : rolled) {
            twice.compare(twin);
        }
        bytes += twice.comparedBytes();
    }

    @Test
    void supportedElementsAndOptions_occurTwice() throws Exception {
        List<Twin> compared = new ArrayList<>(ALL);
        compared.addAll(TwinTexts.read("log4j", "differences"));
        assertThat(TwinReport.missing("Log4j 2 twins", TwinCoverage.of(compared), Supported.of("log4j")))
                .isEmpty();
    }

    @Test
    void strategies_triggersAndCompressions_occurInEachCombination() {
        Combinations.check("Log4j 2 twins", ALL, Combinations.ofLog4j());
    }

    @AfterAll
    static void report() throws IOException {
        System.out.println("Log4j 2 twins: " + ALL.size() + " configurations, " + pair.comparedFiles() + " files and "
                + (pair.comparedBytes() + bytes) + " bytes compared with " + TwinPair.Reference.LOG4J.version());
    }
}
