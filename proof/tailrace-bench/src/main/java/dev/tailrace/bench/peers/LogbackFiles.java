package dev.tailrace.bench.peers;

/** Texts of {@code logback.xml}, which Logback and Tailrace both read. Stateless. */
public final class LogbackFiles {
    private LogbackFiles() {}

    /** The policies of a fixed window: {@code app.1.log.gz} is the youngest. */
    public static String fixedWindow(String fileSize) {
        return """
                    <file>@FOLDER@/app.log</file>
                    <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy">
                      <fileNamePattern>@FOLDER@/app.%%i.log.gz</fileNamePattern>
                      <minIndex>1</minIndex>
                      <maxIndex>20</maxIndex>
                    </rollingPolicy>
                    <triggeringPolicy class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy">
                      <maxFileSize>%s</maxFileSize>
                      <checkIncrement>20 milliseconds</checkIncrement>
                    </triggeringPolicy>
                """.formatted(fileSize);
    }

    /** The policy by size and day, which compresses in another thread. */
    public static String sizeAndTime(String fileSize) {
        return """
                    <file>@FOLDER@/app.log</file>
                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                      <fileNamePattern>@FOLDER@/app-%%d{yyyy-MM-dd}.%%i.log.gz</fileNamePattern>
                      <maxFileSize>%s</maxFileSize>
                      <checkIncrement>20 milliseconds</checkIncrement>
                    </rollingPolicy>
                """.formatted(fileSize);
    }

    /** A file for every second, the shortest period there is. */
    public static String everySecond() {
        return """
                    <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                      <fileNamePattern>@FOLDER@/foo.%d{yyyy-MM-dd.HH-mm-ss}.tsv</fileNamePattern>
                    </rollingPolicy>
                """;
    }

    /** One file that is never rolled, written under a lock between processes. */
    public static String prudent() {
        return plain() + "    <prudent>true</prudent>\n";
    }

    /** A file for every second, written under a lock between processes; this mode allows neither compression nor a fixed name. */
    public static String prudentEverySecond() {
        return "    <prudent>true</prudent>\n" + everySecond();
    }

    public static String plain() {
        return "    <file>@FOLDER@/app.log</file>\n";
    }

    /** The logging thread writes to the file itself. */
    public static String synchronous(String policies, String pattern, boolean flush) {
        return text(policies, pattern, flush, "", "FILE");
    }

    /**
     * An asynchronous appender in front of the file.
     *
     * @param queue the content of the asynchronous appender
     */
    public static String queued(String policies, String pattern, boolean flush, String queue) {
        // 0 makes the stop wait until the queue is empty. Otherwise the loss at the end would hide earlier losses.
        String async = """
                  <appender name="QUEUE" class="ch.qos.logback.classic.AsyncAppender">
                %s    <maxFlushTime>0</maxFlushTime>
                    <appender-ref ref="FILE"/>
                  </appender>
                """.formatted(queue);
        return text(policies, pattern, flush, async, "QUEUE");
    }

    /** The same configuration with Tailrace's appender, or with its asynchronous one where there is one. */
    public static String withTailrace(String configuration) {
        String async = "ch.qos.logback.classic.AsyncAppender";
        return configuration.contains(async)
                ? configuration.replace(async, "dev.tailrace.logback.AsyncAppender")
                : configuration
                        .replaceAll(
                                "ch\\.qos\\.logback\\.core\\.[a-z.]*FileAppender",
                                "dev.tailrace.logback.TailraceAppender")
                        .replaceAll(" *<immediateFlush>\\w+</immediateFlush>\n", "");
    }

    /** The same configuration with a word that prints nothing and that Tailrace doesn't know: it has to call Logback's encoder. */
    public static String foreign(String configuration) {
        return configuration.replace("</pattern>", "%prefix()</pattern>");
    }

    private static String text(String policies, String pattern, boolean flush, String async, String reference) {
        String appender = policies.contains("Policy")
                ? "ch.qos.logback.core.rolling.RollingFileAppender"
                : "ch.qos.logback.core.FileAppender";
        return """
                <configuration>
                  <appender name="FILE" class="%s">
                %s%s    <encoder>
                      <pattern>%s</pattern>
                    </encoder>
                  </appender>
                %s  <logger name="dev.tailrace.race" level="INFO" additivity="false">
                    <appender-ref ref="%s"/>
                  </logger>
                  <root level="OFF"/>
                </configuration>
                """.formatted(
                        appender,
                        policies,
                        flush ? "" : "    <immediateFlush>false</immediateFlush>\n",
                        pattern,
                        async,
                        reference);
    }
}
