package dev.tailrace.log4j;

import dev.tailrace.config.xml.Element;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.StringLayout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.core.util.Loader;
import org.jspecify.annotations.Nullable;

/** Decides which layouts Tailrace's encoder may take the place of: those whose lines it writes byte for byte as Log4j does. */
final class KnownLayout {
    private static final String JSON = "JsonTemplateLayout";
    private static final String DEFAULT_TEMPLATE = "classpath:EcsLayout.json";
    private static final String CLASS_PATH = "classpath:";
    private static final String TEMPLATE = "eventTemplate";
    private static final String TEMPLATE_URI = "eventTemplateUri";
    /** How the names of system properties that change templates begin. */
    private static final String PROPERTIES = "log4j.layout.jsonTemplate.";

    /** Variables, and words that show what only Log4j's event knows, such as its number, the id of its thread and its stack of contexts. */
    private static final Predicate<String> OF_LOG4J = Pattern.compile(
                    "\\$\\{|%[-.0-9]*(r|relative|T|tid|threadId|tp|threadPriority|sn|sequenceNumber|u|uuid|N|nano|x|NDC|K|map|MAP"
                            + "|endOfBatch)(?![a-zA-Z])")
            .asPredicate();

    private static final Predicate<String> OF_LOG4J_IN_JSON = Pattern.compile(
                    "\"\\$resolver\"\\s*:\\s*\"(counter|endOfBatch|messageParameter)\"|\"field\"\\s*:\\s*\"(id|priority)\"")
            .asPredicate();

    private KnownLayout() {}

    /**
     * The element that Tailrace's encoder is compiled of; null: Log4j's layout writes the lines.
     *
     * @param described the layout, as it was written; null: Log4j's default
     */
    static @Nullable Element of(
            Layout<? extends Serializable> layout, @Nullable Element described, Configuration configuration) {
        Element element = described == null ? new Element(PatternLayout.class.getSimpleName(), null, 0) : described;
        boolean known = layout instanceof PatternLayout
                ? texts(element).noneMatch(OF_LOG4J)
                : element.is(JSON) && isKnownJson(element, configuration);
        if (!known) {
            return null;
        }
        if (layout instanceof StringLayout text && text.getCharset() != null) {
            // Log4j's default is that of the system.
            element.attributes().putIfAbsent("charset", text.getCharset().name());
        }
        return element;
    }

    /** Puts the template itself in the place of its name: each version of Log4j has its own. */
    private static boolean isKnownJson(Element json, Configuration configuration) {
        if (System.getProperties().stringPropertyNames().stream().anyMatch(name -> name.startsWith(PROPERTIES))) {
            return false;
        }
        String inline = take(json, TEMPLATE);
        String uri = take(json, TEMPLATE_URI);
        String template = inline == null || inline.isEmpty()
                ? text(uri == null || uri.isEmpty() ? DEFAULT_TEMPLATE : uri, configuration)
                : inline;
        if (template == null) {
            return false;
        }
        json.attributes().put(TEMPLATE, template);
        return texts(json).noneMatch(OF_LOG4J.or(OF_LOG4J_IN_JSON));
    }

    private static @Nullable String take(Element element, String attribute) {
        for (String name : List.copyOf(element.attributes().keySet())) {
            if (name.equalsIgnoreCase(attribute)) {
                return element.attributes().remove(name);
            }
        }
        return null;
    }

    /** The text of a template, its variables replaced; null when it can't be read. */
    private static @Nullable String text(String uri, Configuration configuration) {
        try {
            URL url = uri.startsWith(CLASS_PATH)
                    ? Loader.getResource(uri.substring(CLASS_PATH.length()), null)
                    : new URL(uri);
            if (url == null) {
                return null;
            }
            try (InputStream in = url.openStream()) {
                return NodeElements.replaced(new String(in.readAllBytes(), StandardCharsets.UTF_8), configuration);
            }
        } catch (IOException e) {
            return null;
        }
    }

    private static Stream<String> texts(Element element) {
        return Stream.concat(
                Stream.concat(Stream.of(element.text()), element.attributes().values().stream()),
                element.children().stream().flatMap(KnownLayout::texts));
    }
}
