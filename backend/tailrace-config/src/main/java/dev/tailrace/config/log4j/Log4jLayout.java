package dev.tailrace.config.log4j;

import dev.tailrace.config.model.LayoutConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the pattern of an appender of a Log4j 2 configuration. */
final class Log4jLayout {
    /** What Log4j writes without a layout. */
    static final String DEFAULT = "%m%n";

    /** The layout in place of an unknown one. */
    private static final String INSTEAD = "%d [%t] %-5level %logger - %msg%n";

    private static final Pattern COLOURS =
            Pattern.compile("%[-.0-9]*(highlight|style|black|red|green|yellow|blue|magenta|cyan|white)\\{");

    private static final Pattern THROWABLES =
            Pattern.compile("%[-.0-9]*(ex|[xr]Ex|throwable|exception|[xr]Throwable|[xr]Exception)");

    private Log4jLayout() {}

    private static LayoutConfig standard(String pattern) {
        return new LayoutConfig(pattern, 0, PatternSyntax.LOG4J, null);
    }

    static LayoutConfig of(Log4jNode appender, Log4jDocument document, String name) {
        LayoutConfig found = null;
        for (Log4jNode child : appender.children()) {
            boolean layout = child.type().toLowerCase(Locale.ROOT).endsWith("layout");
            if (!layout) {
                continue;
            }
            child.take();
            if (found != null) {
                document.findings()
                        .add(
                                FindingCode.UNKNOWN_OPTION,
                                child.line(),
                                name,
                                "The appender has a layout already; <" + child.type() + "> is ignored.");
            } else if (child.is("PatternLayout")) {
                found = pattern(child, document, name);
            } else if (Log4jJson.isJson(child)) {
                found = Log4jJson.read(child, document, name, Log4jTargets.isTarget(appender));
            } else {
                document.unknownPlugin(child, name, "the pattern " + FindingText.quote(INSTEAD) + " is used.");
                found = standard(INSTEAD);
            }
        }
        return found == null ? standard(DEFAULT) : found;
    }

    private static LayoutConfig pattern(Log4jNode layout, Log4jDocument document, String name) {
        String raw = layout.raw("pattern");
        int line = layout.line("pattern");
        String pattern =
                raw == null || raw.isEmpty() ? DEFAULT : document.variables().resolveForEvents(raw, line);
        Charset charset = charset(layout, document, name);
        layout.refuse("header", name, "files begin with their first event.");
        layout.refuse("footer", name, "files end with their last event.");
        ansi(layout, pattern, name);
        if (!layout.bool("alwaysWriteExceptions", true, name)) {
            pattern += "%ex{none}";
        }
        for (Log4jNode replace : layout.take("replace")) {
            pattern = replaced(pattern, replace);
            replace.finish(name);
        }
        for (Log4jNode child : layout.children()) {
            String word = selector(child);
            if (word != null) {
                pattern = selected(child.take(), word, pattern, document, name);
            } else if (child.is("ScriptPatternSelector", "PatternMatch")) {
                child.take();
                String otherwise = child.raw("defaultPattern");
                document.unknownPlugin(child, name, "all events are written with its default pattern.");
                pattern = otherwise == null
                        ? pattern
                        : document.variables().resolveForEvents(otherwise, child.line("defaultPattern"));
            }
        }
        layout.finish(name);
        return new LayoutConfig(pattern, line, PatternSyntax.LOG4J, charset);
    }

    private static void ansi(Log4jNode node, String pattern, String name) {
        if (COLOURS.matcher(pattern).find()) {
            node.refuse("disableAnsi", name, "colours that the pattern asks for are written.");
            node.refuse("noConsoleNoAnsi", name, "colours that the pattern asks for are written.");
        } else {
            node.accept("disableAnsi", "noConsoleNoAnsi");
        }
    }

    /** The word that writes what a pattern selector selects; null when the element is none that can be read. */
    private static @Nullable String selector(Log4jNode node) {
        return node.is("LevelPatternSelector")
                ? "selectByLevel"
                : node.is("LoggerNamePatternSelector")
                        ? "selectByLogger"
                        : node.is("MarkerPatternSelector") ? "selectByMarker" : null;
    }

    /** A word around all patterns: that of all other events first, then each key with its own. */
    private static String selected(
            Log4jNode selector, String word, String otherwise, Log4jDocument document, String name) {
        String given = selector.raw("defaultPattern");
        StringBuilder all = new StringBuilder("%" + word);
        String ofOthers = given == null || given.isEmpty() ? otherwise : given;
        boolean exceptions = selector.bool("alwaysWriteExceptions", true, name);
        option(exceptions ? ofOthers : ofOthers + "%ex{none}", selector.line("defaultPattern"), document, all);
        for (Log4jNode match : selector.take("PatternMatch")) {
            String key = match.required("key", "it is ignored.");
            String pattern = match.raw("pattern");
            if (pattern == null || pattern.isEmpty()) {
                match.required("pattern", "it is ignored.");
            }
            if (key != null && pattern != null) {
                option(key, match.line("key"), document, all);
                option(exceptions ? pattern : pattern + "%ex{none}", match.line("pattern"), document, all);
            }
            match.finish(name);
        }
        ansi(selector, all.toString(), name);
        for (Log4jNode property : selector.take("properties")) {
            property.children().forEach(child -> selected(child.take(), document, all, name));
            property.finish(name);
        }
        selector.finish(name);
        return all.toString();
    }

    private static void selected(Log4jNode match, Log4jDocument document, StringBuilder all, String name) {
        String key = match.value("key");
        String pattern = match.raw("pattern");
        if (match.is("PatternMatch") && key != null && pattern != null) {
            option(key, match.line("key"), document, all);
            option(pattern, match.line("pattern"), document, all);
        }
        match.finish(name);
    }

    private static void option(String pattern, int line, Log4jDocument document, StringBuilder into) {
        into.append('{')
                .append(document.variables().resolveForEvents(pattern, line))
                .append('}');
    }

    /** A replacement in the whole line, its throwable included, becomes a word around all. */
    private static String replaced(String pattern, Log4jNode replace) {
        String regex = replace.raw("regex");
        String replacement = replace.raw("replacement");
        String throwable =
                THROWABLES.matcher(pattern).find() ? "" : pattern.endsWith("%n") ? "%ex" : "%notEmpty{%n%ex}";
        return "%replace{" + pattern + throwable + "}{" + orEmpty(regex) + "}{" + orEmpty(replacement) + "}";
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** Null: UTF-8. */
    static @Nullable Charset charset(Log4jNode layout, Log4jDocument document, String name) {
        String given = layout.value("charset");
        if (given == null || given.isEmpty()) {
            return null;
        }
        Charset charset = Values.charset(given);
        if (charset == null) {
            document.findings()
                    .add(FindingCode.CHARSET_NOT_SUPPORTED, layout.line("charset"), name, Values.noCharset(given));
        }
        return StandardCharsets.UTF_8.equals(charset) ? null : charset;
    }
}
