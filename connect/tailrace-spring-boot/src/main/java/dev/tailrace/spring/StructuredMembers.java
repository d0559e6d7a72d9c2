package dev.tailrace.spring;

import dev.tailrace.config.source.StructuredSettings;
import java.math.BigDecimal;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;
import org.springframework.boot.json.JsonWriter.Members;
import org.springframework.boot.logging.StackTracePrinter;
import org.springframework.boot.logging.structured.CommonStructuredLogFormat;
import org.springframework.boot.logging.structured.ContextPairs;
import org.springframework.boot.logging.structured.ElasticCommonSchemaProperties;
import org.springframework.boot.logging.structured.GraylogExtendedLogFormatProperties;
import org.springframework.boot.logging.structured.JsonWriterStructuredLogFormatter;
import org.springframework.boot.logging.structured.StructuredLogFormatter;
import org.springframework.boot.logging.structured.StructuredLogFormatterFactory.CommonFormatters;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.boot.util.Instantiator;
import org.springframework.core.env.Environment;

/**
 * Boot's formats as members of its {@code JsonWriter}, which customizers of the application's can change: the same fields as the
 * templates of the backend have, which write them without garbage where nothing is customized. Thread-safe.
 */
final class StructuredMembers {
    /** What Graylog takes as the name of a field; and it makes {@code _id} itself. */
    private static final Pattern GRAYLOG_NAME = Pattern.compile("[\\w.\\-]*");

    private static final Set<String> GRAYLOGS_OWN = Set.of("id", "_id");

    /** The severities of syslog. */
    private static final Map<Level, Integer> SEVERITIES =
            Map.of(Level.ERROR, 3, Level.WARN, 4, Level.INFO, 6, Level.DEBUG, 7, Level.TRACE, 7);

    /** Logback's numbers of levels. */
    private static final Map<Level, Integer> NUMBERS = Map.of(
            Level.ERROR, 40_000, Level.WARN, 30_000, Level.INFO, 20_000, Level.DEBUG, 10_000, Level.TRACE, 5_000);

    private final Environment environment;
    private final @Nullable StackTracePrinter printer;
    private final ContextPairs contextPairs;

    private StructuredMembers(Instantiator<?> instantiator) {
        this.environment = Objects.requireNonNull(instantiator.getArg(Environment.class));
        this.printer = instantiator.getArg(StackTracePrinter.class);
        this.contextPairs = Objects.requireNonNull(instantiator.getArg(ContextPairs.class));
    }

    static void addTo(CommonFormatters<LoggedEvent> formats) {
        formats.add(
                CommonStructuredLogFormat.ELASTIC_COMMON_SCHEMA,
                instantiator -> formatter(new StructuredMembers(instantiator)::ecs, customizer(instantiator, true)));
        formats.add(
                CommonStructuredLogFormat.GRAYLOG_EXTENDED_LOG_FORMAT,
                instantiator -> formatter(new StructuredMembers(instantiator)::gelf, customizer(instantiator, false)));
        formats.add(
                CommonStructuredLogFormat.LOGSTASH,
                instantiator ->
                        formatter(new StructuredMembers(instantiator)::logstash, customizer(instantiator, false)));
    }

    private static StructuredLogFormatter<LoggedEvent> formatter(
            Consumer<Members<LoggedEvent>> members, StructuredLoggingJsonMembersCustomizer<?> customizer) {
        return new JsonWriterStructuredLogFormatter<>(members, customizer) {};
    }

    private static StructuredLoggingJsonMembersCustomizer<?> customizer(Instantiator<?> instantiator, boolean nested) {
        StructuredLoggingJsonMembersCustomizer.Builder<?> builder =
                Objects.requireNonNull(instantiator.getArg(StructuredLoggingJsonMembersCustomizer.Builder.class));
        return builder.nested(nested).build();
    }

