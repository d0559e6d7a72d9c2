package dev.tailrace.log4j;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.host.AppenderDescription;
import dev.tailrace.host.HostDialect;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.core.Filter;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.layout.PatternLayout;
import org.apache.logging.log4j.status.StatusLogger;
import org.jspecify.annotations.Nullable;

/**
 * The elements inside of {@code <Tailrace>}: Log4j makes its layout and filter, the rest is described for Tailrace's readers.
 *
 * @param described the layout, as it was written; null: Log4j's default
 * @param rolling policies, strategies and Tailrace's own settings
 */
record Children(
        Layout<? extends Serializable> layout,
        @Nullable Element described,
        @Nullable Filter filter,
        List<Element> rolling) {

    static Children of(Node appender, Configuration configuration) {
        Layout<? extends Serializable> layout = null;
        Element described = null;
        Filter filter = null;
        List<Element> rolling = new ArrayList<>();
        for (Node child : appender.getChildren()) {
            Class<?> type =
                    child.getType() == null ? Object.class : child.getType().getPluginClass();
            if (Layout.class.isAssignableFrom(type)) {
                // First: Log4j takes the attributes away when it makes the layout.
                described = NodeElements.of(child, configuration);
                layout = made(child, configuration, layout);
            } else if (Filter.class.isAssignableFrom(type)) {
                filter = made(child, configuration, filter);
            } else if (!Property.class.isAssignableFrom(type)) {
                rolling.add(NodeElements.of(child, configuration));
            }
        }
        return new Children(
                layout == null ? PatternLayout.createDefaultLayout(configuration) : layout,
                layout == null ? null : described,
                filter,
                rolling);
    }

    private static <T> @Nullable T made(Node child, Configuration configuration, @Nullable T earlier) {
        if (earlier != null) {
            StatusLogger.getLogger().error("A Tailrace appender has two of {}; the later one counts", child.getName());
        }
        configuration.createConfiguration(child, null);
        T object = child.getObject();
        return object == null ? earlier : object;
    }

    /** The whole appender, with these attributes of its own; null: not given. */
    AppenderDescription describe(Map<String, @Nullable String> attributes, Configuration configuration) {
        Element appender = new Element(TailraceAppender.PLUGIN_NAME, null, 0);
        attributes.forEach((name, value) -> {
            if (value != null) {
                appender.attributes().put(name, NodeElements.literal(value));
            }
        });
        appender.children().addAll(rolling);
        return new AppenderDescription(
                HostDialect.LOG4J,
                source(configuration),
                List.of(),
                appender,
                KnownLayout.of(layout, described, configuration),
                PropertySource.ofProcess());
    }

    private static String source(Configuration configuration) {
        ConfigurationSource source = configuration.getConfigurationSource();
        String location = source == null ? null : source.getLocation();
        return location == null ? String.valueOf(configuration.getName()) : location;
    }
}
