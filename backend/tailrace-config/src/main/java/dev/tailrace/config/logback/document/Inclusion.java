package dev.tailrace.config.logback.document;

import dev.tailrace.bytes.Uninterrupted;
import dev.tailrace.config.model.FileStamp;
import dev.tailrace.config.model.Sources;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.ElementReader;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Reads files that a configuration names: {@code <include>} and property files. Only regular files and resources of the class path,
 * never a network; bounded in number, depth and size. Not thread-safe.
 */
final class Inclusion {
    static final int DEEPEST = 20;
    static final int MOST = 200;
    /** The size of all that is included, in bytes: what is read stays in memory until the end. */
    static final long LARGEST_SUM = 4L * FileStamp.LARGEST_FILE;

    /** A stream with the name that findings call it. */
    private record Source(String name, InputStream in) {}

    private final ElementValues values;
    private final Findings findings;
    private final PropertySource outside;
    private final Sources sources;
    private final Deque<String> open = new ArrayDeque<>();
    private boolean isFirstOfBoots = true;
    private int count;
    private long sum;

    Inclusion(PropertySource outside, ElementValues values, Sources sources) {
        this.values = values;
        this.findings = values.findings();
        this.sources = sources;
        this.outside = outside;
        String main = findings.file();
        open.push(main == null ? "" : FileNames.canonical(main));
    }

    /** Takes the children of an included file, while it is open. */
    interface Taker {
        void take(List<Element> elements);
    }

    /** Hands the elements of the included file to the taker; what can't be read is a finding. */
    void include(Element element, Taker taker) {
        values.onlyAttributes(element, "file", "resource", "url", "optional");
        values.noText(element);
        boolean optional = Values.bool(String.valueOf(values.attribute(element, "optional")))
                .orElse(false);
        if (element.attribute("url") != null) {
            complain(
                    FindingCode.INCLUDE_NOT_READ,
                    element,
                    "<include> names a URL. Nothing is ever fetched; what it stands for is missing.",
                    "Copy the file to this machine, and name it by file=\"...\".");
            return;
        }
        Source source = source(element, FindingCode.INCLUDE_NOT_READ, optional);
        if (source == null) {
            return;
        }
        String before = findings.file();
        String key =
                element.attribute("file") == null ? "resource " + source.name() : FileNames.canonical(source.name());
        try (InputStream in = source.in()) {
            if (open.contains(key)) {
                complain(
                        FindingCode.INCLUDE_NOT_READ,
                        element,
                        FindingText.quote(source.name()) + " includes itself, directly or not; it is not read again.",
                        "Remove this <include>.");
            } else if (open.size() > DEEPEST || ++count > MOST) {
                complain(
                        FindingCode.TOO_LARGE,
                        element,
                        "Files are included deeper than " + DEEPEST + " levels, or more than " + MOST + " of them; "
                                + FindingText.quote(source.name()) + " is not read.");
            } else {
                open.push(key);
                findings.in(source.name());
                try {
                    taker.take(elements(in));
                } finally {
                    open.pop();
                }
            }
        } catch (IOException e) {
            findings.in(before);
            complain(
                    FindingCode.INCLUDE_NOT_READ,
                    element,
                    FindingText.quote(source.name()) + " can't be read (" + e + "); what it stands for is missing.");
        } finally {
            findings.in(before);
        }
    }

    private List<Element> elements(InputStream in) throws IOException {
        byte[] bytes = in.readNBytes(FileStamp.LARGEST_FILE + 1);
        sum += bytes.length;
        if (sum > LARGEST_SUM) {
            findings.add(
                    FindingCode.TOO_LARGE,
                    0,
                    "All included files together are larger than " + LARGEST_SUM + " bytes; this one is not used.");
            return List.of();
        }
        Element root = ElementReader.read(new ByteArrayInputStream(bytes), findings, "Nothing of it is used.");
        if (root == null) {
            return List.of();
        }
        if (!root.is("included") && !root.is("configuration")) {
            findings.add(
                    FindingCode.INCLUDE_NOT_READ,
                    root.line(),
                    null,
                    "The outermost element is <" + root.name() + ">, not <included>; nothing of it is used.",
                    "Wrap all that is in it in <included>...</included>.");
            return List.of();
        }
        if (!root.text().isEmpty()) {
            findings.add(
                    FindingCode.UNEXPECTED_TEXT,
                    root.textLine(),
                    "<" + root.name() + "> contains the text " + FindingText.quote(root.text()) + "; it is ignored.");
        }
        return root.children();
    }

