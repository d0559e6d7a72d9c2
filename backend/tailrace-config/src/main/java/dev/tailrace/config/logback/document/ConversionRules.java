package dev.tailrace.config.logback.document;

import dev.tailrace.config.xml.Element;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * {@code <conversionRule>}: words that stand for converters which are known by the names of their classes. No class is loaded; patterns
 * get the word that is known here in the place of the one that the file chose. Not thread-safe.
 */
public final class ConversionRules {
    private static final String BOOT = "org.springframework.boot.logging.logback.";
    private static final String CLASSIC = "ch.qos.logback.classic.pattern.";
    private static final String COLOUR = "ch.qos.logback.core.pattern.color.";
    private static final Map<String, String> KNOWN = known();
    /** Classes that projects have as copies or that a generator makes, in packages of their own. */
    private static final Map<String, String> COPIED = Map.of(
            "WhitespaceThrowableProxyConverter", "wex",
            "ExtendedWhitespaceThrowableProxyConverter", "wEx",
            "EnclosedInSquareBracketsConverter", "esb",
            "CRLFLogConverter", "crlf",
            "ColoredLevel", "coloredLevel");

    private static final String WORD =
            "(\\\\?)%(-?[0-9]*(?:\\.-?[0-9]+)?)(\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*)";

    private final ElementValues values;
    private final Map<String, String> words = new HashMap<>();

    ConversionRules(ElementValues values) {
        this.values = values;
    }

    private static Map<String, String> known() {
        Map<String, String> words = new HashMap<>(Map.of(
                BOOT + "ColorConverter",
                "clr",
                BOOT + "WhitespaceThrowableProxyConverter",
                "wex",
                BOOT + "ExtendedWhitespaceThrowableProxyConverter",
                "wEx",
                BOOT + "EnclosedInSquareBracketsConverter",
                "esb",
                BOOT + "CorrelationIdConverter",
                "correlationId",
                BOOT + "ApplicationNameConverter",
                "applicationName",
                BOOT + "ApplicationGroupConverter",
                "applicationGroup",
                CLASSIC + "color.HighlightingCompositeConverter",
                "highlight",
                "ch.qos.logback.core.pattern.ReplacingCompositeConverter",
                "replace"));
        words.putAll(Map.of(
                CLASSIC + "DateConverter", "d",
                CLASSIC + "LevelConverter", "level",
                CLASSIC + "ThreadConverter", "thread",
                CLASSIC + "LoggerConverter", "logger",
                CLASSIC + "MessageConverter", "msg",
                CLASSIC + "MDCConverter", "X",
                CLASSIC + "MarkerConverter", "marker",
                CLASSIC + "KeyValuePairConverter", "kvp",
                CLASSIC + "LineSeparatorConverter", "n",
                CLASSIC + "PropertyConverter", "property"));
        words.putAll(Map.of(
                CLASSIC + "ThrowableProxyConverter", "ex",
                CLASSIC + "ExtendedThrowableProxyConverter", "xEx",
                CLASSIC + "RootCauseFirstThrowableProxyConverter", "rEx",
                CLASSIC + "NopThrowableInformationConverter", "nopex",
                CLASSIC + "ClassOfCallerConverter", "C",
                CLASSIC + "MethodOfCallerConverter", "M",
                CLASSIC + "LineOfCallerConverter", "L",
                CLASSIC + "FileOfCallerConverter", "F",
                CLASSIC + "CallerDataConverter", "caller",
                CLASSIC + "RelativeTimeConverter", "r"));
        words.put(CLASSIC + "ContextNameConverter", "cn");
        words.put(CLASSIC + "MicrosecondConverter", "ms");
        words.put(CLASSIC + "LocalSequenceNumberConverter", "lsn");
        for (String colour :
                new String[] {"Black", "Red", "Green", "Yellow", "Blue", "Magenta", "Cyan", "White", "Gray"}) {
            words.put(COLOUR + colour + "CompositeConverter", colour.toLowerCase(Locale.ROOT));
            words.put(COLOUR + "Bold" + colour + "CompositeConverter", "bold" + colour);
        }
        words.remove(COLOUR + "BoldBlackCompositeConverter");
        words.remove(COLOUR + "BoldGrayCompositeConverter");
        return Map.copyOf(words);
    }

    /** Reads one; a class that isn't known is a finding. */
    public void read(Element element) {
        values.onlyAttributes(element, "conversionWord", "converterClass", "class");
        String word = values.required(element, "conversionWord", "it is ignored.");
        String older = values.attribute(element, "converterClass");
        String className = older == null ? values.attribute(element, "class") : older;
        if (word == null) {
            return;
        }
        String known = className == null ? null : known(className);
        if (known != null) {
            words.put(word, known);
            return;
        }
        values.findings()
                .add(
                        FindingCode.NOT_SUPPORTED,
                        element.line(),
                        null,
                        "The word %" + FindingText.shown(word) + " is to be written by the class "
                                + FindingText.quote(String.valueOf(className))
                                + ", which isn't known and never loaded" + consequence(word),
                        remedy(word, String.valueOf(className)));
    }

    private static @Nullable String known(String className) {
        String word = KNOWN.get(className);
        return word == null ? COPIED.get(className.substring(className.lastIndexOf('.') + 1)) : word;
    }

    private static String consequence(String word) {
        return switch (word) {
            case "m", "msg", "message" ->
                ": messages are written as they are, without what the class changes or hides.";
            case "ex", "exception", "throwable", "xEx" -> ": throwables are written in Logback's own form.";
            default -> ".";
        };
    }

    private static String remedy(String word, String className) {
        if (className.contains("skywalking")) {
            return "Remove the rule, and write %X{tid} or %X{trace_id} in the place of %" + FindingText.shown(word)
                    + '.';
        }
        if (word.equals("m") || word.equals("msg") || word.equals("message")) {
            return "Remove the rule; hide by %replace(%msg){'regular expression', 'replacement'} in the pattern what it"
                    + " hides.";
        }
        return "Remove the rule, and replace %" + FindingText.shown(word)
                + " in the patterns by a word that docs/reference/logback.md lists; a value that doesn't change by"
                + " %property{name}, one of a request by %X{key}.";
    }

    /** The pattern with the words that are known here. */
    public String applied(String pattern) {
        if (words.isEmpty()) {
            return pattern;
        }
        Matcher matcher = Pattern.compile(WORD).matcher(pattern);
        StringBuilder applied = new StringBuilder();
        while (matcher.find()) {
            String known = matcher.group(1).isEmpty() ? words.get(matcher.group(3)) : null;
            matcher.appendReplacement(
                    applied,
                    Matcher.quoteReplacement(known == null ? matcher.group() : "%" + matcher.group(2) + known));
        }
        return matcher.appendTail(applied).toString();
    }
}
