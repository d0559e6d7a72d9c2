package dev.tailrace.torture.place;

import dev.tailrace.torture.audit.LogFiles;
import java.nio.file.Path;

/**
 * How a scene's log is configured. Immutable.
 *
 * @param rollKilobytes the log is rolled and compressed at this size; 0 for a log that is not rolled
 * @param tailrace attributes of the element {@code <tailrace>}
 */
public record Settings(int rollKilobytes, String tailrace) {
    /** Rolled into {@code .gz} files. */
    public static Settings rolled(int kilobytes) {
        return new Settings(kilobytes, "");
    }

    /** One file. */
    public static Settings plain() {
        return new Settings(0, "");
    }

    /** The same with these attributes of {@code <tailrace>}. */
    public Settings with(String attributes) {
        return new Settings(rollKilobytes, attributes);
    }

    String configuration(Path folder) {
        String policy = rollKilobytes == 0 ? "" : """
                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                      <fileNamePattern>%s/%s</fileNamePattern>
                      <maxFileSize>%dKB</maxFileSize>
                    </rollingPolicy>
                """.formatted(folder, LogFiles.PATTERN, rollKilobytes);
        return """
                <configuration>
                  <tailrace archiverShare="1" %s/>
                  <appender name="FILE" class="ch.qos.logback.core.%s">
                    <file>%s/%s</file>
                %s    <encoder>
                      <pattern>%%d{HH:mm:ss.SSS} %%msg%%n</pattern>
                    </encoder>
                  </appender>
                  <root level="INFO">
                    <appender-ref ref="FILE"/>
                  </root>
                </configuration>
                """.formatted(
                        tailrace,
                        rollKilobytes == 0 ? "FileAppender" : "rolling.RollingFileAppender",
                        folder,
                        LogFiles.NAME,
                        policy);
    }
}
