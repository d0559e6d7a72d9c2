package dev.tailrace.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.PatternLayout;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.RollingPolicy;
import ch.qos.logback.core.rolling.RollingPolicyBase;
import ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.rolling.TriggeringPolicy;
import dev.tailrace.config.xml.Element;
import dev.tailrace.host.AppenderDescription;
import dev.tailrace.host.ConfiguredFile;
import dev.tailrace.host.Elements;
import dev.tailrace.host.HostDialect;
import java.net.URL;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Describes an appender of Logback's in the words of its configuration: from its objects, as far as these can be asked, else from the file
 * that the context was configured from, if its element is there.
 */
final class AppenderText {
    private static final String PACKAGE = "ch.qos.logback.core.rolling.";
    private static final String LOGSTASH = "net.logstash.logback.encoder.LogstashEncoder";
    private static final Set<String> POLICIES = Set.of("rollingPolicy", "triggeringPolicy");
    private static final Set<String> WITHOUT_GETTER =
            Set.of("maxFileSize", "totalSizeCap", "timeBasedFileNamingAndTriggeringPolicy");

    private static final Pattern WORD = Pattern.compile("%-?[0-9]*(?:\\.-?[0-9]+)?(\\p{Alpha}\\w*)");

    private final LoggerContext context;
    private final FileAppender<ILoggingEvent> appender;
    private final Element settings;
    private final ContextProperties outside;
    private final String source;
    private final ConfiguredFile file;
    /** The appender's element in the file; null: it isn't there. */
    private final @Nullable Element written;

    /** @param settings a {@code <tailrace>} element */
    AppenderText(LoggerContext context, FileAppender<ILoggingEvent> appender, Element settings) {
        this.context = context;
        this.appender = appender;
        this.settings = settings;
        this.outside = new ContextProperties(context);
        String read = "logback";
        ConfiguredFile found = ConfiguredFile.read(null, outside);
        Element element = null;
        for (URL url : ConfigurationFiles.of(context, outside)) {
            ConfiguredFile candidate = ConfiguredFile.read(url, outside);
            element = candidate.all("appender").stream()
                    .filter(this::isThis)
                    .reduce((first, second) -> second)
                    .orElse(null);
            if (element != null) {
                read = url.toString();
                found = candidate;
                break;
            }
        }
        this.source = read;
        this.file = found;
        this.written = element;
    }

    /** Whether an element has this appender's name, and the pattern of its files. */
    private boolean isThis(Element element) {
        if (!String.valueOf(appender.getName()).equals(element.attribute("name"))) {
            return false;
        }
        return !(appender instanceof RollingFileAppender<ILoggingEvent> rolling)
                || !(rolling.getRollingPolicy() instanceof RollingPolicyBase policy)
                || options(element).stream()
                        .filter(each -> each.optionName().equals("fileNamePattern"))
                        .anyMatch(each -> each.text().equals(policy.getFileNamePattern()));
    }

    AppenderDescription description() {
        return new AppenderDescription(HostDialect.LOGBACK, source, before(), element(), layout(), outside);
    }

    private List<Element> before() {
        List<Element> before = new ArrayList<>();
        String name = context.getName();
        if (name != null && isLiteral(name)) {
            before.add(Elements.of("contextName", name));
        }
        context.getCopyOfPropertyMap().forEach((key, value) -> {
            if (isLiteral(value)) {
                Element property = Elements.with("property", "name", key);
                property.attributes().put("value", value);
                property.attributes().put("scope", "context");
                before.add(property);
            }
        });
        before.addAll(file.all("conversionRule"));
        return before;
    }

    /** Whether the reader takes a value as it is. */
    private static boolean isLiteral(String value) {
        return value.indexOf('{') < 0 && value.indexOf('}') < 0 && !value.contains(":-");
    }

    private Element element() {
        RollingFileAppender<ILoggingEvent> rolls = appender instanceof RollingFileAppender<ILoggingEvent> rolling
                        && !(rolling.getRollingPolicy() instanceof WithoutPolicies)
                ? rolling
                : null;
        Element element = Elements.with("appender", "name", String.valueOf(appender.getName()));
        element.attributes()
                .put("class", rolls == null ? "ch.qos.logback.core.FileAppender" : PACKAGE + "RollingFileAppender");
        String path = appender.rawFileProperty();
        if (path != null) {
            element.children().add(Elements.of("file", path));
        }
        element.children().add(Elements.of("append", String.valueOf(appender.isAppend())));
        element.children().add(Elements.of("prudent", String.valueOf(appender.isPrudent())));
        if (!settings.attributes().isEmpty()) {
            element.children().add(settings);
        }
        if (rolls != null) {
            RollingPolicy policy = rolls.getRollingPolicy();
            TriggeringPolicy<ILoggingEvent> trigger = rolls.getTriggeringPolicy();
            if (policy != null) {
                element.children().add(policy(policy));
            }
            if (trigger != null && !trigger.equals(policy)) {
                element.children().add(trigger(trigger));
            }
        }
        return element;
    }