    private void ecs(Members<LoggedEvent> members) {
        Pairs.add(members, (event, pairs) -> {
            pairs.accept("@timestamp", event.time());
            Map<String, Object> log = new LinkedHashMap<>();
            log.put("level", event.level().name());
            log.put("logger", event.loggerName());
            pairs.accept("log", log);
            Map<String, Object> process = new LinkedHashMap<>();
            pid(value -> process.put("pid", value));
            process.put("thread", Map.of("name", event.threadName()));
            pairs.accept("process", process);
        });
        ElasticCommonSchemaProperties.get(environment).jsonMembers(members);
        Pairs.add(members, (event, pairs) -> pairs.accept("message", event.message()));
        members.add().usingPairs(contextPairs.<LoggedEvent>nested(StructuredMembers::context));
        Pairs.add(members, (event, pairs) -> {
            Throwable thrown = event.throwable();
            if (thrown != null) {
                Map<String, @Nullable Object> error = new LinkedHashMap<>();
                error.put("type", thrown.getClass().getName());
                error.put("message", thrown.getMessage());
                error.put("stack_trace", stackTrace(event, thrown));
                pairs.accept("error", error);
            }
            if (!event.markers().isEmpty()) {
                pairs.accept("tags", new TreeSet<>(event.markers()));
            }
            pairs.accept("ecs", Map.of("version", "8.11"));
        });
    }

    private void gelf(Members<LoggedEvent> members) {
        Pairs.add(members, (event, pairs) -> {
            String message = event.message();
            pairs.accept("version", "1.1");
            pairs.accept("short_message", message == null || message.isBlank() ? "(blank)" : message);
            pairs.accept("timestamp", BigDecimal.valueOf(event.time().toEpochMilli(), 3));
            pairs.accept("level", SEVERITIES.get(event.level()));
            pairs.accept("_level_name", event.level().name());
            pid(value -> pairs.accept("_process_pid", value));
            pairs.accept("_process_thread_name", event.threadName());
        });
        GraylogExtendedLogFormatProperties.get(environment).jsonMembers(members);
        StructuredSettings.Context context =
                StructuredProperties.bind(environment, true).json().context();
        Pairs.add(members, (event, pairs) -> {
            pairs.accept("_log_logger", event.loggerName());
            if (context.include()) {
                event.context().forEach((name, value) -> graylogField(context.prefix() + name, value, pairs));
                event.keyValues().forEach((name, value) -> graylogField(context.prefix() + name, value, pairs));
            }
            Throwable thrown = event.throwable();
            if (thrown != null) {
                String trace = stackTrace(event, thrown);
                pairs.accept("full_message", event.message() + "\n\n" + trace);
                pairs.accept("_error_type", thrown.getClass().getName());
                pairs.accept("_error_stack_trace", trace);
                pairs.accept("_error_message", thrown.getMessage());
            }
        });
    }

    private static void graylogField(String name, Object value, BiConsumer<String, @Nullable Object> pairs) {
        if (GRAYLOG_NAME.matcher(name).matches() && !GRAYLOGS_OWN.contains(name)) {
            pairs.accept(name.startsWith("_") ? name : "_" + name, value);
        }
    }

    private void logstash(Members<LoggedEvent> members) {
        Pairs.add(members, (event, pairs) -> {
            pairs.accept(
                    "@timestamp",
                    DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(event.time().atZone(ZoneId.systemDefault())));
            pairs.accept("@version", "1");
            pairs.accept("message", event.message());
            pairs.accept("logger_name", event.loggerName());
            pairs.accept("thread_name", event.threadName());
            pairs.accept("level", event.level().name());
            pairs.accept("level_value", NUMBERS.get(event.level()));
        });
        members.add().usingPairs(contextPairs.<LoggedEvent>flat("_", StructuredMembers::context));
        Pairs.add(members, (event, pairs) -> {
            if (!event.markers().isEmpty()) {
                pairs.accept("tags", event.markers());
            }
            Throwable thrown = event.throwable();
            if (thrown != null) {
                pairs.accept("stack_trace", stackTrace(event, thrown));
            }
        });
    }

    private static void context(ContextPairs.Pairs<LoggedEvent> pairs) {
        pairs.addMapEntries(LoggedEvent::context);
        pairs.addMapEntries(LoggedEvent::keyValues);
    }

    private @Nullable String stackTrace(LoggedEvent event, Throwable thrown) {
        StackTracePrinter own = printer;
        return own == null ? event.stackTrace() : own.printStackTraceToString(thrown);
    }

    private void pid(Consumer<Long> taker) {
        Long pid = environment.getProperty("spring.application.pid", Long.class);
        if (pid != null) {
            taker.accept(pid);
        }
    }

    /** Writes members with values that depend on the event; the other ways to say that differ between Boot's versions. */
    @FunctionalInterface
    private interface Pairs extends BiConsumer<LoggedEvent, BiConsumer<String, @Nullable Object>> {
        static void add(Members<LoggedEvent> members, Pairs pairs) {
            members.add().usingPairs(pairs);
        }
    }
}
