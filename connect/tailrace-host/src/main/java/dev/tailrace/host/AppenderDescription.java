package dev.tailrace.host;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An appender as the configuration of its host would describe it, in elements. It is read by the readers of configuration files.
 *
 * @param source the name of the configuration, for findings
 * @param before elements that stand before the appender, such as properties
 * @param appender the appender without its layout, with an attribute {@code name}, as the dialect's appender of rolling files
 * @param layout the element of the encoder or layout, of one of the dialect's classes; null: the host encodes
 * @param outside properties of the system, and where {@code -Dtailrace.NAME} comes from
 */
public record AppenderDescription(
        HostDialect dialect,
        String source,
        List<Element> before,
        Element appender,
        @Nullable Element layout,
        PropertySource outside) {
    public AppenderDescription {
        before = List.copyOf(before);
    }

    public String name() {
        return HostDialect.name(appender);
    }
}
