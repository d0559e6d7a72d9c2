package dev.tailrace.config.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.finding.FindingCode;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** How far references of asynchronous appenders are followed. */
final class Log4jReferencesTest {
    /** Two to the power of thirty ways. */
    @Test
    void asynchronousOnes_thatMultiplyTheWays_areFollowedUpToALimit() {
        StringBuilder xml = new StringBuilder(
                "<Configuration><Appenders><Null name='L30'/><Null name='R30'/>" + "<File name='F' fileName='f.log'/>");
        for (int i = 0; i < 30; i++) {
            for (String side : new String[] {"L", "R"}) {
                xml.append("<Async name='" + side + i + "'><AppenderRef ref='L" + (i + 1) + "'/><AppenderRef ref='R"
                        + (i + 1) + "'/></Async>");
            }
        }
        xml.append("</Appenders><Loggers><Root level='info'><AppenderRef ref='L0'/><AppenderRef ref='F'/></Root>"
                + "</Loggers></Configuration>");

        Configuration configuration =
                Assertions.assertTimeoutPreemptively(Duration.ofMinutes(1), () -> Reading.read(xml.toString()));

        assertThat(Reading.codes(configuration)).contains(FindingCode.TOO_MANY_WAYS);
        assertThat(configuration.root().appenders()).containsExactly("F");
    }

    @Test
    void asynchronousOnes_thatMeetAtOneAppender_reachItTwice() {
        Configuration configuration = Reading.read("<Configuration><Appenders><File name='F' fileName='f.log'/>"
                + "<Async name='A'><AppenderRef ref='B'/><AppenderRef ref='C'/></Async>"
                + "<Async name='B'><AppenderRef ref='F'/></Async><Async name='C'><AppenderRef ref='F'/></Async></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>");

        assertThat(configuration.root().appenders()).containsExactly("F", "F");
        assertThat(configuration.findings()).isEmpty();
    }
}
