package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a configuration asks for in vain is said by Log4j's status logger. */
class StatusTest {
    @TempDir
    Path folder;

    @Test
    void findings_ofTheReaders_goToTheStatusLogger() throws Exception {
        assertThat(statuses(
                        "fileName='%s/app.log' filePattern='%1$s/app.log.%%i' createOnDemand='true'",
                        "<PatternLayout/>"))
                .anyMatch(text -> text.contains("createOnDemand"));
    }

    @Test
    void unknownAttribute_isAnErrorOfLog4j() throws Exception {
        assertThat(statuses("fileName='%s/app.log' colour='red'", "<PatternLayout/>"))
                .anyMatch(text -> text.contains("colour"));
    }

    @Test
    void headerAndFooter_areNamed() throws Exception {
        assertThat(statuses("fileName='%s/app.log'", "<PatternLayout header='begin' footer='end'/>"))
                .anyMatch(text -> text.contains("header and footer"));
        assertThat(Files.readString(folder.resolve("app.log"))).isEqualTo("text" + System.lineSeparator());
    }

    @Test
    void linesWithNulBytes_areRefused() throws Exception {
        assertThat(statuses("fileName='%s/app.log'", "<PatternLayout pattern='%%m%%n' charset='UTF-16LE'/>"))
                .anyMatch(text -> text.contains("NUL"));
    }

    @Test
    void goodConfiguration_saysNothing() throws Exception {
        assertThat(statuses("fileName='%s/app.log'", "<PatternLayout pattern='%%m%%n'/>"))
                .isEmpty();
        assertThat(statuses(
                        "fileName='%s/b.log' filePattern='%1$s/b-%%d{yyyy-MM}-%%i.log.gz'",
                        "<JsonTemplateLayout/><Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy/></Policies>"
                                + "<DefaultRolloverStrategy max='5'/>"))
                .isEmpty();
    }

    /** Passes on what a status listener gets. */
    private record Listener(Consumer<StatusData> to) implements StatusListener {
        @Override
        public void log(StatusData data) {
            to.accept(data);
        }

        @Override
        public Level getStatusLevel() {
            return Level.WARN;
        }

        @Override
        public void close() {}
    }

    private List<String> statuses(String attributes, String inside) throws Exception {
        List<String> texts = new CopyOnWriteArrayList<>();
        StatusListener listener =
                new Listener(data -> texts.add(data.getMessage().getFormattedMessage()));
        StatusLogger.getLogger().registerListener(listener);
        try {
            LoggerContext context = Contexts.start(
                    folder,
                    ("<Configuration status='OFF'><Appenders><Tailrace name='A' " + attributes + ">" + inside
                                    + "</Tailrace></Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers>"
                                    + "</Configuration>")
                            .formatted(folder));
            context.getLogger("x").info("text");
            Contexts.stop(context);
        } finally {
            StatusLogger.getLogger().removeListener(listener);
        }
        return texts;
    }
}
