package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings of child processes, one of which can't get rid of its lines because the other one, which writes the log, is stopped. */
class FlightRecorderEventsTest {
    /** More than memory and spill file take. */
    private static final int MANY = 2_000;

    @TempDir
    Path folder;

    private ChildProcess start(String... options) throws IOException {
        Path config = Files.writeString(folder.resolve("tailrace.xml"), """
                <configuration>
                  <tailrace memory='1MB' spill='500KB' stripes='1' whenFull='drop-below WARN' maxWait='2ms'/>
                  <appender name='F' class='ch.qos.logback.core.rolling.RollingFileAppender'>
                    <file>%1$s/app.log</file>
                    <rollingPolicy class='ch.qos.logback.core.rolling.FixedWindowRollingPolicy'>
                      <maxIndex>5</maxIndex><fileNamePattern>%1$s/app.%%i.log</fileNamePattern>
                    </rollingPolicy>
                    <triggeringPolicy class='ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy'>
                      <maxFileSize>200KB</maxFileSize>
                    </triggeringPolicy>
                    <encoder><pattern>%%level %%msg%%n</pattern></encoder>
                  </appender>
                  <root level='INFO'><appender-ref ref='F'/></root>
                </configuration>
                """.formatted(folder));
        return JvmLauncher.of(SlowPathsProgram.class)
                .options("-Dtailrace.config=" + config, "-Dtailrace.dir=" + folder.resolve("lanes"))
                .options(options)
                .start();
    }

    @Test
    void recording_hasWaitsWithStacks_dropsSpillsTakeoverAndRolls() throws Exception {
        Path recording = folder.resolve("recording.jfr");
        try (ChildProcess writer = start()) {
            writer.awaitLine("ready");
            // The second one: another process writes its lines.
            try (ChildProcess child =
                    start("-XX:StartFlightRecording=settings=default,filename=" + recording, "-Xlog:jfr=off")) {
                child.awaitLine("ready");
                writer.stop();
                child.say(Integer.toString(MANY));
                assertThat(child.awaitLine("done")).doesNotContain("waits=0").doesNotContain("dropped=0");
                writer.kill();
                child.say("0");
                child.awaitLine("done");
                child.process().getOutputStream().close();
                child.succeeded();
            }
        }

        List<RecordedEvent> waits = events(recording, "dev.tailrace.Wait");
        assertThat(waits).isNotEmpty().allSatisfy(wait -> {
            assertThat(wait.getString("log")).endsWith("app.log");
            assertThat(wait.getThread().getJavaName()).isEqualTo("main");
        });
        assertThat(waits)
                .anySatisfy(wait -> assertThat(wait.getBoolean("appended")).isFalse());
        assertThat(waits.get(0).getStackTrace().getFrames())
                .extracting(FlightRecorderEventsTest::call)
                .contains(SlowPathsProgram.class.getName() + ".main");
        assertThat(events(recording, "dev.tailrace.Drop"))
                .anySatisfy(drop -> {
                    assertThat(drop.getString("level")).isEqualTo("WARN");
                    assertThat(drop.getString("reason")).isEqualTo("timeout");
                    assertThat(drop.getString("logger")).isEqualTo("shop");
                })
                .anySatisfy(drop -> assertThat(drop.getString("reason")).isEqualTo("full"));
        assertThat(events(recording, "dev.tailrace.Spill"))
                .anySatisfy(spill -> assertThat(spill.getLong("bytes")).isPositive());
        assertThat(events(recording, "dev.tailrace.Takeover"))
                .singleElement()
                .satisfies(
                        takeover -> assertThat(takeover.getBoolean("succeeded")).isTrue());
        assertThat(events(recording, "dev.tailrace.Roll"))
                .isNotEmpty()
                .allSatisfy(roll -> assertThat(roll.getLong("files")).isOne());
    }

    /** Neither a quiet log nor one that is full loads the recorder; the latter asks it. */
    @Test
    void withoutRecording_onlyTheClassThatIsAskedIsLoaded() throws Exception {
        Path classes = folder.resolve("classes.txt");
        try (ChildProcess first = start();
                ChildProcess child = start("-Xlog:class+load=info:file=" + classes + "::filecount=0")) {
            first.awaitLine("ready");
            child.awaitLine("ready");
            child.say("10");
            child.awaitLine("done waits=0");
            assertThat(flightClasses(classes))
                    .as("nothing has happened")
                    .allMatch(each -> each.equals("dev.tailrace.recording.FlightRecorderEvents"));
        }
        Files.delete(classes);
        try (ChildProcess writer = start()) {
            writer.awaitLine("ready");
            try (ChildProcess child = start("-Xlog:class+load=info:file=" + classes + "::filecount=0")) {
                child.awaitLine("ready");
                writer.stop();
                child.say(Integer.toString(MANY));
                assertThat(child.awaitLine("done")).doesNotContain("waits=0");
                assertThat(flightClasses(classes))
                        .contains("jdk.jfr.FlightRecorder")
                        .allMatch(each -> each.equals("jdk.jfr.FlightRecorder")
                                || each.startsWith("dev.tailrace.recording.FlightRecorderEvents"));
            }
        }
    }

    @Test
    void withoutTheModule_waitsAndDropsAsEver() throws Exception {
        try (ChildProcess writer = start()) {
            writer.awaitLine("ready");
            try (ChildProcess child = start("--limit-modules", "java.base,java.xml")) {
                child.awaitLine("ready");
                writer.stop();
                child.say(Integer.toString(MANY));
                assertThat(child.awaitLine("done"))
                        .doesNotContain("waits=0")
                        .doesNotContain("dropped=0")
                        .contains("jfr=false");
                writer.kill();
                child.say("0");
                child.awaitLine("done");
                child.process().getOutputStream().close();
                child.succeeded();
                assertThat(child.err()).doesNotContain("Exception").doesNotContain("Error");
            }
        }
    }

    private static List<String> flightClasses(Path log) throws IOException {
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(log)) {
            String name = line.replaceFirst("^(\\[[^\\]]*\\])+ +", "").replaceFirst(" .*", "");
            if (name.startsWith("jdk.jfr.") || name.startsWith("dev.tailrace.recording.")) {
                names.add(name);
            }
        }
        return names;
    }

    private static String call(RecordedFrame frame) {
        return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    }

    private static List<RecordedEvent> events(Path recording, String name) throws IOException {
        return RecordingFile.readAllEvents(recording).stream()
                .filter(event -> event.getEventType().getName().equals(name))
                .toList();
    }
}
