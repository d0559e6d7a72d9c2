package dev.tailrace.spring;

import dev.tailrace.Tailrace;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.springframework.boot.ansi.AnsiOutput;
import org.springframework.boot.logging.LogFile;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

/** A logging system without an application, called as Boot's listener does, and what the console gets. Not thread-safe. */
final class BootScene implements AutoCloseable {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream captured = new ByteArrayOutputStream();
    private final ByteArrayOutputStream capturedErrors = new ByteArrayOutputStream();
    final StandardEnvironment environment = new StandardEnvironment();
    final TailraceLoggingSystem system = new TailraceLoggingSystem(BootScene.class.getClassLoader());

    BootScene() {
        System.setOut(new PrintStream(captured, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(capturedErrors, true, StandardCharsets.UTF_8));
    }

    void initialize(Map<String, Object> properties) {
        environment.getPropertySources().remove("test");
        environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
        system.beforeInitialize();
        system.getSystemProperties(environment).apply();
        String config = environment.getProperty("logging.config");
        system.initialize(new LoggingInitializationContext(environment), config, LogFile.get(environment));
    }

    String output() {
        return output(StandardCharsets.UTF_8);
    }

    String output(Charset charset) {
        Tailrace.flush();
        return captured.toString(charset);
    }

    /** What findings say, among others. */
    String errors() {
        return capturedErrors.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        system.cleanUp();
        Tailrace.shutdown();
        System.setOut(out);
        System.setErr(err);
        AnsiOutput.setEnabled(AnsiOutput.Enabled.DETECT);
        for (String name : List.of(
                "LOG_FILE",
                "tailrace.findingsUrl",
                "LOG_LEVEL_PATTERN",
                "LOG_DATEFORMAT_PATTERN",
                "LOG_EXCEPTION_CONVERSION_WORD",
                "FILE_LOG_THRESHOLD",
                "LOG_PATH",
                "CONSOLE_LOG_PATTERN",
                "CONSOLE_LOG_THRESHOLD",
                "CONSOLE_LOG_CHARSET",
                "FILE_LOG_CHARSET",
                "CONSOLE_LOG_STRUCTURED_FORMAT",
                "LOGBACK_ROLLINGPOLICY_FILE_NAME_PATTERN",
                "LOGBACK_ROLLINGPOLICY_CLEAN_HISTORY_ON_START",
                "LOGBACK_ROLLINGPOLICY_TOTAL_SIZE_CAP",
                "LOGBACK_ROLLINGPOLICY_MAX_HISTORY",
                "LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE")) {
            System.clearProperty(name);
        }
    }
}
