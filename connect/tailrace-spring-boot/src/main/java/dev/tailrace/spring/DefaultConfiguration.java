package dev.tailrace.spring;

import dev.tailrace.LoggingControl.Source;
import dev.tailrace.config.spring.BootDefaults;

/**
 * The configuration where there is no file: the console at INFO, a rolled file where one is named, and a few loggers of libraries kept
 * quiet, as with Boot's own defaults. Written as a configuration, so that it is read, checked and reported as one.
 */
final class DefaultConfiguration {
    private static final String NAME = "Spring Boot's defaults with logging.*";

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

    /** Log4j's form of it, with all values put in: a default of Log4j's variables can't hold the braces of a pattern. */
    private String log4j() {
        StringBuilder text = new StringBuilder(3_000).append("<Configuration>\n<Appenders>\n");
        String date = "%d{" + value("LOG_DATEFORMAT_PATTERN", BootDefaults.DATE_FORMAT) + "}";
        String level = value("LOG_LEVEL_PATTERN", BootDefaults.LEVEL);
        String application = "%esb{" + value("APPLICATION_NAME", "") + "}%esb{" + value("APPLICATION_GROUP", "") + "}";
        String correlation = value("LOG_CORRELATION_PATTERN", "");
        String message = "%m%n" + value("LOG_EXCEPTION_CONVERSION_WORD", "%xwEx");
        text.append("<Console name='Console' target='SYSTEM_OUT' follow='true'>\n");
        log4jLayout(
                text,
                "CONSOLE",
                "%clr{" + date + "}{faint} %clr{" + level + "} %clr{%pid}{magenta} %clr{--- " + application
                        + "[%15.15t] " + correlation + "}{faint}%clr{%-40.40c{1.}}{cyan} %clr{:}{faint} " + message);
        String file = value("LOG_FILE", "spring.log");
        text.append("</Console>\n<RollingFile name='File' fileName=\"")
                .append(file)
                .append("\" filePattern=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_FILE_NAME_PATTERN", file + BootDefaults.FINISHED_FILE))
                .append("\">\n");
        log4jLayout(
                text,
                "FILE",
                date + " " + level + " %pid --- " + application + "[%t] " + correlation + "%-40.40c{1.} : " + message);
        text.append("<Policies><SpringBootTriggeringPolicy strategy=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_STRATEGY", "size"))
                .append("\" maxFileSize=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_MAX_FILE_SIZE", BootDefaults.MAX_FILE_SIZE))
                .append("\" timeInterval=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_TIME_INTERVAL", "1"))
                .append("\" timeModulate=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_TIME_MODULATE", "false"))
                .append("\" cronExpression=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_CRON", "0 0 0 * * ?"))
                .append("\"/></Policies>\n<DefaultRolloverStrategy max=\"")
                .append(value("LOG4J2_ROLLINGPOLICY_MAX_HISTORY", BootDefaults.MAX_HISTORY))
                .append("\"/>\n</RollingFile>\n</Appenders>\n<Loggers>\n");
        BootDefaults.QUIET.forEach((name, each) -> text.append("<Logger name='")
                .append(name)
                .append("' level='")
                .append(each)
                .append("'/>\n"));
        return text.append("<Root level='INFO'><AppenderRef ref='Console'/><AppenderRef ref='File'/></Root>\n")
                .append("</Loggers>\n</Configuration>\n")
                .toString();
    }

    private void log4jLayout(StringBuilder text, String type, String pattern) {
        if (isStructured(type)) {
            text.append("<StructuredLogLayout format=\"")
                    .append(value(type + "_LOG_STRUCTURED_FORMAT", ""))
                    .append("\"/>\n");
        } else {
            text.append("<PatternLayout><Pattern>")
                    .append(value(type + "_LOG_PATTERN", pattern))
                    .append("</Pattern></PatternLayout>\n");
        }
        text.append("<ThresholdFilter level=\"")
                .append(value(type + "_LOG_THRESHOLD", BootDefaults.THRESHOLD))
                .append("\"/>\n");
    }

    /** A property as XML has it. */
    private String value(String name, String otherwise) {
        String value = environment.systemProperty(name);
        return value == null || value.isEmpty()
                ? otherwise
                : value.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }

    private boolean isStructured(String type) {
        String format = environment.systemProperty(type + "_LOG_STRUCTURED_FORMAT");
        return format != null && !format.isEmpty();
    }

    /** The files that Boot offers for it: each of its versions has its own. */
    private Source logback() {
        StringBuilder text = new StringBuilder(1_000).append("<configuration>\n");
        include(text, "defaults");
        include(text, isStructured("CONSOLE") ? "structured-console-appender" : "console-appender");
        if (withFile) {
            include(text, isStructured("FILE") ? "structured-file-appender" : "file-appender");
        }
        text.append("<root level='INFO'>\n<appender-ref ref='CONSOLE'/>\n")
                .append(withFile ? "<appender-ref ref='FILE'/>\n" : "")
                .append("</root>\n</configuration>\n");
        return new Source.OfText(text.toString(), NAME);
    }

    private static void include(StringBuilder text, String file) {
        text.append("<include resource='org/springframework/boot/logging/logback/")
                .append(file)
                .append(".xml'/>\n");
    }
}
