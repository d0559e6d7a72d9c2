package dev.tailrace.torture.place;

import dev.tailrace.torture.audit.LogFiles;
import java.nio.file.Path;

/**
 * The configuration of a scene's log. Immutable.
 *
 * @param rollKilobytes the log is rolled and compressed at this size; 0 for a log that is not rolled
 * @param tailrace attributes of the element {@code <tailrace>}
 * @param date date in the names of archives, as in {@code %d{}}
 * @param history number of periods whose archives are kept; 0 for all
 * @param lanesBesideTheLog whether the lanes are on the log's disk, not in memory
 */
public record SceneSettings(int rollKilobytes, String tailrace, String date, int history, boolean lanesBesideTheLog) {
    /** In place of the date: there is no file. */
    private static final String CONSOLE = "console";
    /** No scene writes so much. */
    private static final int UNREACHED_KILOBYTES = 1_000_000;

    /** A log rolled into {@code .gz} files. */
    public static SceneSettings rolled(int kilobytes) {
        return new SceneSettings(kilobytes, "", LogFiles.DATE, 0, false);
    }

    public static SceneSettings plain() {
        return new SceneSettings(0, "", LogFiles.DATE, 0, false);
    }

    public static SceneSettings console() {
        return new SceneSettings(0, "", CONSOLE, 0, false);
    }

    public SceneSettings with(String attributes) {
        return new SceneSettings(rollKilobytes, attributes, date, history, lanesBesideTheLog);
    }

    public SceneSettings dated(String date, int history) {
        return new SceneSettings(rollKilobytes, tailrace, date, history, lanesBesideTheLog);
    }

    /** These settings with a fixed window, whose files are renamed with each roll. */
    public SceneSettings windowed() {
        return new SceneSettings(rollKilobytes, tailrace, LogFiles.WINDOW, 0, lanesBesideTheLog);
    }

    public SceneSettings withMaxWait(int seconds) {
        return with(tailrace + " maxWait=\"" + seconds + "s\"");
    }

    /** These settings with the lanes in a directory beside the log. */
    public SceneSettings lanesOnDisk() {
        return new SceneSettings(rollKilobytes, tailrace, date, history, true);
    }

    /** Inside a host the log is always rolled, by date or as a window, and what only Tailrace knows is left out. */
    String configuration(Path folder, Host host) {
        int kilobytes = rollKilobytes == 0 ? UNREACHED_KILOBYTES : rollKilobytes;
        SceneSettings rolled = new SceneSettings(kilobytes, tailrace, LogFiles.DATE, history, lanesBesideTheLog);
        return switch (host) {
            case NONE -> configuration(folder);
            case LOGBACK ->
                rolled.dated(folder)
                        .replace(
                                "ch.qos.logback.core.rolling.RollingFileAppender",
                                "dev.tailrace.logback.TailraceAppender")
                        .replaceAll("<tailrace [^>]*>", "");
            case LOG4J ->
                rolled.window(folder).replace("RollingFile", "Tailrace").replaceAll("<tailrace [^>]*>", "");
        };
    }

    private String configuration(Path folder) {
        return switch (date) {
            case CONSOLE -> logback("ConsoleAppender", "");
            case LogFiles.WINDOW -> window(folder);
            default -> dated(folder);
        };
    }

    private String dated(Path folder) {
        String policy = rollKilobytes == 0 ? "" : """
                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                      <fileNamePattern>%s/%s</fileNamePattern>
                      <maxFileSize>%dKB</maxFileSize>
                      <maxHistory>%d</maxHistory>
                    </rollingPolicy>
                """.formatted(folder, LogFiles.pattern(date), rollKilobytes, history);
        return logback(
                rollKilobytes == 0 ? "FileAppender" : "rolling.RollingFileAppender",
                "    <file>%s/%s</file>\n%s".formatted(folder, LogFiles.NAME, policy));
    }

    private String logback(String appender, String content) {
        return """
                <configuration>
                  <tailrace archiverShare="1" %s/>
                  <appender name="LOG" class="ch.qos.logback.core.%s">
                %s    <encoder>
                      <pattern>%%d{HH:mm:ss.SSS} %%msg%%n</pattern>
                    </encoder>
                  </appender>
                  <root level="INFO">
                    <appender-ref ref="LOG"/>
                  </root>
                </configuration>
                """.formatted(tailrace, appender, content);
    }

    /** Log4j's window, larger than the number of files of a run: a line deleted at the window's end would count as lost. */
    private String window(Path folder) {
        return """
                <Configuration>
                  <tailrace archiverShare="1" %s/>
                  <Appenders>
                    <RollingFile name="FILE" fileName="%s/%s" filePattern="%s/%s">
                      <PatternLayout pattern="%%d{HH:mm:ss.SSS} %%msg%%n"/>
                      <SizeBasedTriggeringPolicy size="%dKB"/>
                      <DefaultRolloverStrategy fileIndex="min" max="100000"/>
                    </RollingFile>
                  </Appenders>
                  <Loggers>
                    <Root level="info">
                      <AppenderRef ref="FILE"/>
                    </Root>
                  </Loggers>
                </Configuration>
                """.formatted(tailrace, folder, LogFiles.NAME, folder, LogFiles.pattern(LogFiles.WINDOW), rollKilobytes);
    }
}
