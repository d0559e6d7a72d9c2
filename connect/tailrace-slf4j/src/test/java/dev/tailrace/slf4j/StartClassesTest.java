package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * A process that logs one line loads none of the classes that once made its life longer by milliseconds each: what a record's own {@code
 * equals} and {@code hashCode} are made of (60 ms), the data of locales (40 ms), {@code SecureRandom} and message digests.
 */
class StartClassesTest {
    private static final List<String> EXPENSIVE = List.of(
            "java.lang.runtime.ObjectMethods",
            "java.util.Calendar",
            "sun.util.locale.provider.LocaleResources",
            "java.text.DateFormatSymbols",
            "java.security.SecureRandom",
            "java.security.MessageDigest");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"logback.xml", "log4j2.xml", "console.xml"})
    void oneLine_loadsNoExpensiveClass(String name) throws Exception {
        String configuration = switch (name) {
            case "log4j2.xml" -> """
                            <Configuration><Appenders>
                            <RollingFile name="FILE" fileName="app.log" filePattern="app-%d{yyyy-MM-dd}-%i.log.gz">
                            <PatternLayout pattern="%d %p %c - %m%n"/>
                            <Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size="10MB"/></Policies>
                            </RollingFile></Appenders>
                            <Loggers><Root level="info"><AppenderRef ref="FILE"/></Root></Loggers></Configuration>""";
            case "logback.xml" -> """
                            <configuration><appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                            <file>app.log</file>
                            <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                            <fileNamePattern>app.%d.%i.log.gz</fileNamePattern><maxFileSize>10MB</maxFileSize>
                            <maxHistory>7</maxHistory></rollingPolicy>
                            <encoder><pattern>%d %-5level [%thread] %logger{36} - %msg%n</pattern></encoder></appender>
                            <root level="INFO"><appender-ref ref="FILE"/></root></configuration>""";
            default -> """
                            <configuration><appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                            <encoder><pattern>%d %-5level [%thread] %logger{36} - %msg%n</pattern></encoder></appender>
                            <root level="INFO"><appender-ref ref="OUT"/></root></configuration>""";
        };
        Path file = Files.writeString(folder.resolve(name), configuration);
        Path loaded = folder.resolve("loaded");
        try (ChildProcess child = new ChildJvm(folder, "%msg%n")
                .options("-Dtailrace.config=" + file, "-Xlog:class+load:file=" + loaded)
                .start(OneLine.class)) {
            byte[] out = child.process().getInputStream().readAllBytes();
            child.succeeded();
            String written = name.startsWith("console")
                    ? new String(out, StandardCharsets.UTF_8)
                    : Files.readString(folder.resolve("app.log"));
            assertThat(written).contains("a line");
        }
        List<String> classes = Files.readAllLines(loaded).stream()
                .map(each -> each.replaceAll("^\\[.*\\] ", "").replaceAll(" .*", ""))
                .toList();
        assertThat(classes).contains("dev.tailrace.Tailrace");
        assertThat(EXPENSIVE).filteredOn(classes::contains).isEmpty();
    }

    /** Logs a line. */
    static final class OneLine {
        private OneLine() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger(OneLine.class).info("a line {}", 7);
        }
    }
}
