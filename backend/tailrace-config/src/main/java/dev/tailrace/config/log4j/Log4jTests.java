package dev.tailrace.config.log4j;

import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Comparison;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads what those filters of Log4j 2 ask for that ask for more than a level. */
final class Log4jTests {
    private static final float RATE = 10;
    private static final float SECONDS_OF_BURST = 100;
    private static final long SECOND_NANOS = 1_000_000_000L;
    /** Each takes 16 bytes for as long as the filter is there. */
    private static final int MOST = 1_000_000;

    private static final String CONSEQUENCE = "the filter is left out, as in Log4j.";

    private final Log4jDocument document;
    private final Findings findings;
    private final @Nullable String consumer;

    Log4jTests(Log4jDocument document, @Nullable String consumer) {
        this.document = document;
        this.findings = document.findings();
        this.consumer = consumer;
    }

    static boolean isOne(Log4jNode node) {
        return node.is(
                "MarkerFilter",
                "NoMarkerFilter",
                "RegexFilter",
                "StringMatchFilter",
                "BurstFilter",
                "ThreadContextMapFilter",
                "ContextMapFilter");
    }

    /** Null when the filter can't be used, which is a finding then. */
    @Nullable
    EventTest read(Log4jNode node) {
        return switch (node.type().toLowerCase(Locale.ROOT)) {
            case "markerfilter" -> {
                String marker = node.required("marker", CONSEQUENCE);
                yield marker == null ? null : new EventTest.HasMarker(List.of(marker), true);
            }
            case "nomarkerfilter" -> new EventTest.NoMarker();
            case "stringmatchfilter" -> {
                String text = node.required("text", CONSEQUENCE);
                yield text == null ? null : new EventTest.OfText(Source.FORMATTED, Comparison.CONTAINS, text);
            }
            case "regexfilter" -> regex(node);
            case "burstfilter" -> burst(node);
            default -> context(node);
        };
    }

    private @Nullable EventTest regex(Log4jNode node) {
        boolean raw = node.bool("useRawMsg", false, consumer);
        String regex = node.required("regex", CONSEQUENCE);
        if (regex == null) {
            return null;
        }
        if (!Comparison.isRegex(regex)) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    node.line("regex"),
                    consumer,
                    "regex is " + FindingText.quote(regex) + ", no regular expression; " + CONSEQUENCE);
            return null;
        }
        return new EventTest.OfText(raw ? Source.MESSAGE : Source.FORMATTED, Comparison.MATCHES, regex);
    }

    private EventTest burst(Log4jNode node) {
        Threshold level = Threshold.WARN;
        String word = node.value("level");
        if (word != null && !word.isEmpty()) {
            Threshold given = document.level(word, node.line("level"), consumer, "WARN is used.");
            level = given == null ? Threshold.WARN : given;
        }
        float rate = rate(node);
        int most = node.integer("maxBurst", Integer.MIN_VALUE, Integer.MAX_VALUE, 0, consumer);
        // So low a rate that nothing is left of it lets nothing pass, as in Log4j.
        long burst = most > 0 ? most : (long) (rate * SECONDS_OF_BURST);
        if (burst > MOST) {
            findings.add(
                    FindingCode.BAD_NUMBER,
                    node.line(),
                    consumer,
                    "maxBurst is " + burst + ", more than " + MOST + "; " + MOST
                            + " events pass in a time that is shorter in proportion.");
            burst = MOST;
        }
        return new EventTest.Burst(document.number(), level, (int) burst, (long) (SECOND_NANOS * (burst / rate)));
    }

    /** In events a second. */
    private float rate(Log4jNode node) {
        String word = node.value("rate");
        if (word == null || word.isEmpty()) {
            return RATE;
        }
        try {
            float rate = Float.parseFloat(word);
            if (rate <= 0 || Float.isFinite(rate)) {
                return rate > 0 ? rate : RATE;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        findings.add(
                FindingCode.BAD_NUMBER,
                node.line("rate"),
                consumer,
                "rate is " + FindingText.quote(word) + ", no number; " + (int) RATE + " is used.");
        return RATE;
    }

    private @Nullable EventTest context(Log4jNode node) {
        String operator = node.value("operator");
        Map<String, Set<String>> values = new HashMap<>();
        for (Log4jNode pair : node.take("KeyValuePair")) {
            String key = pair.required("key", "it is left out, as in Log4j.");
            String value = pair.value("value");
            if (value == null) {
                pair.required("value", "it is left out, as in Log4j.");
            } else if (key != null) {
                values.computeIfAbsent(key, any -> new HashSet<>()).add(value);
            }
            pair.finish(consumer);
        }
        if (values.isEmpty()) {
            findings.add(
                    FindingCode.MISSING_ATTRIBUTE,
                    node.line(),
                    "<" + node.type() + "> has no <KeyValuePair key=\"...\" value=\"...\"/>; " + CONSEQUENCE);
            return null;
        }
        values.replaceAll((key, all) -> Set.copyOf(all));
        return new EventTest.InContext(values, operator == null || !operator.equalsIgnoreCase("or"));
    }
}
