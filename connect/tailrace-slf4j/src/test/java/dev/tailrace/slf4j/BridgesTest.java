package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.slf4j.SLF4JLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.MDC;
import org.slf4j.bridge.SLF4JBridgeHandler;
import org.slf4j.jdk.platform.logging.SLF4JSystemLoggerFinder;

/**
 * Each bridge, alone on the class path of a JVM, passes on level, logger, message, throwable, location and MDC. The location is the line in
 * which the application called the other library.
 */
class BridgesTest {
    private static final Path SOURCE = Path.of("src/test/java/dev/tailrace/slf4j/BridgesTest.java");
    private static final String PATTERN = "%F:%L|%level|%logger|%X{user}|%marker|%C{0}.%M|%msg|%ex{short}|%n";
    private static final String BROKEN = "java.lang.IllegalStateException: broken";

    @TempDir
    private Path folder;

    @Test
    void javaUtilLogging_arrives() throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, PATTERN).with(SLF4JBridgeHandler.class).run(JavaUtilLogging.class);
        assertThat(placed(output))
                .contains(
                        "INFO|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|order 17||",
                        "WARN|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|slow||",
                        "INFO|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|supplied||",
                        "INFO|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|placed||",
                        "ERROR|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
    }

    @Test
    void log4j_arrives() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, PATTERN)
                .with(SLF4JLogger.class, org.apache.logging.log4j.Logger.class)
                .run(Log4j.class);
        assertThat(placed(output))
                .contains(
                        "INFO|shop.log4j|ann||" + caller(Log4j.class) + "|order 17||",
                        "WARN|shop.log4j|ann|AUDIT|" + caller(Log4j.class) + "|marked||",
                        "INFO|shop.log4j|ann||" + caller(Log4j.class) + "|fluent||",
                        "WARN|shop.log4j|ann||" + caller(Log4j.class) + "|leveled 1||",
                        "INFO|shop.log4j|ann||" + caller(Log4j.class) + "|printed 2||",
                        "INFO|shop.log4j|ann||" + caller(Log4j.class) + "|supplied||",
                        "ERROR|shop.log4j|ann||" + caller(Log4j.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
    }

    @Test
    void commonsLogging_arrives() throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, PATTERN).with(LogFactory.class).run(CommonsLogging.class);
        assertThat(placed(output))
                .contains(
                        "INFO|shop.jcl|ann||" + caller(CommonsLogging.class) + "|order 17||",
                        "ERROR|shop.jcl|ann||" + caller(CommonsLogging.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
    }

    @Test
    void platformLogging_arrives() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, PATTERN)
                .with(SLF4JSystemLoggerFinder.class)
                .run(PlatformLogging.class);
        assertThat(placed(output))
                .contains(
                        "INFO|shop.platform|ann||" + caller(PlatformLogging.class) + "|text||",
                        "WARN|shop.platform|ann||" + caller(PlatformLogging.class) + "|order 17||",
                        "ERROR|shop.platform|ann||" + caller(PlatformLogging.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
    }

    /** The lines without their locations, after checking that each location is the line with the message's text. */
    private static List<String> placed(ChildJvm.Output output) throws IOException {
        List<String> source = Files.readAllLines(SOURCE);
        List<String> lines = new ArrayList<>();
        for (String line : output.log()) {
            if (line.startsWith("\t") || line.equals("|")) {
                // Frames of the previous line's throwable, and the text after them.
                continue;
            }
            String[] parts = line.split("\\|", 2);
            assertThat(parts[0]).as(line).matches("BridgesTest\\.java:\\d+");
            int number = Integer.parseInt(parts[0].substring(parts[0].indexOf(':') + 1));
            String word = parts[1].split("\\|", -1)[5].split(" ", 2)[0];
            assertThat(source.get(number - 1)).as(line).contains("log.").contains('"' + word);
            lines.add(parts[1]);
        }
        return lines;
    }

    private static String caller(Class<?> scenario) {
        return scenario.getName().substring(scenario.getPackageName().length() + 1) + ".main";
    }

    static final class JavaUtilLogging {
        public static void main(String[] args) {
            SLF4JBridgeHandler.removeHandlersForRootLogger();
            SLF4JBridgeHandler.install();
            MDC.put("user", "ann");
            java.util.logging.Logger log = java.util.logging.Logger.getLogger("shop.jul");
            log.fine("disabled");
            log.log(java.util.logging.Level.INFO, "order {0}", 17);
            log.warning("slow");
            log.info(() -> "supplied");
            log.logp(java.util.logging.Level.INFO, "Other", "method", "placed");
            log.log(java.util.logging.Level.SEVERE, "failed", new IllegalStateException("broken"));
        }
    }

    static final class Log4j {
        public static void main(String[] args) {
            ThreadContext.put("user", "ann");
            org.apache.logging.log4j.Logger log = LogManager.getLogger("shop.log4j");
            log.debug("disabled");
            log.info("order {}", 17);
            log.warn(MarkerManager.getMarker("AUDIT"), "marked");
            log.atInfo().log("fluent");
            log.log(org.apache.logging.log4j.Level.WARN, "leveled {}", 1);
            log.printf(org.apache.logging.log4j.Level.INFO, "printed %d", 2);
            log.info(() -> "supplied");
            log.error("failed", new IllegalStateException("broken"));
        }
    }

    static final class CommonsLogging {
        public static void main(String[] args) {
            MDC.put("user", "ann");
            org.apache.commons.logging.Log log = LogFactory.getLog("shop.jcl");
            log.debug("disabled");
            log.info("order 17");
            log.error("failed", new IllegalStateException("broken"));
        }
    }

    static final class PlatformLogging {
        public static void main(String[] args) {
            MDC.put("user", "ann");
            System.Logger log = System.getLogger("shop.platform");
            log.log(System.Logger.Level.DEBUG, "disabled");
            log.log(System.Logger.Level.INFO, "text");
            log.log(System.Logger.Level.WARNING, "order {0}", 17);
            log.log(System.Logger.Level.ERROR, "failed", new IllegalStateException("broken"));
        }
    }
}
