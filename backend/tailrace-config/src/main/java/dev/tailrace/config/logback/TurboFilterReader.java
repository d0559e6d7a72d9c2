package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one {@code <turboFilter>}. */
final class TurboFilterReader {
    private static final int ALLOWED_REPETITIONS = 5;
    private static final int CACHE_SIZE = 100;
    /** Each costs some bytes for as long as the process runs. */
    private static final int LARGEST_CACHE = 1_000_000;

    private static final String CONSUMER = "turboFilter";

    private final Document document;
    private final Element element;
    private int allowedRepetitions = ALLOWED_REPETITIONS;
    private int cacheSize = CACHE_SIZE;
    private @Nullable String key;
    private @Nullable String value;
    private @Nullable String marker;
    private Reply onMatch = Reply.NEUTRAL;
    private Reply onMismatch = Reply.NEUTRAL;
    private Reply onHigherOrEqual = Reply.NEUTRAL;
    private Reply onLower = Reply.DENY;
    private Threshold otherwise = Threshold.ERROR;
    private final Map<String, Threshold> levels = new HashMap<>();

    private TurboFilterReader(Document document, Element element) {
        this.document = document;
        this.element = element;
    }

    /** Null when the filter can't be used; then a finding says that it decides nothing. */
    static @Nullable TurboFilterConfig read(Document document, Element element) {
        return new TurboFilterReader(document, element).read();
    }

    private @Nullable TurboFilterConfig read() {
        document.onlyAttributes(element, "class", "name");
        document.noText(element);
        return switch (document.part(element, LogbackClasses.Part.UNKNOWN)) {
            case DUPLICATE_MESSAGE_FILTER -> {
                document.eachOption(element, this::duplicates);
                yield new TurboFilterConfig.Duplicates(allowedRepetitions, cacheSize);
            }
            case MDC_FILTER -> {
                document.eachOption(element, this::contextValue);
                yield key == null || value == null
                        ? incomplete(key == null ? "MDCKey" : "Value")
                        : new TurboFilterConfig.ContextValue(key, value, onMatch, onMismatch);
            }
            case MARKER_FILTER -> {
                document.eachOption(element, this::hasMarker);
                yield marker == null
                        ? incomplete("Marker")
                        : new TurboFilterConfig.HasMarker(marker, onMatch, onMismatch);
            }
            case DYNAMIC_THRESHOLD_FILTER -> {
                document.eachOption(element, this::contextLevel);
                yield key == null
                        ? incomplete("Key")
                        : new TurboFilterConfig.ContextLevel(key, levels, otherwise, onHigherOrEqual, onLower);
            }
            case RECONFIGURE_FILTER -> {
                document.findings()
                        .add(
                                FindingCode.RELOAD_BY_FILTER,
                                element.line(),
                                "ReconfigureOnChangeFilter has no effect; Logback has given it up, too.");
                yield null;
            }
            default -> {
                document.unknownClass(element, CONSUMER, "it decides nothing.");
                yield null;
            }
        };
    }

    private @Nullable TurboFilterConfig incomplete(String option) {
        document.findings()
                .add(
                        FindingCode.TURBO_FILTER_INCOMPLETE,
                        element.line(),
                        "The turbo filter has no <" + option + ">; it decides nothing, as in Logback.");
        return null;
    }

    private void duplicates(Element option) {
        switch (option.optionName()) {
            case "allowedRepetitions" ->
                allowedRepetitions =
                        document.integer(option, Integer.MIN_VALUE, Integer.MAX_VALUE, ALLOWED_REPETITIONS, CONSUMER);
            case "cacheSize" -> cacheSize = document.integer(option, 1, LARGEST_CACHE, CACHE_SIZE, CONSUMER);
            default -> other(option);
        }
    }

    private void contextValue(Element option) {
        switch (option.optionName()) {
            // Java beans leave the name as it is when it begins with two capitals.
            case "MDCKey" -> key = document.text(option);
            case "value" -> value = document.text(option);
            default -> matching(option);
        }
    }

    private void hasMarker(Element option) {
        if (option.optionName().equals("marker")) {
            marker = document.text(option);
        } else {
            matching(option);
        }
    }

    private void matching(Element option) {
        switch (option.optionName()) {
            case "onMatch" -> onMatch = reply(option, Reply.NEUTRAL);
            case "onMismatch" -> onMismatch = reply(option, Reply.NEUTRAL);
            default -> other(option);
        }
    }

    private void contextLevel(Element option) {
        switch (option.optionName()) {
            case "key" -> key = document.text(option);
            case "defaultThreshold" -> otherwise = document.level(document.text(option), option.line(), CONSUMER);
            case "onHigherOrEqual" -> onHigherOrEqual = reply(option, Reply.NEUTRAL);
            case "onLower" -> onLower = reply(option, Reply.DENY);
            case "MDCValueLevelPair" -> pair(option);
            default -> other(option);
        }
    }

    private void pair(Element pair) {
        document.onlyAttributes(pair, "class");
        document.noText(pair);
        Map<String, String> options = new HashMap<>();
        document.eachOption(pair, option -> {
            if (option.optionName().equals("value") || option.optionName().equals("level")) {
                options.put(option.optionName(), document.text(option));
            } else {
                document.unknownOption(option, pair, CONSUMER);
            }
        });
        String wanted = options.get("value");
        String level = options.get("level");
        if (wanted == null || level == null) {
            document.findings()
                    .add(
                            FindingCode.TURBO_FILTER_INCOMPLETE,
                            pair.line(),
                            "<MDCValueLevelPair> needs a <value> and a <level>; it is ignored.");
        } else if (levels.containsKey(wanted)) {
            document.findings()
                    .add(
                            FindingCode.BAD_VALUE,
                            pair.line(),
                            CONSUMER,
                            "The value " + FindingText.quote(wanted)
                                    + " has a level already; the first holds, as in Logback.");
        } else {
            levels.put(wanted, document.level(level, pair.line(), CONSUMER));
        }
    }

    private void other(Element option) {
        if (!option.optionName().equals("name")) {
            document.unknownOption(option, element, CONSUMER);
        }
    }

    /** Only in capitals, as in Logback. */
    private Reply reply(Element option, Reply otherReply) {
        String word = document.text(option);
        for (Reply reply : Reply.values()) {
            if (reply.name().equals(word)) {
                return reply;
            }
        }
        document.findings()
                .add(
                        FindingCode.BAD_VALUE,
                        option.line(),
                        CONSUMER,
                        "<" + option.name() + "> is " + FindingText.quote(word) + ", none of ACCEPT, DENY, NEUTRAL; "
                                + otherReply + " is used.");
        return otherReply;
    }
}
