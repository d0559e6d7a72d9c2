package dev.tailrace.config.logback.document;

import dev.tailrace.config.dialect.Options;
import dev.tailrace.config.xml.Element;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options inside an element, taken in the order of the document. Where one of a name is asked for, the last counts. */
public final class InnerOptions implements Options {
    private final Element owner;
    private final ElementValues values;
    private final String consumer;
    private final Map<String, List<OptionValue>> options = new LinkedHashMap<>();

    private InnerOptions(Document document, Element owner, String consumer, List<String> known) {
        this.owner = owner;
        this.values = document.values();
        this.consumer = consumer;
        document.eachOption(owner, option -> take(option, known));
    }

    private void take(Element option, List<String> known) {
        String name = option.optionName();
        if (known.contains(name)) {
            List<OptionValue> all = options.computeIfAbsent(name, key -> new ArrayList<>(1));
            all.add(value(
                    option,
                    values.variables().resolve(option.text(), option.textLine()).strip()));
        } else {
            UnknownNames.reportOption(values, option, owner, consumer);
        }
    }

    private OptionValue value(Element option, @Nullable String text) {
        return new OptionValue(option, text, values.findings(), consumer);
    }

    /** Takes the options of these names; others are findings. */
    public static InnerOptions of(Document document, Element owner, String consumer, String... known) {
        return new InnerOptions(document, owner, consumer, List.of(known));
    }

    /** Reads options {@link #of} an element that has nothing else: attributes but for the class, and text, are findings, too. */
    public static InnerOptions only(Document document, Element owner, String consumer, String... known) {
        document.values().onlyAttributes(owner, "class");
        document.values().noText(owner);
        return new InnerOptions(document, owner, consumer, List.of(known));
    }

    @Override
    public Set<String> names() {
        return options.keySet();
    }

    @Override
    public @Nullable String value(String name) {
        return get(name).given();
    }

    @Override
    public int line() {
        return owner.line();
    }

    public List<OptionValue> all(String name) {
        return options.getOrDefault(name, List.of());
    }

    public OptionValue get(String name) {
        List<OptionValue> all = all(name);
        return all.isEmpty() ? value(owner, null) : all.get(all.size() - 1);
    }

    /** The element of an option; null when it is missing. */
    public @Nullable Element element(String name) {
        OptionValue option = get(name);
        return option.isMissing() ? null : option.option();
    }
}
