package dev.tailrace.config.json;

import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Says what of a structured format of Spring Boot's is not written, because only a class of the application's could write it. */
public final class StructuredFindings {
    private static final String REMEDY =
            "With tailrace-spring-boot on the class path the class is asked; without it, use ecs, gelf or logstash, and"
                    + " logging.structured.json.add, rename, include and exclude.";

    private StructuredFindings() {}

    /** Whether all of it is written here. */
    public static boolean isKnown(String format, StructuredSettings settings) {
        return StructuredFormat.isKnown(format) && settings.json().customizers().isEmpty() && printer(settings) == null;
    }

    /** Adds a finding for each class that is named and not asked. */
    public static void report(
            String format, StructuredSettings settings, int line, String appender, Findings findings) {
        if (!StructuredFormat.isKnown(format)) {
            findings.add(
                    FindingCode.JSON_FORMAT_OTHER,
                    line,
                    appender,
                    format.isEmpty()
                            ? "The structured format is empty; logstash is written."
                            : "The structured format " + FindingText.quote(format)
                                    + " is none of ecs, gelf and logstash; logstash is written.",
                    format.isEmpty()
                            ? "Set logging.structured.format.console or .file to ecs, gelf or logstash."
                            : REMEDY);
        }
        List<String> customizers = settings.json().customizers();
        if (!customizers.isEmpty()) {
            findings.add(
                    FindingCode.JSON_FORMAT_OTHER,
                    line,
                    appender,
                    "The customizers " + FindingText.quote(String.join(", ", customizers))
                            + " are not asked; the format is written without what they change.",
                    REMEDY);
        }
        String printer = printer(settings);
        if (printer != null) {
            findings.add(
                    FindingCode.JSON_FORMAT_OTHER,
                    line,
                    appender,
                    "The printer of stack traces " + FindingText.quote(printer)
                            + " is not asked; they are written as Spring Boot's standard one does.",
                    REMEDY);
        }
    }

    /** The class of a printer; null: Spring Boot's own, or the logging system's. */
    private static @Nullable String printer(StructuredSettings settings) {
        StructuredSettings.StackTrace trace = settings.json().stackTrace();
        String name = trace == null ? "" : trace.printer();
        return List.of("", "standard", "loggingsystem")
                        .contains(name.replace("-", "").toLowerCase(java.util.Locale.ROOT))
                ? null
                : name;
    }
}
