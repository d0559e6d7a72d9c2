package dev.tailrace.config.logback.document;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which part a class name of Logback stands for. Names are only compared: nothing is ever loaded. A short name stands for the class
 * that was imported under it, else for Logback's own.
 */
public final class LogbackClasses {
    /** The parts of Logback that are understood. */
    public enum Part {
        CONSOLE_APPENDER("ch.qos.logback.core.ConsoleAppender"),
        FILE_APPENDER("ch.qos.logback.core.FileAppender"),
        ROLLING_FILE_APPENDER("ch.qos.logback.core.rolling.RollingFileAppender"),
        ASYNC_APPENDER("ch.qos.logback.classic.AsyncAppender"),
        SIFTING_APPENDER("ch.qos.logback.classic.sift.SiftingAppender"),
        MDC_DISCRIMINATOR("ch.qos.logback.classic.sift.MDCBasedDiscriminator"),
        NOP_APPENDER("ch.qos.logback.core.helpers.NOPAppender"),
        SHIP_APPENDER("dev.tailrace.ShipAppender"),
        LOGSTASH_TCP_APPENDER("net.logstash.logback.appender.LogstashTcpSocketAppender"),
        LOGSTASH_UDP_APPENDER("net.logstash.logback.appender.LogstashUdpSocketAppender"),
        SYSLOG_APPENDER("ch.qos.logback.classic.net.SyslogAppender"),
        GELF_TCP_APPENDER("de.siegmar.logbackgelf.GelfTcpAppender"),
        GELF_TLS_APPENDER("de.siegmar.logbackgelf.GelfTcpTlsAppender"),
        GELF_UDP_APPENDER("de.siegmar.logbackgelf.GelfUdpAppender"),
        TELEMETRY_APPENDER("io.opentelemetry.instrumentation.logback.appender.v1_0.OpenTelemetryAppender"),
        LOKI_APPENDER("com.github.loki4j.logback.Loki4jAppender"),
        KAFKA_APPENDER("com.github.danielwegener.logback.kafka.KafkaAppender"),
        PATTERN_ENCODER("ch.qos.logback.classic.encoder.PatternLayoutEncoder"),
        WRAPPING_ENCODER("ch.qos.logback.core.encoder.LayoutWrappingEncoder"),
        PATTERN_LAYOUT("ch.qos.logback.classic.PatternLayout"),
        JSON_ENCODER("ch.qos.logback.classic.encoder.JsonEncoder"),
        LOGSTASH_ENCODER("net.logstash.logback.encoder.LogstashEncoder"),
        LOGSTASH_LAYOUT("net.logstash.logback.layout.LogstashLayout"),
        COMPOSITE_ENCODER("net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder"),
        COMPOSITE_LAYOUT("net.logstash.logback.layout.LoggingEventCompositeJsonLayout"),
        LOGSTASH_NAMES("net.logstash.logback.fieldnames.LogstashFieldNames"),
        SHORTENED_NAMES("net.logstash.logback.fieldnames.ShortenedFieldNames"),
        SHORTENED_CONVERTER("net.logstash.logback.stacktrace.ShortenedThrowableConverter"),
        THROWABLE_CONVERTER("ch.qos.logback.classic.pattern.ThrowableProxyConverter"),
        EXTENDED_THROWABLE_CONVERTER("ch.qos.logback.classic.pattern.ExtendedThrowableProxyConverter"),
        ROOT_FIRST_CONVERTER("ch.qos.logback.classic.pattern.RootCauseFirstThrowableProxyConverter"),
        GELF_ENCODER("de.siegmar.logbackgelf.GelfEncoder"),
        GELF_LAYOUT("de.siegmar.logbackgelf.GelfLayout"),
        ECS_ENCODER("co.elastic.logging.logback.EcsEncoder"),
        STRUCTURED_ENCODER("org.springframework.boot.logging.logback.StructuredLogEncoder"),
        CONTRIB_JSON_LAYOUT("ch.qos.logback.contrib.json.classic.JsonLayout"),
        FIXED_WINDOW("ch.qos.logback.core.rolling.FixedWindowRollingPolicy"),
        TIME_BASED("ch.qos.logback.core.rolling.TimeBasedRollingPolicy"),
        SIZE_AND_TIME_BASED("ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy"),
        SIZE_TRIGGER("ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy"),
        OLD_SIZE_AND_TIME_BASED("ch.qos.logback.core.rolling.SizeAndTimeBasedFNATP"),
        OLD_SIZE_AND_TIME_BASED_LONG("ch.qos.logback.core.rolling.SizeAndTimeBasedFileNamingAndTriggeringPolicy"),
        THRESHOLD_FILTER("ch.qos.logback.classic.filter.ThresholdFilter"),
        LEVEL_FILTER("ch.qos.logback.classic.filter.LevelFilter"),
        EVALUATOR_FILTER("ch.qos.logback.core.filter.EvaluatorFilter"),
        MARKER_EVALUATOR("ch.qos.logback.classic.boolex.OnMarkerEvaluator"),
        ERROR_EVALUATOR("ch.qos.logback.classic.boolex.OnErrorEvaluator"),
        EXCEPTION_EVALUATOR("ch.qos.logback.classic.boolex.ExceptionMatchEvaluator"),
        EXPRESSION_EVALUATOR("ch.qos.logback.classic.boolex.JaninoEventEvaluator"),
        STUB_EVALUATOR("ch.qos.logback.classic.boolex.StubEventEvaluator"),
        DUPLICATE_MESSAGE_FILTER("ch.qos.logback.classic.turbo.DuplicateMessageFilter"),
        MDC_FILTER("ch.qos.logback.classic.turbo.MDCFilter"),
        MARKER_FILTER("ch.qos.logback.classic.turbo.MarkerFilter"),
        DYNAMIC_THRESHOLD_FILTER("ch.qos.logback.classic.turbo.DynamicThresholdFilter"),
        RECONFIGURE_FILTER("ch.qos.logback.classic.turbo.ReconfigureOnChangeFilter"),
        FILE_EXISTS("ch.qos.logback.core.property.FileExistsPropertyDefiner"),
        RESOURCE_EXISTS("ch.qos.logback.core.property.ResourceExistsPropertyDefiner"),
        CANONICAL_HOST_NAME("ch.qos.logback.core.property.CanonicalHostNamePropertyDefiner"),
        PROPERTY_EQUALITY("ch.qos.logback.core.boolex.PropertyEqualityCondition"),
        PROPERTY_DEFINED("ch.qos.logback.core.boolex.IsPropertyDefinedCondition"),
        PROPERTY_NULL("ch.qos.logback.core.boolex.IsPropertyNullCondition"),
        PROPERTY_EXPRESSION("ch.qos.logback.core.boolex.ExpressionPropertyCondition"),
        UNKNOWN("");

