package dev.tailrace.bench.peers;

/** Texts of {@code log4j2.xml}. Stateless. */
public final class Log4jFiles {
    private Log4jFiles() {}

    /** A fixed window: {@code app.1.log.gz} is the youngest. */
    public static String fixedWindow(String fileSize, String pattern, String attributes) {
        return text("""
                    <RollingFile name="FILE" fileName="@FOLDER@/app.log" filePattern="@FOLDER@/app.%%i.log.gz"%s>
                      <PatternLayout pattern="%s"/>
                      <SizeBasedTriggeringPolicy size="%s"/>
                      <DefaultRolloverStrategy fileIndex="min" min="1" max="20"/>
                    </RollingFile>
                """.formatted(attributes, pattern, fileSize));
    }

    public static String everySecond(String pattern, String attributes) {
        return text("""
                    <RollingFile name="FILE" filePattern="@FOLDER@/foo.%%d{yyyy-MM-dd.HH-mm-ss}.tsv"%s>
                      <PatternLayout pattern="%s"/>
                      <TimeBasedTriggeringPolicy/>
                      <DirectWriteRolloverStrategy/>
                    </RollingFile>
                """.formatted(attributes, pattern));
    }

    public static String plain(String pattern, String attributes) {
        return text("""
                    <File name="FILE" fileName="@FOLDER@/app.log"%s>
                      <PatternLayout pattern="%s"/>
                    </File>
                """.formatted(attributes, pattern));
    }

    public static String withTailrace(String configuration) {
        return configuration
                .replaceAll("<(/?)(Rolling)?File\\b", "<$1Tailrace")
                .replaceAll(" immediateFlush=\"\\w+\"", "");
    }

    /** One file that is never rolled, for a pattern with the caller's location. */
    public static String located(String pattern, String attributes) {
        return plain(pattern, attributes).replace("additivity=", "includeLocation=\"true\" additivity=");
    }

    private static String text(String appender) {
        return """
                <Configuration status="WARN" shutdownHook="disable">
                  <Appenders>
                %s  </Appenders>
                  <Loggers>
                    <Logger name="dev.tailrace.race" level="INFO" additivity="false">
                      <AppenderRef ref="FILE"/>
                    </Logger>
                    <Root level="OFF"/>
                  </Loggers>
                </Configuration>
                """.formatted(appender);
    }
}
