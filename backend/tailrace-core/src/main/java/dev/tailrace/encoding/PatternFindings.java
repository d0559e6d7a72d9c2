package dev.tailrace.encoding;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import dev.tailrace.layout.FormatEncoder;
import dev.tailrace.layout.JsonEncoder;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.Problem;
import dev.tailrace.layout.event.TextRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reports problems of patterns with file and line. Thread-safe. */
public final class PatternFindings {
    private PatternFindings() {}

    /** The problems in the patterns of a configuration; opens and starts nothing. */
    public static List<Finding> of(Configuration configuration, PropertySource outside) {
        List<Finding> findings = new ArrayList<>();
        for (AppenderConfig appender : configuration.appenders()) {
            for (Problem problem : compile(appender, configuration, outside).problems()) {
                findings.add(of(problem, appender, configuration.source()));
            }
        }
        return findings;
    }

    /** The result of compiling an appender's pattern. */
    public record Compiled(Encoder encoder, List<Problem> problems) {}

    /** Compiles an appender's pattern; {@code outside} has the properties of the system. Never throws for a bad one. */
    public static Compiled compile(AppenderConfig appender, Configuration configuration, PropertySource outside) {
        Function<String, @Nullable String> properties = properties(configuration, outside);
        if (appender.layout().syntax() == PatternSyntax.JSON) {
            JsonEncoder.Compiled json =
                    JsonEncoder.compile(appender.pattern(), properties, configuration.contextProperties());
            return new Compiled(json.encoder(), json.problems());
        }
        if (appender.layout().syntax() == PatternSyntax.STRUCTURED) {
            return structured(appender, configuration, outside);
        }
        TextRules rules = new TextRules(
                appender.destination() instanceof DestinationConfig.Console,
                appender.settings().lines().multiline());
        PatternEncoder.Compiled pattern = appender.layout().syntax() == PatternSyntax.LOG4J
                ? PatternEncoder.compileLog4j(appender.pattern(), properties, rules)
                : PatternEncoder.compile(appender.pattern(), properties, rules);
        return new Compiled(pattern.encoder(), pattern.problems());
    }

    /** A structured format: written by the application's code, if there is any; else by the template behind it. */
    private static Compiled structured(AppenderConfig appender, Configuration configuration, PropertySource outside) {
        String pattern = appender.pattern();
        int end = pattern.indexOf('\n');
        String name = pattern.substring(0, end);
        JsonEncoder.Compiled json = JsonEncoder.compile(
                pattern.substring(end + 1), properties(configuration, outside), configuration.contextProperties());
        List<Problem> problems = new ArrayList<>(json.problems());
        if (outside.spring() instanceof LineFormats formats) {
            try {
                Function<Event, String> format = formats.format(name);
                if (format != null) {
                    return new Compiled(new FormatEncoder(format, json.encoder()), problems);
                }
            } catch (RuntimeException e) {
                problems.add(new Problem(
                        Problem.Kind.UNUSABLE,
                        0,
                        "the structured format " + FindingText.quote(name) + " can't be written: " + e.getMessage()));
                return new Compiled(json.encoder(), problems);
            }
        }
        problems.add(new Problem(
                Problem.Kind.UNKNOWN_WORD,
                0,
                "the structured format " + FindingText.quote(name) + " can't be written as it is configured"
                        + " (nothing on the class path writes it); " + (isPlain(name) ? name : "logstash")
                        + " is written without what classes of the"
                        + " application's add"));
        return new Compiled(json.encoder(), problems);
    }

    private static boolean isPlain(String name) {
        return List.of("ecs", "gelf", "logstash").contains(name.toLowerCase(Locale.ROOT));
    }

    /** The properties that a pattern can show: the configuration's, else the system's. */
    private static Function<String, @Nullable String> properties(Configuration configuration, PropertySource outside) {
        return name -> {
            String own = configuration.properties().get(name);
            return own == null ? outside.systemProperty(name) : own;
        };
    }

    /** The finding about a problem; {@code source} is the configuration's file, unless the appender names another one. */
    public static Finding of(Problem problem, AppenderConfig appender, @Nullable String source) {
        if (appender.layout().syntax() == PatternSyntax.JSON
                || appender.layout().syntax() == PatternSyntax.STRUCTURED) {
            return ofJson(problem, appender, source);
        }
        FindingCode code = switch (problem.kind()) {
            case UNKNOWN_WORD -> FindingCode.UNKNOWN_CONVERSION_WORD;
            case BAD_OPTION -> FindingCode.BAD_PATTERN_OPTION;
            case SYNTAX, UNUSABLE -> FindingCode.PATTERN_SYNTAX;
        };
        String cause = problem.text() + " (column " + (problem.column() + 1) + " of the pattern of appender "
                + appender.name() + ": " + appender.pattern().strip() + ")";
        String file = appender.file() == null ? source : appender.file();
        Finding finding =
                Finding.of(code, cause).at(file, appender.layout().line()).about(appender.name());
        return appender.layout().syntax() == PatternSyntax.LOG4J
                ? finding
                : finding.remedy(remedy(code, problem.text()));
    }

    /** Remedies for the most frequent words of Logback's patterns. */
    private static String remedy(FindingCode code, String problem) {
        if (code == FindingCode.BAD_PATTERN_OPTION && problem.startsWith("%d") && problem.contains("no time zone")) {
            return "Put a format that has a comma in quotation marks, as in %d{\"HH:mm:ss,SSS\"}: behind the comma a time zone"
                    + " is read, such as UTC or Europe/Paris.";
        }
        if (code == FindingCode.BAD_PATTERN_OPTION && problem.endsWith("a number is expected")) {
            return "Write a number of characters, as in %logger{36}.";
        }
        if (code == FindingCode.UNKNOWN_CONVERSION_WORD) {
            String word = problem.substring(1, Math.max(1, problem.indexOf(' ')));
            if (word.equals("x")) {
                return "%x, the nested context of Log4j, has no equal in Logback: write %X{key} for a value of the MDC, or remove"
                        + " it.";
            }
        }
        return code.remedy();
    }

    private static Finding ofJson(Problem problem, AppenderConfig appender, @Nullable String source) {
        FindingCode code = switch (problem.kind()) {
            case UNKNOWN_WORD ->
                problem.text().startsWith("the structured format ")
                        ? FindingCode.JSON_FORMAT_OTHER
                        : FindingCode.JSON_FIELD;
            case BAD_OPTION -> FindingCode.JSON_OPTION;
            case SYNTAX -> FindingCode.JSON_TEMPLATE;
            case UNUSABLE -> FindingCode.STRUCTURED_FORMAT_UNUSABLE;
        };
        String place = problem.column() > 0 ? ", column " + (problem.column() + 1) : "";
        String cause = "In the JSON of appender " + appender.name() + place + ": " + problem.text() + ".";
        String file = appender.file() == null ? source : appender.file();
        return Finding.of(code, cause).at(file, appender.layout().line()).about(appender.name());
    }
}
