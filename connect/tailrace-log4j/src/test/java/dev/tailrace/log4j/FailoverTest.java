package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors in Log4j's way: {@code ignoreExceptions="false"} throws, so that {@code <Failover>} takes another appender. */
class FailoverTest {
    @TempDir
    Path folder;

    @Test
    void failover_ofAnAppenderWithoutAFile_getsEachEvent() throws Exception {
        // Where a directory stands no file can be made.
        Files.createDirectories(folder.resolve("app.log/inside"));
        LoggerContext context = Contexts.start(folder, """
                <Configuration status='OFF'><Appenders>
                  <Tailrace name='MAIN' fileName='%1$s/app.log' ignoreExceptions='false'><PatternLayout pattern='%%m%%n'/></Tailrace>
                  <File name='OTHER' fileName='%1$s/other.log'><PatternLayout pattern='%%m%%n'/></File>
                  <Failover name='BOTH' primary='MAIN'><Failovers><AppenderRef ref='OTHER'/></Failovers></Failover>
                </Appenders><Loggers><Root level='info'><AppenderRef ref='BOTH'/></Root></Loggers></Configuration>""".formatted(folder));
        for (int i = 0; i < 3; i++) {
            context.getLogger("x").info("line {}", i);
        }
        Contexts.stop(context);
        assertThat(Files.readAllLines(folder.resolve("other.log"))).containsExactly("line 0", "line 1", "line 2");
    }

    @Test
    void failover_ofAnAppenderThatWrites_getsNothing() throws Exception {
        LoggerContext context = Contexts.start(folder, """
                <Configuration status='OFF'><Appenders>
                  <Tailrace name='MAIN' fileName='%1$s/app.log' ignoreExceptions='false'><PatternLayout pattern='%%m%%n'/></Tailrace>
                  <File name='OTHER' fileName='%1$s/other.log'><PatternLayout pattern='%%m%%n'/></File>
                  <Failover name='BOTH' primary='MAIN'><Failovers><AppenderRef ref='OTHER'/></Failovers></Failover>
                </Appenders><Loggers><Root level='info'><AppenderRef ref='BOTH'/></Root></Loggers></Configuration>""".formatted(folder));
        context.getLogger("x").info("line");
        Contexts.stop(context);
        assertThat(Files.readAllLines(folder.resolve("app.log"))).containsExactly("line");
        assertThat(folder.resolve("other.log")).isEmptyFile();
    }

    @Test
    void append_withoutAFile_throwsOnlyWhereExceptionsArentIgnored() throws Exception {
        Files.createDirectories(folder.resolve("app.log/inside"));
        for (boolean ignored : new boolean[] {true, false}) {
            LoggerContext context = Contexts.start(folder, """
                    <Configuration status='OFF'><Appenders>
                      <Tailrace name='MAIN' fileName='%s/app.log' ignoreExceptions='%s'><PatternLayout pattern='%%m%%n'/></Tailrace>
                    </Appenders><Loggers><Root level='info'><AppenderRef ref='MAIN'/></Root></Loggers></Configuration>""".formatted(folder, ignored));
            if (ignored) {
                context.getLogger("x").info("lost");
            } else {
                assertThatThrownBy(() -> context.getLogger("x").info("refused"))
                        .isInstanceOf(AppenderLoggingException.class);
            }
            Contexts.stop(context);
        }
    }
}
