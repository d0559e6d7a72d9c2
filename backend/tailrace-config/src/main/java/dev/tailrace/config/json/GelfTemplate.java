package dev.tailrace.config.json;

import dev.tailrace.config.model.JsonTemplate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;

/** The JSON of GELF 1.1, which Graylog reads. Not thread-safe. */
public final class GelfTemplate {
    private final JsonTemplate template = new JsonTemplate();

    /** Begins with the members of each record. */
    public GelfTemplate(String host) {
        template.text("version", "1.1")
                .text("host", host)
                .resolver("timestamp", "tailrace:seconds")
                .resolver("level", "level", "field", "\"severity\"", "severity", "{\"field\":\"code\"}");
    }

    /**
     * The record of a target without a layout.
     *
     * @param options the value of an option by its name and its default
     */
    public static String of(BinaryOperator<String> options, String hostName) {
        GelfTemplate gelf = new GelfTemplate(options.apply("host", hostName));
        gelf.template()
                .resolver("short_message", "message")
                .resolver("full_message", "tailrace:stackTrace")
                .resolver("_logger_name", "logger")
                .resolver("_thread_name", "thread");
        gelf.mdc(options.apply("mdc", "all"));
        gelf.template().members("tailrace:keyValues", "prefix", "\"_\"");
        if (Boolean.parseBoolean(options.apply("location", "false"))) {
            gelf.location();
        }
        for (String field : options.apply("fields", "").split(",", -1)) {
            int equals = field.indexOf('=');
            if (equals > 0) {
                gelf.template()
                        .text(
                                "_" + field.substring(0, equals).strip(),
                                field.substring(equals + 1).strip());
            }
        }
        return gelf.template().end();
    }

    public JsonTemplate template() {
        return template;
    }

    /** Adds the caller. */
    public void location() {
        template.resolver("_source_file_name", "tailrace:caller", "field", "\"fileName\"")
                .resolver("_source_method_name", "tailrace:caller", "field", "\"methodName\"")
                .resolver("_source_class_name", "tailrace:caller", "field", "\"className\"")
                .resolver("_source_line_number", "tailrace:caller", "field", "\"lineNumber\"");
    }

    /** Adds entries of the MDC: {@code all}, {@code none}, or names with commas between. */
    public void mdc(String which) {
        if (which.equals("none")) {
            return;
        }
        if (which.equals("all")) {
            template.members("tailrace:mdc", "prefix", "\"_\"");
            return;
        }
        List<String> keys = new ArrayList<>();
        Map<String, String> names = new LinkedHashMap<>();
        for (String each : which.split(",", -1)) {
            keys.add(each.strip());
            names.put(each.strip(), "_" + each.strip());
        }
        template.members("tailrace:mdc", "included", JsonTemplate.array(keys), "names", JsonTemplate.object(names));
    }
}
