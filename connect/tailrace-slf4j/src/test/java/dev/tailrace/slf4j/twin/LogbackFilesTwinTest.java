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
 * The same logback.xml and the same program, with the real Logback and with Tailrace, leave the same files with the same bytes, and print
 * the same. All configurations run one after the other in one JVM for each of the two.
 */
@Tag("twin")
class LogbackFilesTwinTest {
    private static final List<Twin> ALL = LogbackTwins.all();

    @TempDir
    private static Path folder;

    private static TwinPair pair;

    @BeforeAll
    static void run() throws Exception {
        pair = new TwinPair(TwinPair.Reference.LOGBACK, ALL, folder);
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

    @Test
    void supportedElementsAndOptions_occurTwice() throws Exception {
        List<Twin> compared = new ArrayList<>(ALL);
        compared.addAll(LogbackTwins.scripted());
        assertThat(TwinReport.missing("Logback twins", TwinCoverage.of(compared), Supported.of("logback")))
                .isEmpty();
    }

    @Test
    void policies_triggersAndCompressions_occurInEachCombination() {
        Combinations.check("Logback twins", ALL, Combinations.ofLogback());
    }

    @AfterAll
    static void report() throws IOException {
        System.out.println("Logback twins: " + ALL.size() + " configurations, " + pair.comparedFiles() + " files and "
                + pair.comparedBytes() + " bytes compared with " + TwinPair.Reference.LOGBACK.version());
    }
}