    private Element policy(RollingPolicy policy) {
        Element element = Elements.with("rollingPolicy", "class", className(policy));
        if (policy instanceof RollingPolicyBase named && named.getFileNamePattern() != null) {
            element.children().add(Elements.of("fileNamePattern", named.getFileNamePattern()));
        }
        if (policy instanceof FixedWindowRollingPolicy window) {
            element.children().add(Elements.of("minIndex", String.valueOf(window.getMinIndex())));
            element.children().add(Elements.of("maxIndex", String.valueOf(window.getMaxIndex())));
        }
        if (policy instanceof TimeBasedRollingPolicy<?> timed) {
            element.children().add(Elements.of("maxHistory", String.valueOf(timed.getMaxHistory())));
            element.children().add(Elements.of("cleanHistoryOnStart", String.valueOf(timed.isCleanHistoryOnStart())));
            options(written).stream()
                    .filter(option -> WITHOUT_GETTER.contains(option.optionName()))
                    .forEach(element.children()::add);
            if (written == null && timed instanceof SizeAndTimeBasedRollingPolicy) {
                element.children().add(Elements.of("maxFileSize", String.valueOf(ProbedSize.of(timed))));
            }
        }
        return element;
    }

    /** The options of the policies in an appender's element. */
    private static List<Element> options(@Nullable Element element) {
        return element == null
                ? List.of()
                : element.children().stream()
                        .filter(each -> POLICIES.contains(each.optionName()))
                        .flatMap(each -> each.children().stream())
                        .toList();
    }

    private static Element trigger(TriggeringPolicy<?> trigger) {
        Element element = Elements.with("triggeringPolicy", "class", className(trigger));
        if (trigger instanceof SizeBasedTriggeringPolicy<?> sized && sized.getMaxFileSize() != null) {
            element.children()
                    .add(Elements.of(
                            "maxFileSize", String.valueOf(sized.getMaxFileSize().getSize())));
        }
        return element;
    }

    /** The class of Logback's that a policy is, or extends. */
    private static String className(Object policy) {
        return policy instanceof SizeAndTimeBasedRollingPolicy
                ? PACKAGE + "SizeAndTimeBasedRollingPolicy"
                : policy instanceof TimeBasedRollingPolicy
                        ? PACKAGE + "TimeBasedRollingPolicy"
                        : policy instanceof FixedWindowRollingPolicy
                                ? PACKAGE + "FixedWindowRollingPolicy"
                                : policy instanceof SizeBasedTriggeringPolicy
                                        ? PACKAGE + "SizeBasedTriggeringPolicy"
                                        : policy.getClass().getName();
    }

    /** Whether all that the policies have is described. */
    boolean isWhole() {
        return written != null
                || !(appender instanceof RollingFileAppender<ILoggingEvent> rolling)
                || !(rolling.getRollingPolicy() instanceof TimeBasedRollingPolicy);
    }

    /** The encoder's element; null: Logback encodes. */
    private @Nullable Element layout() {
        Encoder<ILoggingEvent> encoder = appender.getEncoder();
        if (context.isPackagingDataEnabled() || context.getSequenceNumberGenerator() != null) {
            return null;
        }
        if (encoder.getClass() == PatternLayoutEncoder.class) {
            PatternLayoutEncoder pattern = (PatternLayoutEncoder) encoder;
            return pattern(pattern.getPattern(), pattern.getCharset(), pattern.getLayout());
        }
        if (encoder.getClass() == LayoutWrappingEncoder.class) {
            LayoutWrappingEncoder<ILoggingEvent> wrapper = (LayoutWrappingEncoder<ILoggingEvent>) encoder;
            return wrapper.getLayout() instanceof PatternLayout layout
                    ? pattern(layout.getPattern(), wrapper.getCharset(), layout)
                    : null;
        }
        return written == null
                ? null
                : written.children().stream()
                        .filter(each -> each.optionName().equals("encoder") && isLogstashs(each, encoder))
                        .findFirst()
                        .orElse(null);
    }

    /**
     * Whether an element is that of an encoder of logstash's whose lines Tailrace writes byte for byte. It has the caller elsewhere; other
     * JSON encoders have spaces of their own, or what only they know.
     */
    private static boolean isLogstashs(Element element, Encoder<ILoggingEvent> encoder) {
        return encoder.getClass().getName().equals(LOGSTASH)
                && LOGSTASH.equals(element.attribute("class"))
                && element.children().stream()
                        .noneMatch(each -> each.optionName().equals("includeCallerData")
                                && each.text().equalsIgnoreCase("true"));
    }

    private @Nullable Element pattern(String pattern, @Nullable Charset charset, Object made) {
        if (made.getClass() != PatternLayout.class
                || !pattern.equals(pattern.strip())
                || pattern.contains("${")
                || !hasKnownWords(pattern, (PatternLayout) made)) {
            return null;
        }
        Element encoder = new Element("encoder", null, 0);
        encoder.children().add(Elements.of("pattern", pattern));
        if (charset != null) {
            encoder.children().add(Elements.of("charset", charset.name()));
        }
        return encoder;
    }

    /** Whether all words of a pattern are Logback's own, or rules of the file. */
    private boolean hasKnownWords(String pattern, PatternLayout layout) {
        Set<String> ruled = file.all("conversionRule").stream()
                .map(each -> String.valueOf(each.attribute("conversionWord")))
                .collect(Collectors.toSet());
        Set<String> words = layout.getEffectiveConverterMap().keySet();
        return WORD.matcher(pattern)
                .results()
                .map(found -> found.group(1))
                .allMatch(word -> words.contains(word) && (ruled.contains(word) || !isRegistered(word)));
    }

    /** Whether the application has registered a converter for a word. */
    private boolean isRegistered(String word) {
        return Stream.of("PATTERN_RULE_REGISTRY", "PATTERN_RULE_REGISTRY_FOR_SUPPLIERS")
                .anyMatch(
                        registry -> context.getObject(registry) instanceof Map<?, ?> rules && rules.containsKey(word));
    }
}
