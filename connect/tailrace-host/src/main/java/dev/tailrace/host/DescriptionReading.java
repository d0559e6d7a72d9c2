package dev.tailrace.host;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.xml.Element;
import dev.tailrace.encoding.AppenderEncoders;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The contents of a description.
 *
 * @param encoder writes the lines; null: the host encodes
 * @param foreign why the host encodes; null: it doesn't
 */
record DescriptionReading(
        AppenderConfig appender,
        @Nullable Encoder encoder,
        @Nullable String foreign,
        List<Finding> findings) {
    /**
     * Reads a description, first without its layout. What is found with it besides is about the layout: then the host, which knows it,
     * encodes.
     */
    static DescriptionReading of(AppenderDescription description) throws IOException {
        Configuration plain = read(description, description.dialect().standIn());
        AppenderConfig appender = appender(plain, description);
        Element layout = description.layout();
        if (layout == null) {
            return new DescriptionReading(appender, null, "its class or its options are not known", plain.findings());
        }
        Configuration whole = read(description, layout);
        AppenderConfig laidOut = appender(whole, description);
        List<Finding> about = new ArrayList<>(whole.findings());
        about.removeAll(plain.findings());
        Encoder encoder = AppenderEncoders.of(whole, null, description.outside(), about::add)
                .of(laidOut, true);
        return about.isEmpty()
                ? new DescriptionReading(laidOut, encoder, null, plain.findings())
                : new DescriptionReading(appender, null, about.get(0).cause(), plain.findings());
    }

    private static Configuration read(AppenderDescription description, Element layout) {
        Element appender = new Element(description.appender().name(), null, 0);
        appender.attributes().putAll(description.appender().attributes());
        appender.children().addAll(description.appender().children());
        appender.children().add(layout);
        Element root = description.dialect().configuration(description.before(), appender);
        return ConfigurationReader.read(root, description.source(), description.outside());
    }

    private static AppenderConfig appender(Configuration configuration, AppenderDescription description)
            throws IOException {
        return configuration.appenders().stream()
                .filter(each -> each.name().equals(description.name()))
                .findFirst()
                .orElseThrow(() -> new IOException("the appender \"" + description.name() + "\" can't be read: "
                        + configuration.findings().stream()
                                .map(Finding::cause)
                                .findFirst()
                                .orElse("no reason given")));
    }
}
