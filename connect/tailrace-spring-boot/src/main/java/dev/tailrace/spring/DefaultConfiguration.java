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

    private final BootEnvironment environment;
    private final boolean withFile;

    DefaultConfiguration(BootEnvironment environment, boolean withFile) {
        this.environment = environment;
        this.withFile = withFile;
    }

    Source source() {
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
        String format = environment.systemProperty(type + "_LOG_STRUCTURED_FORMAT");
        boolean structured = format != null && !format.isEmpty();
        text.append(
                structured
                        ? "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>${"
                                + type + "_LOG_STRUCTURED_FORMAT}</format>"
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
