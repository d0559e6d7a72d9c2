package dev.tailrace.host;

import dev.tailrace.config.xml.Element;

/** Elements that were never in a file. */
public final class Elements {
    private Elements() {}

    /** An element with this text. */
    public static Element of(String name, String text) {
        Element element = new Element(name, null, 0);
        element.addText(text, 0);
        return element;
    }

    /** An element with this attribute. */
    public static Element with(String name, String attribute, String value) {
        Element element = new Element(name, null, 0);
        element.attributes().put(attribute, value);
        return element;
    }
}