    /** The entries of a property file; null when it can't be read, which is a finding then. */
    @Nullable
    Properties properties(Element element) {
        Source source = source(element, FindingCode.PROPERTIES_NOT_READ, false);
        if (source == null) {
            return null;
        }
        try (InputStream in = source.in()) {
            byte[] bytes = in.readNBytes(FileStamp.LARGEST_FILE + 1);
            if (bytes.length > FileStamp.LARGEST_FILE) {
                complain(
                        FindingCode.TOO_LARGE,
                        element,
                        "The property file " + FindingText.quote(source.name()) + " is larger than "
                                + FileStamp.LARGEST_FILE + " bytes; it is not read.");
                return null;
            }
            Properties properties = new Properties();
            properties.load(new ByteArrayInputStream(bytes));
            return properties;
        } catch (IOException | IllegalArgumentException e) {
            complain(
                    FindingCode.PROPERTIES_NOT_READ,
                    element,
                    "The property file " + FindingText.quote(source.name()) + " can't be read ("
                            + (e instanceof IllegalArgumentException ? "a \\u in it is malformed" : e)
                            + "); its properties are missing.");
            return null;
        }
    }

    /** Whether there is such a file, of any kind. */
    static boolean isFile(String name) {
        Path path = path(name);
        return path != null && Files.exists(path);
    }

    boolean isResource(String name) {
        try (InputStream in = outside.resource(name)) {
            return in != null;
        } catch (IOException e) {
            return false;
        }
    }

    private @Nullable Source source(Element element, FindingCode code, boolean optional) {
        List<String> named = new ArrayList<>();
        for (String attribute : new String[] {"file", "resource"}) {
            if (element.attribute(attribute) != null) {
                named.add(attribute);
            }
        }
        if (named.size() != 1) {
            complain(
                    code,
                    element,
                    "<" + element.name() + "> needs one attribute of \"file\" and \"resource\"; it is ignored.",
                    named.isEmpty() ? "Add file=\"...\" or resource=\"...\"." : "Remove one of the two.");
            return null;
        }
        String attribute = named.get(0);
        String name = String.valueOf(values.attribute(element, attribute));
        String problem;
        try {
            InputStream in = attribute.equals("file") ? open(name) : resource(name);
            if (in != null) {
                return new Source(name, in);
            }
            InputStream own = attribute.equals("resource") ? BootFiles.open(name) : null;
            if (own != null) {
                if (isFirstOfBoots) {
                    isFirstOfBoots = false;
                    complain(
                            FindingCode.SPRING_ASSUMED,
                            element,
                            "Spring Boot's jar is not to be seen from here; " + FindingText.quote(name)
                                    + " is taken to have what it has in Spring Boot 3.5 to 4.1.",
                            FindingCode.SPRING_ASSUMED.remedy());
                }
                return new Source(name, own);
            }
            problem = attribute.equals("file") ? "does not exist" : "is not on the class path";
            if (optional) {
                return null;
            }
        } catch (IOException e) {
            problem = "can't be read (" + e.getMessage() + ")";
        }
        complain(
                code,
                element,
                "The " + attribute + " " + FindingText.quote(name) + " of <" + element.name() + "> " + problem
                        + "; what it stands for is missing.",
                SpringElements.isBoots(name)
                        ? "It is a file of Spring Boot: put spring-boot.jar on the class path, or copy its elements into this"
                                + " file."
                        : code.remedy());
        return null;
    }

    /** Null when there is none. A pipe or device could keep the start waiting for ever. */
    private @Nullable InputStream open(String name) throws IOException {
        Path path = path(name);
        if (path == null) {
            return null;
        }
        sources.add(path);
        if (!Files.exists(path)) {
            return null;
        }
        if (!Files.isRegularFile(path)) {
            throw new IOException("it is no regular file");
        }
        return Uninterrupted.stream(path);
    }

    private @Nullable InputStream resource(String name) throws IOException {
        sources.add(outside.resourceUrl(name));
        return outside.resource(name);
    }

    private static @Nullable Path path(String name) {
        try {
            return name.isEmpty() ? null : Path.of(name);
        } catch (InvalidPathException e) {
            return null;
        }
    }

    private void complain(FindingCode code, Element element, String cause) {
        complain(code, element, cause, code.remedy());
    }

    private void complain(FindingCode code, Element element, String cause, String remedy) {
        findings.add(code, element.line(), null, cause, remedy);
    }
}
