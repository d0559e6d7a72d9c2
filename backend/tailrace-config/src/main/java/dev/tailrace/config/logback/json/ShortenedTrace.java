package dev.tailrace.config.logback.json;

import dev.tailrace.config.model.JsonTemplate;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads logstash-logback-encoder's {@code ShortenedThrowableConverter} into options of the stack trace of a JSON template. */
final class ShortenedTrace {
    /** What {@code short} stands for. */
    private static final int SHORT_DEPTH = 3;

    private static final int SHORT_LENGTH = 1_024;
    private static final int SHORT_CLASS_NAME = 10;

    private final JsonFields fields;
    private final Map<String, String> options = new LinkedHashMap<>();
    private final List<String> excluded = new ArrayList<>();
    private final List<String> last = new ArrayList<>();

    ShortenedTrace(JsonFields fields) {
        this.fields = fields;
    }

    String[] options(Element converter) {
        options.put("style", "\"shortened\"");
        fields.document().eachOption(converter, option -> option(option, converter));
        if (!excluded.isEmpty()) {
            options.put("excluded", JsonTemplate.array(excluded));
        }
        if (!last.isEmpty()) {
            options.put("last", JsonTemplate.array(last));
        }
        return options.entrySet().stream()
                .flatMap(entry -> Arrays.stream(new String[] {entry.getKey(), entry.getValue()}))
                .toArray(String[]::new);
    }

    private void option(Element option, Element converter) {
        switch (option.optionName()) {
            case "rootCauseFirst" -> flag("rootFirst", option, false);
            case "omitCommonFrames" -> flag("commonOmitted", option, true);
            case "inlineHash" -> flag("hashed", option, false);
            case "maxDepthPerThrowable" -> limit("depth", option, SHORT_DEPTH, 1);
            case "maxLength" -> limit("length", option, SHORT_LENGTH, 1);
            case "shortenedClassNameLength" -> limit("classNameLength", option, SHORT_CLASS_NAME, 0);
            case "exclude" -> pattern(fields.text(option), option, excluded);
            case "exclusions" -> patterns(option, excluded);
            case "truncateAfter" -> pattern(fields.text(option), option, last);
            case "truncateAfters" -> patterns(option, last);
            case "lineSeparator" -> options.put("newLine", JsonTemplate.quote(separator(fields.text(option))));
            case "classNameAbbreviator", "evaluator", "stackHasher" ->
                fields.unsupported(option, "stack traces are written without it.");
            default -> fields.unknown(option, converter);
        }
    }

    private void flag(String name, Element option, boolean otherwise) {
        options.put(name, Boolean.toString(fields.bool(option, otherwise)));
    }

    private void limit(String name, Element option, int ofShort, int least) {
        String text = fields.text(option);
        if (text.equals("-1") || text.equalsIgnoreCase("full")) {
            options.remove(name);
        } else if (text.equalsIgnoreCase("short")) {
            options.put(name, Integer.toString(ofShort));
        } else {
            int limit = fields.integer(option, least);
            options.put(name, Integer.toString(limit));
        }
    }

    private void patterns(Element option, List<String> to) {
        for (String each : fields.text(option).split(",", -1)) {
            pattern(each.strip(), option, to);
        }
    }

    private void pattern(String text, Element option, List<String> to) {
        if (text.isEmpty()) {
            return;
        }
        try {
            Pattern.compile(text);
            to.add(text);
        } catch (PatternSyntaxException e) {
            fields.values()
                    .findings()
                    .add(
                            FindingCode.BAD_VALUE,
                            option.line(),
                            fields.appender(),
                            "<" + option.name() + "> has " + FindingText.quote(text)
                                    + ", which is no regular expression (" + e.getDescription() + "); it is left out.");
        }
    }

    private static String separator(String text) {
        return switch (text.toUpperCase(Locale.ROOT)) {
            case "SYSTEM" -> System.lineSeparator();
            case "UNIX" -> "\n";
            case "WINDOWS" -> "\r\n";
            default -> text;
        };
    }
}
