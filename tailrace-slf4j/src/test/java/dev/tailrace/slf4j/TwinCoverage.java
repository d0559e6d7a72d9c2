package dev.tailrace.slf4j;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Counts in how many configurations each element and attribute occurs. */
final class TwinCoverage {
    private final Map<String, Integer> occurrences = new TreeMap<>();
    private int configurations;

    static TwinCoverage of(Iterable<Twin> twins) throws XMLStreamException {
        TwinCoverage coverage = new TwinCoverage();
        for (Twin twin : twins) {
            coverage.add(twin);
        }
        return coverage;
    }

    private void add(Twin twin) throws XMLStreamException {
        configurations++;
        List<String> seen = new ArrayList<>();
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        XMLStreamReader xml = factory.createXMLStreamReader(
                new ByteArrayInputStream(("<x>" + twin.inside() + "</x>").getBytes(StandardCharsets.UTF_8)));
        while (xml.hasNext()) {
            if (xml.next() == XMLStreamConstants.START_ELEMENT) {
                String element = xml.getLocalName().toLowerCase(Locale.ROOT);
                seen.add(element);
                for (int i = 0; i < xml.getAttributeCount(); i++) {
                    String attribute = xml.getAttributeLocalName(i).toLowerCase(Locale.ROOT);
                    seen.add(element + " " + attribute);
                    if (attribute.equals("class")) {
                        String name = xml.getAttributeValue(i);
                        seen.add(name.substring(name.lastIndexOf('.') + 1));
                    }
                }
            }
        }
        seen.stream().distinct().forEach(each -> occurrences.merge(each, 1, Integer::sum));
    }

    /** In how many configurations it occurs: an element's name, or an element's and an attribute's. */
    int count(String what) {
        return occurrences.getOrDefault(what, 0);
    }

    @Override
    public String toString() {
        long once = occurrences.values().stream().filter(each -> each == 1).count();
        return configurations + " configurations with " + occurrences.size() + " elements, classes and attributes, "
                + once + " of them in one only";
    }
}
