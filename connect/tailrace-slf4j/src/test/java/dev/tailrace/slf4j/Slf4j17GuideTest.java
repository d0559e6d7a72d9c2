package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An slf4j-api 1.7 in front of Tailrace has the symptoms that docs/guide/slf4j-1.7.md shows. */
class Slf4j17GuideTest {
    @TempDir
    Path folder;

    private ChildProcess run(List<Path> inFront) throws Exception {
        List<Path> path = new ArrayList<>(inFront);
        path.addAll(Origins.backend());
        path.addAll(Origins.of(TailraceLogger.class, org.slf4j.Logger.class, ClassPathFindingsTest.OneLine.class));
        return JvmLauncher.of(ClassPathFindingsTest.OneLine.class)
                .classPath(path)
                .in(folder)
                .run();
    }

    @Test
    void olderApi_inFront_saysWhatTheGuideShows() throws Exception {
        ChildProcess child = run(Guide.jars("slf4j-1.7", "slf4j-api-1.7"));

        assertThat(child.err())
                .isEqualToNormalizingNewlines(Guide.page("slf4j-1.7.md").blockWith("StaticLoggerBinder"));
        assertThat(child.out()).isEmpty();
    }

    /** The guide states that Logback 1.2 writes its lines in this case. */
    @Test
    void olderApi_withLogback_writesLogbacksLines() throws Exception {
        ChildProcess child = run(Guide.jars("slf4j-1.7", ""));

        assertThat(child.out()).contains("INFO").endsWith("logged\n");
        assertThat(child.err()).doesNotContain("TR1");
    }
}
