package dev.tailrace.doctor.configuration;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Input;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations of java.util.logging and JBoss LogManager are judged as what an agent finds of them in a process. */
@Tag("anyjdk")
class PropertiesEvidenceTest {
    private static final String JBOSS = """
            # As WildFly writes it.
            loggers=com.acme.audit
            logger.level=DEBUG
            logger.handlers=ASYNC,CONSOLE
            logger.com.acme.audit.level=TRACE
            logger.com.acme.audit.useParentHandlers=false
            logger.com.acme.audit.handlers=FILE
            handler.ASYNC=org.jboss.logmanager.handlers.AsyncHandler
            handler.ASYNC.properties=overflowAction,queueLength
            handler.ASYNC.constructorProperties=queueLength
            handler.ASYNC.queueLength=${queue:300}
            handler.ASYNC.overflowAction=DISCARD
            handler.ASYNC.handlers=FILE
            handler.CONSOLE=org.jboss.logmanager.handlers.ConsoleHandler
            handler.CONSOLE.formatter=PATTERN
            handler.FILE=org.jboss.logmanager.handlers.PeriodicRotatingFileHandler
            handler.FILE.formatter=PATTERN
            handler.FILE.properties=autoFlush,append,suffix,fileName
            handler.FILE.constructorProperties=fileName
            handler.FILE.autoFlush=true
            handler.FILE.append=true
            handler.FILE.suffix=.yyyy-MM-dd
            handler.FILE.fileName=%s/app.log
            formatter.PATTERN=org.jboss.logmanager.formatters.PatternFormatter
            formatter.PATTERN.properties=pattern
            formatter.PATTERN.pattern=%%d %%-5p [%%c] %%C.%%M %%s%%n
            """;

    private static final String JUL = """
            handlers = java.util.logging.FileHandler, java.util.logging.ConsoleHandler
            .level = FINE
            java.util.logging.FileHandler.pattern = %h/java%u.log
            com.acme.level=FINEST
            """;

    private static final String HEALTHY = """
            handlers=ASYNC
            logger.level=INFO
            logger.handlers=ASYNC
            handler.ASYNC=org.jboss.logmanager.handlers.AsyncHandler
            handler.ASYNC.queueLength=20000
            handler.ASYNC.handlers=FILE
            handler.FILE=org.jboss.logmanager.handlers.FileHandler
            handler.FILE.fileName=app.log
            handler.FILE.autoFlush=false
            handler.FILE.formatter=PATTERN
            formatter.PATTERN=org.jboss.logmanager.formatters.PatternFormatter
            formatter.PATTERN.pattern=%d %-5p [%c] %s%n
            """;

    @TempDir
    Path folder;

    private Diagnosis examine(String text) throws Exception {
        return Doctor.examine(List.of(Files.writeString(folder.resolve("logging.properties"), text)));
    }

    private static List<String> told(Diagnosis diagnosis) {
        return diagnosis.remarks().stream()
                .map(each -> each.code() + " " + each.consumer() + " " + each.line())
                .toList();
    }

    @Test
    void read_jboss_itsQueuePatternAndFlushesAreTold() throws Exception {
        Diagnosis diagnosis = examine(JBOSS.formatted("logs"));

        assertThat(told(diagnosis))
                .containsExactlyInAnyOrder(
                        "TR5013 ASYNC 8", "TR5021 CONSOLE 26", "TR5021 FILE 26", "TR5006 FILE 16", "TR5010 ASYNC 8");
        assertThat(diagnosis.remarks())
                .filteredOn(each -> each.code().equals("TR5010"))
                .singleElement()
                .satisfies(each -> assertThat(each.cause()).startsWith("The queue of ASYNC takes 300 records."));
        assertThat(diagnosis.findings()).extracting(Remark::code).contains("TR5013", "TR5021");
    }

    @Test
    void read_jbossThatIsHealthy_nothingIsSaid() throws Exception {
        assertThat(told(examine(HEALTHY))).isEmpty();
    }

    @Test
    void read_julsFileOnTheRoot_isTold() throws Exception {
        Diagnosis diagnosis = examine(JUL);

        assertThat(told(diagnosis)).containsExactlyInAnyOrder("TR5006 FileHandler 1", "TR5030 root logger 1");
        assertThat(diagnosis.findings()).isEmpty();
    }

    @Test
    void read_juls_handlersOfALoggerCountToo() throws Exception {
        assertThat(told(examine(".level=INFO\ncom.acme.handlers=java.util.logging.FileHandler\n")))
                .containsExactly("TR5006 FileHandler 2");
    }

    @Test
    void read_tomcats_itsHandlersAreNoFlushingOnes() throws Exception {
        assertThat(told(examine("""
                        handlers = 1catalina.org.apache.juli.AsyncFileHandler, java.util.logging.ConsoleHandler
                        .handlers = 1catalina.org.apache.juli.AsyncFileHandler, java.util.logging.ConsoleHandler
                        1catalina.org.apache.juli.AsyncFileHandler.level = ALL
                        """))).isEmpty();
    }

    @Test
    void read_log4jsProperties_areToldToBeNotRead() throws Exception {
        Diagnosis diagnosis =
                examine("log4j.rootLogger=INFO, FILE\nlog4j.appender.FILE=org.apache.log4j.FileAppender\n");

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks())
                .extracting(Remark::cause)
                .anyMatch(each -> each.contains("Log4j in the form of properties") && each.contains("--agent"));
    }

    @Test
    void mayRead_otherTextsWithSuchWords_areNotTakenForIt() {
        PropertiesEvidence reader = new PropertiesEvidence();
        Input input = Input.of(folder.resolve("any"));
        for (String text :
                List.of("level: INFO\n", "log level=3\n", "handlers: 5\n", "level=5\n", "<a handlers='b'/>")) {
            assertThat(reader.mayRead(input, text.getBytes(UTF_8))).as(text).isFalse();
        }
        for (String text : List.of("# x\n.level=INFO\n", "handlers= a.B\n", "logger.handlers=A\n", "handler.A=b.C\n")) {
            assertThat(reader.mayRead(input, text.getBytes(UTF_8))).as(text).isTrue();
        }
    }

    @Test
    void read_brokenEscape_isSaid() throws Exception {
        Diagnosis diagnosis = examine("handlers=java.util.logging.FileHandler\na=\\u00zz\n");

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks()).extracting(Remark::cause).anyMatch(each -> each.contains("no properties"));
    }
}
