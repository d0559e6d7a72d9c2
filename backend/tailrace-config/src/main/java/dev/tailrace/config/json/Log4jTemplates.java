package dev.tailrace.config.json;

import dev.tailrace.config.model.JsonTemplate;
import org.jspecify.annotations.Nullable;

/** The event templates that come with Log4j 2's JsonTemplateLayout. */
public final class Log4jTemplates {
    private static final String TEXT = "{\"stringified\":true}";
    private static final String SECONDS = "{\"unit\":\"secs\",\"rounded\":true}";
    private static final String NANOS = "{\"unit\":\"secs.nanos\"}";

    private Log4jTemplates() {}

    /** The template of this name, such as {@code EcsLayout.json}; null when Log4j brings none of that name. */
    public static @Nullable String find(String name, String hostName) {
        return switch (name) {
            case "EcsLayout.json" -> ecs();
            case "LogstashJsonEventLayoutV1.json" -> logstash(hostName);
            case "GelfLayout.json" -> gelf(hostName);
            case "GcpLayout.json" -> gcp();
            case "JsonLayout.json" -> json();
            default -> null;
        };
    }

    private static String ecs() {
        return new JsonTemplate()
                .resolver(
                        "@timestamp",
                        "timestamp",
                        "pattern",
                        "{\"format\":\"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'\",\"timeZone\":\"UTC\"}")
                .text("ecs.version", "1.2.0")
                .resolver("log.level", "level")
                .resolver("message", "message")
                .resolver("process.thread.name", "thread")
                .resolver("log.logger", "logger")
                .members("mdc", "flatten", "true")
                .resolver("error.type", "exception", "field", "\"className\"")
                .resolver("error.message", "exception", "field", "\"message\"")
                .resolver("error.stack_trace", "exception", "field", "\"stackTrace\"", "stackTrace", TEXT)
                .end();
    }

    static String gelf(String hostName) {
        return new JsonTemplate()
                .text("version", "1.1")
                .text("host", hostName)
                .resolver("short_message", "message")
                .resolver("full_message", "exception", "field", "\"stackTrace\"", "stackTrace", TEXT)
                .resolver("timestamp", "timestamp", "epoch", "{\"unit\":\"secs\"}")
                .resolver("level", "level", "field", "\"severity\"", "severity", "{\"field\":\"code\"}")
                .resolver("_logger", "logger")
                .resolver("_thread", "thread")
                .members("mdc", "flatten", "{\"prefix\":\"_\"}")
                .end();
    }

    private static String gcp() {
        String place = new JsonTemplate()
                .resolver("file", "source", "field", "\"fileName\"")
                .resolver("line", "source", "field", "\"lineNumber\"")
                .resolver(
                        "function",
                        "pattern",
                        "pattern",
                        JsonTemplate.quote("%replace{%C.%M}{^\\?\\.$}{}"),
                        "stackTraceEnabled",
                        "false")
                .end();
        String google = "logging.googleapis.com/";
        return new JsonTemplate()
                .resolver("timestampSeconds", "timestamp", "epoch", SECONDS)
                .resolver("timestampNanos", "timestamp", "epoch", NANOS)
                .resolver(
                        "severity",
                        "pattern",
                        "pattern",
                        JsonTemplate.quote("%level{WARN=WARNING, TRACE=DEBUG, FATAL=EMERGENCY}"),
                        "stackTraceEnabled",
                        "false")
                .resolver("message", "pattern", "pattern", "\"%m\"", "stackTraceEnabled", "true")
                .resolver(google + "labels", "mdc")
                .member(google + "sourceLocation", place)
                .resolver(google + "trace", "mdc", "key", "\"trace_id\"")
                .resolver(google + "spanId", "mdc", "key", "\"span_id\"")
                .member(google + "trace_sampled", "true")
                .resolver("exception", "exception", "field", "\"stackTrace\"", "stackTrace", TEXT)
                .resolver("thread", "thread")
                .resolver("logger", "logger")
                .end();
    }

    private static String json() {
        return new JsonTemplate()
                .member("instant", instant())
                .resolver("thread", "thread")
                .resolver("level", "level")
                .resolver("loggerName", "logger")
                .resolver("message", "message")
                .member(
                        "thrown",
                        new JsonTemplate()
                                .resolver("message", "exception", "field", "\"message\"")
                                .resolver("name", "exception", "field", "\"className\"")
                                .resolver("extendedStackTrace", "exception", "field", "\"stackTrace\"")
                                .end())
                .resolver("contextMap", "mdc")
                .member("endOfBatch", "false")
                .resolver("loggerFqcn", "logger", "field", "\"fqcn\"")
                .resolver("threadId", "thread", "field", "\"id\"")
                .resolver("threadPriority", "thread", "field", "\"priority\"")
                .member("source", source("class", "method", "file", "line"))
                .end();
    }

    public static String instant() {
        return new JsonTemplate()
                .resolver("epochSecond", "timestamp", "epoch", SECONDS)
                .resolver("nanoOfSecond", "timestamp", "epoch", NANOS)
                .end();
    }

    public static String source(String type, String method, String file, String line) {
        return new JsonTemplate()
                .resolver(type, "source", "field", "\"className\"")
                .resolver(method, "source", "field", "\"methodName\"")
                .resolver(file, "source", "field", "\"fileName\"")
                .resolver(line, "source", "field", "\"lineNumber\"")
                .end();
    }

    private static String logstash(String hostName) {
        return new JsonTemplate()
                .resolver("mdc", "mdc")
                .member(
                        "exception",
                        new JsonTemplate()
                                .resolver("exception_class", "exception", "field", "\"className\"")
                                .resolver("exception_message", "exception", "field", "\"message\"")
                                .resolver("stacktrace", "exception", "field", "\"stackTrace\"", "stackTrace", TEXT)
                                .end())
                .resolver("line_number", "source", "field", "\"lineNumber\"")
                .resolver("class", "source", "field", "\"className\"")
                .member("@version", "1")
                .text("source_host", hostName)
                .resolver("message", "message")
                .resolver("thread_name", "thread")
                .resolver("@timestamp", "timestamp")
                .resolver("level", "level")
                .resolver("file", "source", "field", "\"fileName\"")
                .resolver("method", "source", "field", "\"methodName\"")
                .resolver("logger_name", "logger")
                .end();
    }
}
