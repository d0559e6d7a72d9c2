package dev.tailrace.lint.remark;

import dev.tailrace.config.model.ConfigElement;
import java.util.Locale;
import java.util.stream.Stream;

/** The settings of an element, whichever way they are written. */
public final class Parameters {
    private Parameters() {}

    /** The name of an appender or logger; empty when it has none. */
    public static String name(ConfigElement element) {
        return value(element, "name");
    }

    /** A parameter: an attribute, or an element with nothing but a text; empty when there is none. */
    public static String value(ConfigElement element, String parameter) {
        String name = parameter.toLowerCase(Locale.ROOT);
        return element.attributes().containsKey(name)
                ? element.attribute(name)
                : parameters(element, name).map(ConfigElement::text).findFirst().orElse("");
    }

    /** The line that a parameter stands in; the element's when there is none. */
    public static int lineOf(ConfigElement element, String parameter) {
        String name = parameter.toLowerCase(Locale.ROOT);
        return element.attributes().containsKey(name)
                ? element.line()
                : parameters(element, name)
                        .map(ConfigElement::textLine)
                        .findFirst()
                        .orElse(element.line());
    }

    private static Stream<ConfigElement> parameters(ConfigElement element, String name) {
        return element.all(name)
                .filter(each -> each.attributes().isEmpty() && each.children().isEmpty());
    }

    public static boolean isTrue(ConfigElement element, String parameter, boolean otherwise) {
        String value = value(element, parameter);
        return value.isEmpty() ? otherwise : value.equalsIgnoreCase("true");
    }

    public static int integer(ConfigElement element, String parameter, int otherwise) {
        try {
            return Integer.parseInt(value(element, parameter));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