        private final String className;

        Part(String className) {
            this.className = className;
        }
    }

    /** Logback's own that are not supported, and one of logstash's: they exist, although their jars may be gone. */
    private static final Set<String> EXISTING =
            Set.of(("core.OutputStreamAppender core.encoder.EchoEncoder core.layout.EchoLayout"
                            + " core.read.CyclicBufferAppender core.read.ListAppender core.sift.DefaultDiscriminator"
                            + " core.rolling.DefaultTimeBasedFileNamingAndTriggeringPolicy classic.helpers.WithLayoutListAppender"
                            + " classic.html.HTMLLayout classic.layout.TTLLLayout classic.log4j.XMLLayout classic.net.SMTPAppender"
                            + " classic.net.SocketAppender classic.net.SSLSocketAppender"
                            + " classic.net.server.ServerSocketAppender classic.net.server.SSLServerSocketAppender"
                            + " classic.sift.ContextBasedDiscriminator classic.sift.JNDIBasedContextDiscriminator"
                            + " appender.LoggingEventAsyncDisruptorAppender")
                    .split(" "));

    /** The package of Tailrace's appenders for Logback. */
    private static final String OWN = "dev.tailrace.logback.";

    /**
     * Other names of parts: people write that of the asynchronous appender's base; a Kafka appender's successor, and its old encoders;
     * Tailrace's appenders for Logback.
     */
    private static final Map<String, Part> OTHERS = Map.of(
            "ch.qos.logback.core.AsyncAppender",
            Part.ASYNC_APPENDER,
            "io.github.bullettooth.logback.kafka.KafkaAppender",
            Part.KAFKA_APPENDER,
            "com.github.danielwegener.logback.kafka.encoding.LayoutKafkaMessageEncoder",
            Part.WRAPPING_ENCODER,
            "com.github.danielwegener.logback.kafka.encoding.PatternLayoutKafkaMessageEncoder",
            Part.WRAPPING_ENCODER,
            OWN + "AsyncAppender",
            Part.ASYNC_APPENDER,
            OWN + "TailraceAppender",
            Part.ROLLING_FILE_APPENDER);

    private final Map<String, String> imports = new HashMap<>();

    public void addImport(String className) {
        imports.put(shortName(className), className);
    }

    public Part part(String className) {
        String stripped = className.strip();
        String full = stripped.indexOf('.') < 0 ? imports.getOrDefault(stripped, stripped) : stripped;
        for (Part part : Part.values()) {
            boolean same = full.indexOf('.') < 0
                    ? shortName(part.className).equals(full)
                    : part.className.equals(full) || part == OTHERS.get(full);
            if (same && part != Part.UNKNOWN) {
                return part;
            }
        }
        return Part.UNKNOWN;
    }

    /** The full name: of the part it stands for, else as it was imported, else as it is. Tailrace's own appenders keep their names. */
    public String full(String className) {
        String named = className.strip();
        if (named.startsWith(OWN)) {
            return named;
        }
        Part part = part(className);
        return part == Part.UNKNOWN ? imports.getOrDefault(className.strip(), className.strip()) : part.className;
    }

    /** Whether a class is one of Logback's or logstash's, supported or not. */
    boolean exists(String className) {
        return part(className) != Part.UNKNOWN
                || EXISTING.contains(full(className).replaceFirst("^(ch\\.qos|net\\.logstash)\\.logback\\.", ""));
    }

    private static String shortName(String className) {
        return className.substring(className.lastIndexOf('.') + 1).strip();
    }
}
