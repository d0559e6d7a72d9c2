package dev.tailrace.config.xml;

import dev.tailrace.config.model.FileStamp;
import dev.tailrace.finding.FindingCode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** Parses XML into {@link Element}s: no DTD, no external entity, bounded in size and depth. What it can't read is a finding. */
public final class ElementReader {
    static final int DEEPEST = 64;

    /** Logback's own manual begins its examples with this one; it declares nothing, so nothing is lost by not reading it. */
    private static final Pattern START_TAG = Pattern.compile("<[^!?]");

    private static final Pattern HARMLESS_DOCTYPE = Pattern.compile("<!DOCTYPE\\s+[\\w.:-]+\\s*>");

    private ElementReader() {}

    /**
     * The root element, or null when there is none; then a finding says why.
     *
     * @param consequence a sentence for that finding
     */
    public static @Nullable Element read(InputStream in, Findings findings, String consequence) {
        byte[] bytes = bytes(in, findings, consequence);
        return bytes == null ? null : parse(bytes, findings, consequence);
    }

    /** All of a file, or null with a finding when it is too large or can't be read. */
    public static byte @Nullable [] bytes(InputStream in, Findings findings, String consequence) {
        try {
            byte[] bytes = in.readNBytes(FileStamp.LARGEST_FILE + 1);
            if (bytes.length > FileStamp.LARGEST_FILE) {
                findings.add(
                        FindingCode.TOO_LARGE,
                        0,
                        "The file is larger than " + FileStamp.LARGEST_FILE + " bytes and was not read. "
                                + consequence);
                return null;
            }
            return bytes;
        } catch (IOException e) {
            findings.add(FindingCode.FILE_NOT_READABLE, 0, "The file can't be read (" + e + "). " + consequence);
            return null;
        }
    }

    public static @Nullable Element parse(byte[] bytes, Findings findings, String consequence) {
        XMLStreamReader xml = null;
        try {
            xml = factory().createXMLStreamReader(new ByteArrayInputStream(bytes));
            return tree(xml, bytes, findings);
        } catch (XMLStreamException e) {
            int line = e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNumber());
            int column = e.getLocation() == null ? 0 : e.getLocation().getColumnNumber();
            String why = message(e);
            findings.add(
                    FindingCode.NOT_XML,
                    line,
                    "The file is not well-formed XML" + (column > 0 ? " (column " + column + ")" : "") + ": " + why
                            + " " + consequence);
            return null;
        } catch (RuntimeException e) {
            // The JDK's parser answers some damaged input with an unchecked exception.
            findings.add(
                    FindingCode.NOT_XML,
                    xml == null ? 0 : Math.max(0, xml.getLocation().getLineNumber()),
                    "The file is not well-formed XML (" + e + "). " + consequence);
            return null;
        }
    }

    private static XMLInputFactory factory() {
        // The JDK's own parser, whatever else is on the class path: the same limits and messages everywhere.
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        try {
            // This class has its own bound, which goes on after it; the parser's (200 on newer JDKs) would end the
            // reading.
            factory.setProperty("jdk.xml.maxElementDepth", "0");
        } catch (IllegalArgumentException e) {
            // A JDK without this limit, or under another name: then its own holds.
        }
        factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
        factory.setXMLReporter((message, type, information, location) -> {});
        return factory;
    }

    private static @Nullable Element tree(XMLStreamReader xml, byte[] bytes, Findings findings)
            throws XMLStreamException {
        Deque<Element> open = new ArrayDeque<>();
        Element root = null;
        int tooDeep = 0;
        while (xml.hasNext()) {
            // Before the step the parser stands where the next thing begins: that is the line a reader looks for.
            int line = xml.getLocation().getLineNumber();
            int column = xml.getLocation().getColumnNumber();
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    if (open.size() >= DEEPEST) {
                        if (tooDeep++ == 0) {
                            findings.add(
                                    FindingCode.TOO_LARGE,
                                    line,
                                    "Elements are nested deeper than " + DEEPEST
                                            + " levels; what is deeper is not read.");
                        }
                        continue;
                    }
                    if (root == null) {
                        line = rootLine(bytes, xml.getEncoding(), line, column);
                    }
                    Element element = new Element(localName(xml.getLocalName()), findings.file(), line);
                    attributes(xml, element);
                    if (open.isEmpty()) {
                        root = element;
                    } else {
                        open.peek().children().add(element);
                    }
                    open.push(element);
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    if (tooDeep > 0) {
                        tooDeep--;
                    } else {
                        open.pop();
                    }
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (!open.isEmpty() && tooDeep == 0) {
                        open.peek().addText(xml.getText(), line);
                    }
                }
                case XMLStreamConstants.DTD -> doctype(xml, line, findings);
                default -> {
                    // Comments and processing instructions configure nothing.
                }
            }
        }
        return root;
    }

    /**
     * The line of the root element. White space before it is the one thing that the parser does not report, so it still stands at the end
     * of what came before, often a licence.
     */
    private static int rootLine(byte[] bytes, @Nullable String encoding, int line, int column) {
        Charset charset = StandardCharsets.UTF_8;
        try {
            charset = encoding == null ? charset : Charset.forName(encoding);
        } catch (IllegalArgumentException e) {
            // The parser knows it and the JDK's charsets don't: its ASCII letters are most likely where they are in
            // UTF-8.
        }
        List<String> lines = new String(bytes, charset).lines().toList();
        for (int i = Math.max(0, line - 1); i < lines.size(); i++) {
            String text = lines.get(i);
            int from = i == line - 1 ? Math.min(Math.max(0, column - 1), text.length()) : 0;
            if (START_TAG.matcher(text).region(from, text.length()).find()) {
                return i + 1;
            }
        }
        return line;
    }

    private static void attributes(XMLStreamReader xml, Element element) {
        for (int i = 0; i < xml.getAttributeCount(); i++) {
            String prefix = xml.getAttributePrefix(i);
            String name = xml.getAttributeLocalName(i);
            boolean ofXmlItself = name.equals("xmlns")
                    || name.startsWith("xmlns:")
                    || name.startsWith("xsi:")
                    || (prefix != null && (prefix.startsWith("xml") || prefix.equals("xsi")));
            if (!ofXmlItself) {
                element.attributes().put(localName(name), xml.getAttributeValue(i));
            }
        }
    }

    private static void doctype(XMLStreamReader xml, int line, Findings findings) {
        String text = xml.getText();
        if (text == null || !HARMLESS_DOCTYPE.matcher(text.strip()).matches()) {
            findings.add(
                    FindingCode.DOCTYPE_IGNORED,
                    line,
                    "The file declares a document type with definitions of its own; they are not read.");
        }
    }

    private static String localName(String name) {
        return name.substring(name.indexOf(':') + 1);
    }

    /** The JDK puts its position before the message; it is known already. */
    private static String message(XMLStreamException e) {
        String message = String.valueOf(e.getMessage());
        int start = message.indexOf("Message: ");
        String why = (start < 0 ? message : message.substring(start + "Message: ".length())).strip();
        return why.endsWith(".") ? why : why + ".";
    }
}
