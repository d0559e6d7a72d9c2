package dev.tailrace.doctor.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Doctor on the recording of a process whose callers really waited. */
class FullLogTest {
    @TempDir
    Path folder;

    private List<Remark> diagnose(boolean read) throws Exception {
        return Doctor.examine(List.of(record(read, "default"))).remarks().stream()
                .filter(each -> each.code().equals("TR3168"))
                .toList();
    }

    private Path record(boolean read, String settings) throws Exception {
        Path config = Files.writeString(
                folder.resolve("tailrace.xml"), """
                <configuration>
                  <tailrace memory='%s' maxWait='1s' shutdown='100ms' console='async' directory='%s'/>
                  <appender name='OUT' class='ch.qos.logback.core.ConsoleAppender'>
                    <encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <root level='INFO'><appender-ref ref='OUT'/></root>
                </configuration>
                """.formatted(read ? "16MB" : "1MB", folder.resolve("lanes")));
        Path recording = folder.resolve("recording.jfr");
        JvmLauncher launcher = JvmLauncher.of(FullLogProgram.class)
                .options(
                        "-Dtailrace.config=" + config,
                        "-Dslf4j.provider=dev.tailrace.slf4j.TailraceServiceProvider",
                        "-XX:StartFlightRecording=settings=" + settings + ",filename=" + recording);
        try (ChildProcess child = (read ? launcher.outputTo(folder.resolve("out")) : launcher.unread()).start()) {
            child.succeeded();
        }
        return recording;
    }

    @Test
    void callersThatWaited_areNamedWithLogThreadsAndStack() throws Exception {
        assertThat(diagnose(false)).singleElement().satisfies(remark -> {
            assertThat(remark.cause())
                    .matches("Callers waited here for room in the log: [0-9,]+ times, [0-9.]+ s in all,"
                            + " in threads seller-#, at .*")
                    .contains(FullLogProgram.class.getName() + ".record:")
                    .contains(" < " + FullLogProgram.class.getName() + ".sell:")
                    .contains("events were dropped");
            assertThat(remark.consumer()).isEqualTo("the log console");
            assertThat(remark.evidence()).isNotEmpty();
            assertThat(remark.document()).endsWith("/doctor.md#tr3168");
        });
    }

    /** The guide's example: waits from 20 ms on, and no drops. */
    @Test
    void settingsOfTheGuide_holdForTailracesEvents() throws Exception {
        String guide = Files.readString(Path.of("..", "..", "docs", "guide", "jfr.md"));
        int begin = guide.indexOf("```xml\n") + "```xml\n".length();
        Path settings = Files.writeString(
                folder.resolve("own.jfc"),
                "<configuration version=\"2.0\">\n" + guide.substring(begin, guide.indexOf("```", begin))
                        + "<event name=\"jdk.JVMInformation\"><setting name=\"enabled\">true</setting></event>"
                        + "</configuration>\n");

        List<RecordedEvent> events = RecordingFile.readAllEvents(record(false, settings.toString()));
        assertThat(events)
                .isNotEmpty()
                .noneMatch(each -> each.getEventType().getName().equals("dev.tailrace.Drop"));
        assertThat(events)
                .filteredOn(each -> each.getEventType().getName().equals("dev.tailrace.Wait"))
                .allMatch(each -> each.getDuration().toMillis() >= 20);
    }

    @Test
    void sameProgram_whoseConsoleIsRead_isNoFinding() throws Exception {
        assertThat(diagnose(true)).isEmpty();
    }
}
