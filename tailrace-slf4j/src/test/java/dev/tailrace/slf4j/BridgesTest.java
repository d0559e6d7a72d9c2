package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
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

/** Each bridge, in a JVM with nothing else on the class path, brings level, logger, message, throwable, location and MDC. */
class BridgesTest {
    private static final String PATTERN = "%level|%logger|%X{user}|%marker|%C{0}.%M|%msg|%ex{short}|%n";
    private static final String BROKEN = "java.lang.IllegalStateException: broken";

    @TempDir
    private Path folder;

    @Test
    void javaUtilLogging_arrives() throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, PATTERN).with(SLF4JBridgeHandler.class).run(JavaUtilLogging.class);
        assertThat(output.log())
                .contains(
                        "INFO|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|order 17||",
                        "WARN|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|slow||",
                        "ERROR|shop.jul|ann||" + caller(JavaUtilLogging.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
    }

    @Test
    void log4j_arrives() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, PATTERN)
                .with(SLF4JLogger.class, org.apache.logging.log4j.Logger.class)
                .run(Log4j.class);
        assertThat(output.log())
                .contains(
                        "INFO|shop.log4j|ann||" + caller(Log4j.class) + "|order 17||",
                        "WARN|shop.log4j|ann|AUDIT|" + caller(Log4j.class) + "|marked||",
                        "INFO|shop.log4j|ann||" + caller(Log4j.class) + "|fluent||",
                        "ERROR|shop.log4j|ann||" + caller(Log4j.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
    }

    @Test
    void commonsLogging_arrives() throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, PATTERN).with(LogFactory.class).run(CommonsLogging.class);
        assertThat(output.log())
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
        assertThat(output.log())
                .contains(
                        "INFO|shop.platform|ann||" + caller(PlatformLogging.class) + "|text||",
                        "WARN|shop.platform|ann||" + caller(PlatformLogging.class) + "|order 17||",
                        "ERROR|shop.platform|ann||" + caller(PlatformLogging.class) + "|failed|" + BROKEN)
                .noneMatch(line -> line.contains("disabled"));
        assertThat(output.err()).isEmpty();
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
