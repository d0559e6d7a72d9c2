package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses;
import dev.tailrace.config.logback.document.OptionValue;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.Findings;
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
    private static final String ON_MATCH = "onMatch";
    private static final String ON_MISMATCH = "onMismatch";

    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final Element element;

    private TurboFilterReader(Document document, Element element) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
        this.element = element;
    }

    /** Null when the filter can't be used; then a finding says that it decides nothing. */
    static @Nullable TurboFilterConfig read(Document document, Element element) {
        return new TurboFilterReader(document, element).read();
    }

    private @Nullable TurboFilterConfig read() {
        values.onlyAttributes(element, "class", "name");
        values.noText(element);
        return switch (values.part(element, LogbackClasses.Part.UNKNOWN)) {
            case DUPLICATE_MESSAGE_FILTER -> {
                InnerOptions options = options("name", "allowedRepetitions", "cacheSize");
                yield new TurboFilterConfig.Duplicates(
                        options.get("allowedRepetitions")
                                .integer(Integer.MIN_VALUE, Integer.MAX_VALUE, ALLOWED_REPETITIONS),
                        options.get("cacheSize").integer(1, LARGEST_CACHE, CACHE_SIZE));
            }
            case MDC_FILTER -> {
                // Java beans leave the name as it is when it begins with two capitals.
                InnerOptions options = options("name", "MDCKey", "value", ON_MATCH, ON_MISMATCH);
                String key = options.value("MDCKey");
                String value = options.value("value");
                Reply onMatch = reply(options, ON_MATCH, Reply.NEUTRAL);
                Reply onMismatch = reply(options, ON_MISMATCH, Reply.NEUTRAL);
                yield key == null || value == null
                        ? incomplete(key == null ? "MDCKey" : "Value")
                        : new TurboFilterConfig.ContextValue(key, value, onMatch, onMismatch);
            }
            case MARKER_FILTER -> {
                InnerOptions options = options("name", "marker", ON_MATCH, ON_MISMATCH);
                String marker = options.value("marker");
                Reply onMatch = reply(options, ON_MATCH, Reply.NEUTRAL);
                Reply onMismatch = reply(options, ON_MISMATCH, Reply.NEUTRAL);
                yield marker == null
                        ? incomplete("Marker")
                        : new TurboFilterConfig.HasMarker(marker, onMatch, onMismatch);
            }
            case DYNAMIC_THRESHOLD_FILTER ->
                contextLevel(
                        options("name", "key", "defaultThreshold", "onHigherOrEqual", "onLower", "MDCValueLevelPair"));
            case RECONFIGURE_FILTER -> {
                findings.add(
                        FindingCode.RELOAD_BY_FILTER,
                        element.line(),
                        "ReconfigureOnChangeFilter has no effect; Logback has given it up, too.");
                yield null;
            }
            default -> {
                UnknownNames.reportClass(values, element, CONSUMER, "it decides nothing.");
                yield null;
            }
        };
    }

    private InnerOptions options(String... known) {
        return InnerOptions.of(document, element, CONSUMER, known);
    }

    private @Nullable TurboFilterConfig incomplete(String option) {
        findings.add(
                FindingCode.TURBO_FILTER_INCOMPLETE,
                element.line(),
                "The turbo filter has no <" + option + ">; it decides nothing, as in Logback.");
        return null;
    }

    private @Nullable TurboFilterConfig contextLevel(InnerOptions options) {
        String key = options.value("key");
        OptionValue threshold = options.get("defaultThreshold");
        Threshold otherwise = threshold.isMissing()
                ? Threshold.ERROR
                : values.level(threshold.text(), threshold.option().line(), CONSUMER);
        Reply onHigherOrEqual = reply(options, "onHigherOrEqual", Reply.NEUTRAL);
        Reply onLower = reply(options, "onLower", Reply.DENY);
        Map<String, Threshold> levels = new HashMap<>();
        options.all("MDCValueLevelPair").forEach(each -> pair(each.option(), levels));
        return key == null
                ? incomplete("Key")
                : new TurboFilterConfig.ContextLevel(key, levels, otherwise, onHigherOrEqual, onLower);
    }

    private void pair(Element pair, Map<String, Threshold> levels) {
        InnerOptions options = InnerOptions.only(document, pair, CONSUMER, "value", "level");
        String wanted = options.value("value");
        String level = options.value("level");
        if (wanted == null || level == null) {
            findings.add(
                    FindingCode.TURBO_FILTER_INCOMPLETE,
                    pair.line(),
                    "<MDCValueLevelPair> needs a <value> and a <level>; it is ignored.");
        } else if (levels.containsKey(wanted)) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    pair.line(),
                    CONSUMER,
                    "The value " + FindingText.quote(wanted) + " has a level already; the first holds, as in Logback.");
        } else {
            levels.put(wanted, values.level(level, pair.line(), CONSUMER));
        }
    }

    /** Only in capitals, as in Logback. */
    private static Reply reply(InnerOptions options, String name, Reply otherwise) {
        OptionValue option = options.get(name);
        return option.isMissing() ? otherwise : FilterReader.reply(option, option.text(), otherwise);
    }
}
