package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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
 * The same logback.xml and the same program, with the real Logback and with Tailrace, leave the same files with the same bytes. All
 * configurations run one after the other in one JVM for each of the two.
 */
@Tag("twin")
class LogbackFilesTwinTest {
    private static final List<Twin> FILES = LogbackTwins.files().toList();
    private static final List<Twin> ROLLED = LogbackTwins.rolled().toList();

    @TempDir
    private static Path folder;

    private static TwinPair files;
    private static TwinPair rolled;

    @BeforeAll
    static void run() throws Exception {
        files = new TwinPair(TwinPair.Reference.LOGBACK, FILES, folder.resolve("files"), 0);
        files.run();
        rolled = new TwinPair(TwinPair.Reference.LOGBACK, ROLLED, folder.resolve("rolled"), 2);
        rolled.run();
    }

    static Stream<Twin> files() {
        return FILES.stream();
    }

    static Stream<Twin> rolled() {
        return ROLLED.stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void configuration_leavesTheSameFiles(Twin twin) throws Exception {
        boolean dates = twin.name().equals("dates");
        files.compare(twin, text -> dates ? text.replaceAll("[0-9]", "0") : text);
    }

    @ParameterizedTest
    @MethodSource("rolled")
    void rolling_leavesTheSameFiles(Twin twin) throws Exception {
        // A zip's entry is dated to the minute.
        rolled.compare(twin, text -> text.replaceAll("\\d{4}-\\d\\d-\\d\\d_\\d{4}", "MINUTE"));
    }

    @Test
    void elementsAndOptions_occurTwice() throws Exception {
        TwinCoverage coverage = TwinCoverage.of(Stream.concat(files(), rolled()).toList());
        System.out.println("Logback twins: " + coverage);
        for (String each : LogbackTwins.COVERED) {
            assertThat(coverage.count(each)).as(each).isGreaterThanOrEqualTo(2);
        }
    }

    @AfterAll
    static void tell() {
        System.out.println("Logback twins: " + (FILES.size() + ROLLED.size()) + " configurations, "
                + (files.comparedFiles() + rolled.comparedFiles()) + " files and "
                + (files.comparedBytes() + rolled.comparedBytes()) + " bytes compared");
    }
}
