package dev.tailrace.logback;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.FileAppender;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The appender in the place of Logback's asynchronous one. */
class AsyncAppenderTest {
    private static final String OPTIONS = "<queueSize>512</queueSize><discardingThreshold>0</discardingThreshold>"
            + "<neverBlock>false</neverBlock><includeCallerData>true</includeCallerData><maxFlushTime>0</maxFlushTime>";
    private static final String THRESHOLD =
            "<filter class=\"ch.qos.logback.classic.filter.ThresholdFilter\"><level>INFO</level></filter>";

    @TempDir
    Path folder;

    private LoggerContext run(String file, String async, String fileClass, String more) throws Exception {
        Path to = Files.createDirectories(folder.resolve(file));
        LoggerContext context = Host.context();
        Host.configure(
                context,
                folder.resolve(file + ".xml"),
                Host.appender(
                        "FILE",
                        fileClass,
                        App.inside(to, "4KB").replace("%msg", "%level [%thread] %C:%L %msg") + THRESHOLD),
                Host.appender("ASYNC", async, OPTIONS + "<appender-ref ref=\"FILE\"/>"),
                Host.root("ASYNC"),
                more);
        Logger logger = context.getLogger("direct.x");
        for (int i = 0; i < 500; i++) {
            logger.info("line {}", i);
            logger.debug("never {}", i);
        }
        return context;
    }

    private String text(String file) throws Exception {
        return new String(RolledFiles.joined(folder.resolve(file), false), UTF_8);
    }

    @Test
    void itTakesTheFileOver_andWritesTheSame() throws Exception {
        run("theirs", "ch.qos.logback.classic.AsyncAppender", Host.ROLLING, "").stop();
        LoggerContext context = run("ours", AsyncAppender.class.getName(), Host.ROLLING, "");
        AsyncAppender ours =
                (AsyncAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("ASYNC");
        assertThat(ours.getAppender("FILE").isStarted()).isFalse();
        context.stop();
        assertThat(text("ours")).isEqualTo(text("theirs")).contains("INFO [").doesNotContain("never");
        assertThat(RolledFiles.of(folder.resolve("ours"), false)).hasSizeGreaterThan(3);
    }

    @Test
    void anAppenderThatALoggerHasToo_getsItsEventsPassedOn() throws Exception {
        LoggerContext context = run(
                "both",
                AsyncAppender.class.getName(),
                Host.ROLLING,
                "<logger name=\"direct\"><appender-ref ref=\"FILE\"/></logger>");
        FileAppender<?> file = (FileAppender<?>) context.getLogger("direct").getAppender("FILE");
        assertThat(file.isStarted()).isTrue();
        List<String> statuses = Host.statuses(context);
        context.stop();
        assertThat(text("both").lines()).hasSize(1_000);
        assertThat(statuses.toString()).contains("the logger \"direct\" refers to it as well");
    }

    @Test
    void anAppenderOfTailrace_getsItsEventsPassedOn() throws Exception {
        LoggerContext context = run("ours", AsyncAppender.class.getName(), TailraceAppender.class.getName(), "");
        assertThat(Host.statuses(context).toString()).doesNotContain("passed on");
        context.stop();
        assertThat(text("ours").lines()).hasSize(500);
    }

    @Test
    void neverBlock_dropsWhenAllIsFull_andNoOption_isUnknown() throws Exception {
        LoggerContext context = run("ours", AsyncAppender.class.getName(), Host.ROLLING, "");
        assertThat(Host.statuses(context).stream().filter(each -> each.startsWith("WARN") || each.startsWith("ERROR")))
                .isEmpty();
        context.stop();
    }
}
