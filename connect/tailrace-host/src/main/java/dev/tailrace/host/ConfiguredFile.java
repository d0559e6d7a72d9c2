package dev.tailrace.host;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import java.net.URL;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The file that a host was configured from, for options that can't be read off the host's objects. Its variables are replaced. */
public final class ConfiguredFile {
    private final List<ConfigElement> elements;

    private ConfiguredFile(List<ConfigElement> elements) {
        this.elements = elements;
    }

    /**
     * Reads a file; one that can't be read has no elements.
     *
     * @param url null: there is no file
     * @param outside properties of the host and of the system
     */
    public static ConfiguredFile read(@Nullable URL url, PropertySource outside) {
        return new ConfiguredFile(
                url == null
                        ? List.of()
                        : ConfigurationReader.examine(url, url.toString(), outside)
                                .elements());
    }

    /** The elements of this name directly inside the configuration. */
    public List<Element> all(String name) {
        return elements.stream()
                .filter(each -> each.name().equalsIgnoreCase(name))
                .map(ConfiguredFile::element)
                .toList();
    }

    private static Element element(ConfigElement from) {
        Element element = new Element(from.name(), from.file(), from.line());
        from.attributes().forEach((name, value) -> element.attributes().put(name, value));
        if (!from.className().isEmpty()) {
            element.attributes().put("class", from.className());
        }
        if (!from.text().isEmpty()) {
            element.addText(from.text(), from.textLine());
        }
        from.children().forEach(child -> element.children().add(element(child)));
        return element;
    }
}
