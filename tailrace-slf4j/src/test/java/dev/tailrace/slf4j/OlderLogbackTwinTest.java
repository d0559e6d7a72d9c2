package dev.tailrace.slf4j;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same as {@link LogbackFilesTwinTest} with an older Logback, and the conditions that newer ones don't read. */
@Tag("twin")
@Tag("full")
class OlderLogbackTwinTest {
    @Test
    void configurations_leaveTheSameFiles(@TempDir Path folder) throws Exception {
        same(
                Stream.concat(LogbackTwins.files(), LogbackTwins.scripted())
                        .filter(twin -> !twin.name().equals("dates"))
                        .toList(),
                folder,
                0);
    }

    @Test
    void rolling_leavesTheSameFiles(@TempDir Path folder) throws Exception {
        same(LogbackTwins.rolled().toList(), folder, 2);
    }

    private static void same(List<Twin> twins, Path folder, int pauseMillis) throws Exception {
        TwinPair pair = new TwinPair(TwinPair.Reference.LOGBACK_OLDER, twins, folder, pauseMillis);
        pair.run();
        for (Twin twin : twins) {
            pair.compare(twin, text -> text.replaceAll("\\d{4}-\\d\\d-\\d\\d_\\d{4}", "MINUTE"));
        }
        System.out.println("older Logback twins: " + twins.size() + " configurations, " + pair.comparedFiles()
                + " files and " + pair.comparedBytes() + " bytes compared");
    }
}
