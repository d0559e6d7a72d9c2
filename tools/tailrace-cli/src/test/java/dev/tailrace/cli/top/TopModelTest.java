package dev.tailrace.cli.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.cli.LoggingProcess;
import dev.tailrace.guest.view.LogsHere;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a report says of a real process's log, at other times. */
class TopModelTest {
    @TempDir
    Path folder;

    @Test
    void drainerThatHangs_isNamedWithTheTimeSinceItsLastStep() throws Exception {
        Path file = folder.toRealPath().resolve("app.log");
        Path config = Files.writeString(
                folder.resolve("app.xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'><file>" + file
                        + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        try (ChildProcess drainer = JvmLauncher.of(LoggingProcess.class, "app", "1")
                .options("-Dtailrace.dir=" + folder.resolve("lanes"), "-Dtailrace.config=" + config)
                .start()) {
            assertThat(drainer.line()).isEqualTo("logged");
            // The drainer notes a step about once a second.
            TopLook now = Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> TopLook.at(LogsHere.of(file.toString())), look -> stepped(look) > 0);
            long stepped = stepped(now);

            assertThat(trouble(now, stepped + 3_900)).isEmpty();
            assertThat(trouble(now, stepped + 35_000))
                    .isEqualTo("process " + drainer.pid() + " drains this log and has written nothing for 35 s");
        }
    }

    private static long stepped(TopLook look) {
        return look.logs().get(0).view().steppedMillis();
    }

    private static String trouble(TopLook look, long millis) {
        TopLook later = new TopLook(millis, look.nanos(), look.pid(), look.logs(), look.remarks());
        return new TopModel().report(later).logs().get(0).trouble();
    }
}
