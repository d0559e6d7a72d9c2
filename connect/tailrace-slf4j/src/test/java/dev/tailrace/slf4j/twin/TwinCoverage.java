package dev.tailrace.slf4j.twin;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * Counts the configurations in which each element, class, attribute and option occurs. A feature is written in lower case: an element or a
 * class without its package, optionally with an attribute or a nested element after a space.
 */
final class TwinCoverage {
    /** The default classes of elements. */
    private static final Map<String, String> DEFAULTS =
            Map.of("encoder", "patternlayoutencoder", "layout", "patternlayout");

    private final Map<String, Integer> occurrences = new TreeMap<>();

    /** An open element. */
    private record Open(String element, String type) {}

    static TwinCoverage of(Iterable<Twin> twins) throws XMLStreamException {
        TwinCoverage coverage = new TwinCoverage();
        for (Twin twin : twins) {
            if (twin.isProperties()) {
                continue;
            }
            Set<String> seen = new HashSet<>();
            for (String inside : new String[] {twin.inside(), twin.changed()}) {
                read("<configuration " + twin.attributes() + ">" + inside + "</configuration>", seen);
            }
            seen.forEach(each -> coverage.occurrences.merge(each, 1, Integer::sum));
        }
        return coverage;
    }

    private static void read(String document, Set<String> seen) throws XMLStreamException {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XMLStreamReader xml = factory.createXMLStreamReader(new StringReader(document));
        Deque<Open> open = new ArrayDeque<>();
        while (xml.hasNext()) {
            int event = xml.next();
            if (event == XMLStreamConstants.START_ELEMENT) {
                open.push(begun(xml, open.peek(), seen));
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                open.pop();
            }
        }
    }

    private static Open begun(XMLStreamReader xml, @Nullable Open around, Set<String> seen) {
        String element = small(xml.getLocalName());
        String type = DEFAULTS.getOrDefault(element, "");
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String attribute = small(xml.getAttributeLocalName(i));
            String value = xml.getAttributeValue(i);
            seen.add(element + " " + attribute);
            if (attribute.equals("class")) {
                type = small(value.substring(value.lastIndexOf('.') + 1));
            }
            if (element.equals("param") && attribute.equals("name") && around != null) {
                inside(around, small(value), seen);
            }
        }
        seen.add(element);
        seen.add(type);
        if (around != null) {
            inside(around, element, seen);
        }
        return new Open(element, type);
    }

    private static void inside(Open around, String what, Set<String> seen) {
        seen.add(around.element() + " " + what);
        seen.add(around.type() + " " + what);
    }

    private static String small(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** The number of configurations with a feature. */
    int count(String what) {
        return occurrences.getOrDefault(what, 0);
    }
}
