package dev.tailrace.config.logback.document;

import dev.tailrace.config.spring.BootDefaults;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Contents of the files that Spring Boot offers for {@code <include>}, for where its jar can't be seen: a linter has only the
 * configuration. Written from what they do in 3.5 to 4.1.
 */
final class BootFiles {
    private static final String FOLDER = "org/springframework/boot/logging/logback/";

    private static final String DATE = "%d{${LOG_DATEFORMAT_PATTERN:-" + BootDefaults.DATE_FORMAT + "}}";
    private static final String LEVEL = "${LOG_LEVEL_PATTERN:-" + BootDefaults.LEVEL + "}";
    private static final String APPLICATION = "%esb(){APPLICATION_NAME}%esb{APPLICATION_GROUP}";
    private static final String END = " %m%n${LOG_EXCEPTION_CONVERSION_WORD:-%wEx}";

    private static final String CONSOLE_PATTERN = "%clr(" + DATE + "){faint} %clr(" + LEVEL + "){}"
            + " %clr(${PID:-}){magenta} %clr(--- " + APPLICATION
            + "[%15.15t] ${LOG_CORRELATION_PATTERN:-}){faint}%clr(%-40.40logger{39}){cyan} %clr(:){faint}" + END;

    private static final String FILE_PATTERN = DATE + " " + LEVEL + " ${PID:-} --- " + APPLICATION
            + "[%t] ${LOG_CORRELATION_PATTERN:-}%-40.40logger{39} :" + END;

    private BootFiles() {}

    /** Null when it is none of them. */
    static @Nullable InputStream open(String resource) {
        if (!resource.startsWith(FOLDER)) {
            return null;
        }
        String content = switch (resource.substring(FOLDER.length())) {
            case "base.xml" -> base();
            case "defaults.xml" -> defaults();
            case "console-appender.xml" -> console(pattern("CONSOLE"));
            case "structured-console-appender.xml" -> console(structured("CONSOLE"));
            case "file-appender.xml" -> file(pattern("FILE"));
            case "structured-file-appender.xml" -> file(structured("FILE"));
            default -> null;
        };
        return content == null
                ? null
                : new ByteArrayInputStream(
                        ("<included>\n" + content + "</included>\n").getBytes(StandardCharsets.UTF_8));
    }

    private static String base() {
        return include("defaults.xml")
                + property("LOG_FILE", "${LOG_PATH:-${LOG_TEMP:-${java.io.tmpdir:-/tmp}}}/spring.log")
                + include("console-appender.xml")
                + include("file-appender.xml")
                + "<root level=\"INFO\"><appender-ref ref=\"CONSOLE\"/><appender-ref ref=\"FILE\"/></root>\n";
    }

    private static String defaults() {
        StringBuilder all = new StringBuilder();
        outputs(all, "CONSOLE", CONSOLE_PATTERN);
        outputs(all, "FILE", FILE_PATTERN);
        BootDefaults.QUIET.forEach((name, level) -> all.append("<logger name=\"")
                .append(name)
                .append("\" level=\"")
                .append(level)
                .append("\"/>\n"));
        return all.toString();
    }

    private static void outputs(StringBuilder all, String output, String pattern) {
        all.append(property(output + "_LOG_PATTERN", pattern))
                .append(property(output + "_LOG_CHARSET", "${file.encoding:-UTF-8}"))
                .append(property(output + "_LOG_THRESHOLD", BootDefaults.THRESHOLD))
                .append(property(output + "_LOG_STRUCTURED_FORMAT", ""));
    }

    /** One that can be defined before. */
    private static String property(String name, String otherwise) {
        return "<property name=\"" + name + "\" value=\"${" + name + ":-" + otherwise + "}\"/>\n";
    }

    private static String include(String file) {
        return "<include resource=\"" + FOLDER + file + "\"/>\n";
    }

    private static String pattern(String output) {
        return "<encoder><pattern>${" + output + "_LOG_PATTERN}</pattern><charset>${" + output
                + "_LOG_CHARSET}</charset></encoder>\n";
    }

    private static String structured(String output) {
        return "<encoder class=\"org.springframework.boot.logging.logback.StructuredLogEncoder\"><format>${" + output
                + "_LOG_STRUCTURED_FORMAT}</format><charset>${" + output + "_LOG_CHARSET}</charset></encoder>\n";
    }

    private static String appender(String output, String kind, String inside) {
        return "<appender name=\"" + output + "\" class=\"ch.qos.logback.core." + kind + "\">\n"
                + "<filter class=\"ch.qos.logback.classic.filter.ThresholdFilter\"><level>${" + output
                + "_LOG_THRESHOLD}</level></filter>\n" + inside + "</appender>\n";
    }

    private static String console(String encoder) {
        return appender("CONSOLE", "ConsoleAppender", encoder);
    }

    private static String file(String encoder) {
        String rolling = "LOGBACK_ROLLINGPOLICY_";
        return appender(
                "FILE",
                "rolling.RollingFileAppender",
                encoder + "<file>${LOG_FILE}</file>\n"
                        + "<rollingPolicy class=\"ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy\">\n"
                        + option(
                                "fileNamePattern",
                                rolling + "FILE_NAME_PATTERN",
                                "${LOG_FILE}" + BootDefaults.FINISHED_FILE)
                        + option("cleanHistoryOnStart", rolling + "CLEAN_HISTORY_ON_START", "false")
                        + option("maxFileSize", rolling + "MAX_FILE_SIZE", BootDefaults.MAX_FILE_SIZE)
                        + option("totalSizeCap", rolling + "TOTAL_SIZE_CAP", "0")
                        + option("maxHistory", rolling + "MAX_HISTORY", BootDefaults.MAX_HISTORY)
                        + "</rollingPolicy>\n");
    }

    private static String option(String name, String variable, String otherwise) {
        return "<" + name + ">${" + variable + ":-" + otherwise + "}</" + name + ">\n";
    }
}
