package dev.tailrace.config;

import dev.tailrace.config.log4j.Log4jProperties;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The format of a configuration, found from its content and its name. A name alone can mislead: {@code -D} may name a file with any name.
 */
enum ConfigurationFormat {
    XML(""),
    /** Properties of Log4j 2. */
    PROPERTIES(""),
    YAML("YAML"),
    JSON("JSON"),
    GROOVY("Groovy"),
    /** Properties, but not those of Log4j 2. */
    LOG4J_1("properties of Log4j 1"),
    JUL("properties of java.util.logging"),
    OTHER_PROPERTIES("properties, but none that Log4j 2 has");

    private static final String YAML_ROOT = "(?im)^\\s*\"?configuration\"?\\s*:";
    private static final String OLD_LOG4J = "(?m)^\\s*log4j\\.(rootLogger|rootCategory|appender|logger)\\b";
    private static final String JDK = "(?m)^\\s*(handlers|\\.level|java\\.util\\.logging\\.[\\w.]+)\\s*[=:]";
    private static final Pattern ENDING = Pattern.compile("\\.([a-z0-9]+)(?:[?#].*)?$");

    private final String called;

    ConfigurationFormat(String called) {
        this.called = called;
    }

    /** The format's name in findings, for formats that are not read. */
    String called() {
        return called;
    }

    boolean isRead() {
        return this == XML || this == PROPERTIES;
    }

    /** @param name of the file, for what it ends with */
    static ConfigurationFormat of(byte[] bytes, String name) {
        String text = text(bytes);
        char first = firstOf(text);
        if (first == '<') {
            return XML;
        }
        var ending = ENDING.matcher(name.toLowerCase(Locale.ROOT));
        switch (ending.find() ? ending.group(1) : "") {
            case "properties" -> {
                return properties(text);
            }
            case "yaml", "yml" -> {
                return YAML;
            }
            case "json", "jsn" -> {
                return JSON;
            }
            case "groovy" -> {
                return GROOVY;
            }
            case "xml" -> {
                return XML;
            }
            default -> {
                return ofText(text, first);
            }
        }
    }

    private static ConfigurationFormat ofText(String text, char first) {
        if (first == '{') {
            return JSON;
        }
        if (finds(YAML_ROOT, text)) {
            return YAML;
        }
        ConfigurationFormat properties = properties(text);
        return properties == OTHER_PROPERTIES ? XML : properties;
    }

    private static ConfigurationFormat properties(String text) {
        if (Log4jProperties.isIts(text)) {
            return PROPERTIES;
        }
        if (finds(OLD_LOG4J, text)) {
            return LOG4J_1;
        }
        return finds(JDK, text) ? JUL : OTHER_PROPERTIES;
    }

    /** Hardly any file needs these expressions: they aren't compiled at each start. */
    private static boolean finds(String expression, String text) {
        return Pattern.compile(expression).matcher(text).find();
    }

    /** The text, decoded as properties are: formats are distinguished by ASCII alone. */
    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The first character that is no white space, behind the mark of UTF-8; in UTF-16 every other byte of ASCII is 0. */
    private static char firstOf(String text) {
        int at = text.startsWith("\u00ef\u00bb\u00bf")
                ? 3
                : text.startsWith("\u00fe\u00ff") || text.startsWith("\u00ff\u00fe") ? 2 : 0;
        while (at < text.length() && (Character.isWhitespace(text.charAt(at)) || text.charAt(at) == 0)) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : ' ';
    }
}
