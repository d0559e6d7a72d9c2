package dev.tailrace.spring;

import dev.tailrace.LoggingControl.Source;
import java.util.Map;

/**
 * What holds without a configuration file: the console at INFO, a rolled file where one is named, and a few loggers of libraries kept
 * quiet, as with Boot's own defaults. Written as a configuration, so that it is read, checked and reported as one.
 */
final class DefaultConfiguration {
    private static final String NAME = "Spring Boot's defaults with logging.*";
    private static final Map<String, String> QUIET = Map.of(
            "org.apache.catalina.startup.DigesterFactory", "ERROR",
            "org.apache.catalina.util.LifecycleBase", "ERROR",
            "org.apache.coyote.http11.Http11NioProtocol", "WARN",
            "org.apache.sshd.common.util.SecurityUtils", "WARN",
            "org.apache.tomcat.util.net.NioSelectorPool", "WARN",
            "org.eclipse.jetty.util.component.AbstractLifeCycle", "ERROR",
            "org.hibernate.validator.internal.util.Version", "WARN",
            "org.springframework.boot.actuate.endpoint.jmx", "WARN");

    private static final String DATE = "%d{${LOG_DATEFORMAT_PATTERN:-yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}";
    private static final String LEVEL = "${LOG_LEVEL_PATTERN:-%5p}";
    private static final String APPLICATION = "%esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}";
    private static final String CORRELATION = "${LOG_CORRELATION_PATTERN:-}";
    private static final String LOGGER = "%-40.40logger{39}";
    private static final String MESSAGE = " %m%n${LOG_EXCEPTION_CONVERSION_WORD:-%wEx}";

    private static final String CONSOLE_PATTERN = "${CONSOLE_LOG_PATTERN:-%clr(" + DATE + "){faint} %clr(" + LEVEL
            + "){} %clr(${PID:-}){magenta} %clr(--- " + APPLICATION + "[%15.15t] " + CORRELATION + "){faint}%clr("
            + LOGGER + "){cyan} %clr(:){faint}" + MESSAGE + "}";
    private static final String FILE_PATTERN = "${FILE_LOG_PATTERN:-" + DATE + " " + LEVEL + " ${PID:-} --- "
            + APPLICATION + "[%t] " + CORRELATION + LOGGER + " :" + MESSAGE + "}";

    private static final String LOG4J_DATE = "%d{${sys:LOG_DATEFORMAT_PATTERN:-yyyy-MM-dd'T'HH:mm:ss.SSSXXX}}";
    private static final String LOG4J_LEVEL = "${sys:LOG_LEVEL_PATTERN:-%5p}";
    private static final String LOG4J_APPLICATION = "%esb{${sys:APPLICATION_NAME:-}}%esb{${sys:APPLICATION_GROUP:-}}";
    private static final String LOG4J_CORRELATION = "${sys:LOG_CORRELATION_PATTERN:-}";
    private static final String LOG4J_MESSAGE = "%m%n${sys:LOG_EXCEPTION_CONVERSION_WORD:-%xwEx}";
    private static final String LOG4J_CONSOLE_PATTERN = "${sys:CONSOLE_LOG_PATTERN:-%clr{" + LOG4J_DATE + "}{faint} %clr{"
            + LOG4J_LEVEL + "} %clr{%pid}{magenta} %clr{--- " + LOG4J_APPLICATION + "[%15.15t] " + LOG4J_CORRELATION
            + "}{faint}%clr{%-40.40c{1.}}{cyan} %clr{:}{faint} " + LOG4J_MESSAGE + "}";
    private static final String LOG4J_FILE_PATTERN = "${sys:FILE_LOG_PATTERN:-" + LOG4J_DATE + " " + LOG4J_LEVEL
            + " %pid --- " + LOG4J_APPLICATION + "[%t] " + LOG4J_CORRELATION + "%-40.40c{1.} : " + LOG4J_MESSAGE + "}";

    private final BootEnvironment environment;
    private final boolean withFile;

    DefaultConfiguration(BootEnvironment environment, boolean withFile) {
        this.environment = environment;
        this.withFile = withFile;
    }

    Source source() {
        // An application with Log4j's properties for rolling has Log4j's patterns, too.
        return withFile && TailraceLoggingSystemProperties.hasLog4jRolling(environment.environment())
                ? new Source.OfText(log4j(), NAME + ".xml")
                : logback();
    }

