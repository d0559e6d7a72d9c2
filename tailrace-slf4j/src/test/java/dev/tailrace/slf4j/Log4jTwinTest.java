package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same log4j2.xml and the same program, with the real Log4j 2 and with Tailrace, leave the same files with the same bytes. All
 * configurations that need nothing but files run one after the other in one JVM for each of the two.
 */
@Tag("twin")
class Log4jTwinTest {
    private static final List<Twin> FILES = Log4jTwins.all();

    @TempDir
    private static Path folder;

    private static TwinPair pair;
    private static long bytes;

    @BeforeAll
    static void run() throws Exception {
        pair = new TwinPair(TwinPair.Reference.LOG4J, FILES, folder, 0);
        pair.run();
    }

    static Stream<Twin> files() {
        return FILES.stream();
    }

    @ParameterizedTest
    @MethodSource("files")
    void configuration_leavesTheSameFiles(Twin twin) throws Exception {
        boolean dates = twin.name().equals("dates");
        pair.compare(twin, text -> dates ? text.replaceAll("[0-9]", "0") : text);
    }

    static Stream<Twin> console() {
        return Log4jTwins.console();
    }

    @ParameterizedTest
    @MethodSource("console")
    void configuration_writesTheSameToTheConsole(Twin twin, @TempDir Path own) throws Exception {
        // Without a root logger Log4j writes to the console with the time.
        UnaryOperator<String> masked =
                text -> twin.name().equals("no root") ? text.replaceAll("(?m)^[-0-9T:.]+Z ", "") : text;
        TwinPair single = new TwinPair(TwinPair.Reference.LOG4J, List.of(twin), own, 0);
        single.run();
        single.compare(twin, masked);
        single.compareOutput(masked);
        bytes += single.comparedBytes();
    }

    /** Where the first process ended the second goes on, in the same period. */
    @Test
    void rolling_afterARestart_leavesTheSameFiles(@TempDir Path own) throws Exception {
        List<Twin> rolled = FILES.stream()
                .filter(twin -> twin.name()
                        .matches(
                                "size, default window is full|size, gz, newest lowest|time and size, no max|direct write"
                                        + "|RollingFile .*, (gz|zip), (max|nomax|direct)"))
                .toList();
        assertThat(rolled).hasSizeGreaterThan(8);
        TwinPair twice = new TwinPair(TwinPair.Reference.LOG4J, rolled, own, 0);
        twice.run();
        twice.run();
        for (Twin twin : rolled) {
            twice.compare(twin, text -> text);
        }
        bytes += twice.comparedBytes();
    }

    @Test
    void elementsAndOptions_occurTwice() throws Exception {
        TwinCoverage coverage =
                TwinCoverage.of(Stream.concat(FILES.stream(), console()).toList());
        System.out.println("Log4j 2 twins: " + coverage);
        for (String each : Log4jMoreTwins.COVERED) {
            assertThat(coverage.count(each)).as(each).isGreaterThanOrEqualTo(2);
        }
    }

    @AfterAll
    static void tell() {
        System.out.println("Log4j 2 twins: " + (FILES.size() + console().count()) + " configurations, "
                + pair.comparedFiles() + " files and " + (pair.comparedBytes() + bytes) + " bytes compared");
    }
}
