package dev.tailrace.slf4j.twin;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Filters by expressions with Logback 1.5.12, the last one that compiled them. */
@Tag("twin")
class OldestLogbackTwinTest {
    private static final List<Twin> ALL = LogbackTwins.expressions();

    @TempDir
    private static Path folder;

    private static TwinPair pair;

    @BeforeAll
    static void run() throws Exception {
        pair = new TwinPair(TwinPair.Reference.LOGBACK_OLDEST, ALL, folder);
        pair.run();
    }

    static List<Twin> configurations() {
        return ALL;
    }

    @ParameterizedTest
    @MethodSource("configurations")
    void configuration_leavesTheSameFiles(Twin twin) throws Exception {
        pair.compare(twin);
    }

    @AfterAll
    static void tell() throws Exception {
        System.out.println("Logback twins: " + ALL.size() + " configurations with expressions, " + pair.comparedFiles()
                + " files and " + pair.comparedBytes() + " bytes compared with "
                + TwinPair.Reference.LOGBACK_OLDEST.version());
    }
}