    private String log4j() {
        StringBuilder text = new StringBuilder(3_000).append("<Configuration>\n<Appenders>\n");
        text.append("<Console name='Console' target='SYSTEM_OUT' follow='true'>\n");
        log4jLayout(text, "CONSOLE", LOG4J_CONSOLE_PATTERN);
        text.append("</Console>\n<RollingFile name='File' fileName='${sys:LOG_FILE}' filePattern='")
                .append("${sys:LOG4J2_ROLLINGPOLICY_FILE_NAME_PATTERN:-${sys:LOG_FILE}.%d{yyyy-MM-dd}.%i.gz}'>\n");
        log4jLayout(text, "FILE", LOG4J_FILE_PATTERN);
        text.append("<Policies><SpringBootTriggeringPolicy strategy='${sys:LOG4J2_ROLLINGPOLICY_STRATEGY:-size}'")
                .append(" maxFileSize='${sys:LOG4J2_ROLLINGPOLICY_MAX_FILE_SIZE:-10MB}'")
                .append(" timeInterval='${sys:LOG4J2_ROLLINGPOLICY_TIME_INTERVAL:-1}'")
                .append(" timeModulate='${sys:LOG4J2_ROLLINGPOLICY_TIME_MODULATE:-false}'")
                .append(" cronExpression='${sys:LOG4J2_ROLLINGPOLICY_CRON:-0 0 0 * * ?}'/></Policies>\n")
                .append("<DefaultRolloverStrategy max='${sys:LOG4J2_ROLLINGPOLICY_MAX_HISTORY:-7}'/>\n")
                .append("</RollingFile>\n</Appenders>\n<Loggers>\n");
        QUIET.forEach((name, level) -> text.append("<Logger name='")
                .append(name)
                .append("' level='")
                .append(level)
                .append("'/>\n"));
        return text.append("<Root level='INFO'><AppenderRef ref='Console'/><AppenderRef ref='File'/></Root>\n")
                .append("</Loggers>\n</Configuration>\n")
                .toString();
    }

    private void log4jLayout(StringBuilder text, String type, String pattern) {
        if (isStructured(type)) {
            text.append("<StructuredLogLayout format='${sys:").append(type).append("_LOG_STRUCTURED_FORMAT}'/>\n");
        } else {
            text.append("<PatternLayout><Pattern>").append(pattern).append("</Pattern></PatternLayout>\n");
        }
        text.append("<ThresholdFilter level='${sys:").append(type).append("_LOG_THRESHOLD:-TRACE}'/>\n");
    }

    private boolean isStructured(String type) {
        String format = environment.systemProperty(type + "_LOG_STRUCTURED_FORMAT");
        return format != null && !format.isEmpty();
    }

    private Source logback() {
        StringBuilder text = new StringBuilder(3_000).append("<configuration>\n");
        text.append("<appender name='CONSOLE' class='ch.qos.logback.core.ConsoleAppender'>\n");
        appender(text, "CONSOLE", CONSOLE_PATTERN);
        text.append("</appender>\n");
        if (withFile) {
            text.append("<appender name='FILE' class='ch.qos.logback.core.rolling.RollingFileAppender'>\n");
            appender(text, "FILE", FILE_PATTERN);
            text.append("<file>${LOG_FILE}</file>\n");
            rolling(text);
            text.append("</appender>\n");
        }
        QUIET.forEach((name, level) -> text.append("<logger name='")
                .append(name)
                .append("' level='")
                .append(level)
                .append("'/>\n"));
        text.append("<root level='INFO'>\n<appender-ref ref='CONSOLE'/>\n")
                .append(withFile ? "<appender-ref ref='FILE'/>\n" : "")
                .append("</root>\n</configuration>\n");
        return new Source.OfText(text.toString(), NAME);
    }

    private void appender(StringBuilder text, String type, String pattern) {
        text.append("<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>${")
                .append(type)
                .append("_LOG_THRESHOLD:-TRACE}</level></filter>\n");
        text.append(
                isStructured(type)
                        ? "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>${" + type
                                + "_LOG_STRUCTURED_FORMAT}</format>"
                        : "<encoder><pattern>" + pattern + "</pattern>");
        text.append("<charset>${").append(type).append("_LOG_CHARSET:-UTF-8}</charset></encoder>\n");
    }

    private void rolling(StringBuilder text) {
        text.append("<rollingPolicy class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'>\n")
                .append("<fileNamePattern>${LOGBACK_ROLLINGPOLICY_FILE_NAME_PATTERN:-${LOG_FILE}.%d{yyyy-MM-dd}.%i.gz}")
                .append("</fileNamePattern>\n")
                .append("<cleanHistoryOnStart>${LOGBACK_ROLLINGPOLICY_CLEAN_HISTORY_ON_START:-false}")
                .append("</cleanHistoryOnStart>\n")
                .append("<maxFileSize>${LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE:-10MB}</maxFileSize>\n")
                .append("<totalSizeCap>${LOGBACK_ROLLINGPOLICY_TOTAL_SIZE_CAP:-0}</totalSizeCap>\n")
                .append("<maxHistory>${LOGBACK_ROLLINGPOLICY_MAX_HISTORY:-7}</maxHistory>\n")
                .append("</rollingPolicy>\n");
    }
}
