package dev.tailrace.config.log4j;

import dev.tailrace.config.dialect.KeyedFiles;
import dev.tailrace.config.model.EventTest;
import dev.tailrace.config.model.EventTest.Source;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code <Routing>} appender whose routes are chosen by one value of the context or the event: routes with a key become
 * appenders that certain values pass, and the one without becomes one with a file for each value of the context, if its file's name has
 * the value in it. Where the value is known when the configuration is read, one route is all.
 */
final class Log4jRouting {
    private static final Pattern BY_CONTEXT = Pattern.compile("\\$\\{ctx:([^${}:]+)(?::-([^${}]*))?}");
    private static final Pattern BY_EVENT =
            Pattern.compile("(\\$\\{(event:(?:Marker|Level|Logger|ThreadName)|marker:[^${}:]*))(?::-([^${}]*))?}");
    /** The value of events that have none, where nothing says otherwise: Log4j names a file by the variable's own text. */
    private static final String UNKNOWN = "unknown";
    /** Between the name of the appender and a route's; no configuration contains this. */
    private static final String INSIDE = ": route ";

    private static final String REMEDY =
            "Write <Routes pattern=\"$${ctx:key:-none}\"> with routes that hold or name one appender each.";

    private final Log4jNode node;
    private final Log4jDocument document;
    private final Findings findings;
    private final String name;
    private final BiFunction<Log4jNode, String, Log4jAppender> reader;
    private final Map<String, Log4jAppender> appenders;
    private final List<Log4jAppender.Reference> references = new ArrayList<>();
    private final Set<String> keys = new HashSet<>();
    /** The source of an event's value; null: the context. */
    private @Nullable Source source;

    private String by = "";
    private @Nullable String otherwise;
    private long idleMillis = KeyedFiles.IDLE_MILLIS;

    /**
     * @param reader reads the appender of a route under a name
     * @param appenders where those belong
     */
    Log4jRouting(
            Log4jNode node,
            Log4jDocument document,
            String name,
            BiFunction<Log4jNode, String, Log4jAppender> reader,
            Map<String, Log4jAppender> appenders) {
        this.node = node;
        this.document = document;
        this.findings = document.findings();
        this.name = name;
        this.reader = reader;
        this.appenders = appenders;
    }

    /** Whether an appender is of a route. */
    static boolean isInside(String name) {
        return name.contains(INSIDE);
    }

    /** The routes; none when it can't be used, which is a finding then. */
    List<Log4jAppender.Reference> read() {
        node.take("IdlePurgePolicy").forEach(this::purge);
        List<Log4jNode> all = node.take("Routes");
        List<Log4jNode> scripts = node.take("Script", "ScriptFile", "ScriptRef");
        if (all.size() != 1) {
            unusable(node.line(), "it needs one <Routes>, and has " + all.size());
            return references;
        }
        Log4jNode routes = all.get(0);
        List<Log4jNode> inside = routes.take("Route");
        boolean scripted = !scripts.isEmpty()
                || !routes.take("Script", "ScriptFile", "ScriptRef").isEmpty();
        String raw = routes.raw("pattern");
        int line = routes.line("pattern");
        String pattern = raw == null
                ? ""
                : document.variables().resolveForEvents(raw, line).strip();
        routes.finish(name);
        Matcher byContext = BY_CONTEXT.matcher(pattern);
        Matcher byEvent = BY_EVENT.matcher(pattern);
        String known = document.variables().resolveForEvents(pattern, line);
        if (scripted) {
            unusable(
                    routes.line(),
                    "its routes are chosen by a script, and nothing is run from a configuration",
                    "Put what the script looks at into the thread context, and w" + REMEDY.substring(1));
        } else if (byContext.matches()) {
            by = byContext.group(1);
            // A property of that name counts before the default behind the colon, as in Log4j.
            String property = document.variables().resolveForEvents("${" + by + "}", line);
            otherwise = property.equals("${" + by + "}") ? byContext.group(2) : property;
            routes(inside);
        } else if (byEvent.matches()) {
            by = byEvent.group(2);
            otherwise = byEvent.group(3);
            source = by.startsWith("marker:")
                    ? Source.MARKER
                    : Source.valueOf(by.substring("event:".length()).toUpperCase(Locale.ROOT));
            routes(inside);
        } else if (known.contains("${") || pattern.contains("${date:")) {
            unusable(
                    line,
                    "its routes are chosen by " + FindingText.quote(pattern)
                            + ", which is not one value of the thread context or the event",
                    "Put what the routes are chosen by into the thread context, and w" + REMEDY.substring(1));
        } else {
            constant(inside, known);
        }
        return references;
    }

    /** All events take the route of a value that is known when the configuration is read. */
    private void constant(List<Log4jNode> routes, String value) {
        Log4jNode chosen = null;
        for (Log4jNode route : routes) {
            String key = key(route);
            if (key.equals(value) && !key.isEmpty()) {
                chosen = route;
                break;
            }
            chosen = key.isEmpty() && chosen == null ? route : chosen;
        }
        if (chosen != null) {
            route(chosen, "of all", null, null);
        }
        if (references.isEmpty()) {
            unusable(node.line(), "none of its routes leads to an appender for " + FindingText.quote(value));
        }
    }

    /** Empty: it is for what no other route takes. */
    private String key(Log4jNode route) {
        String raw = route.raw("key");
        return raw == null ? "" : document.variables().resolveForEvents(raw, route.line("key"));
    }

    private void purge(Log4jNode policy) {
        policy.accept("checkInterval");
        int time = policy.integer("timeToLive", 0, Integer.MAX_VALUE, 0, name);
        String word = policy.value("timeUnit");
        TimeUnit unit = TimeUnit.MINUTES;
        if (word != null && !word.isEmpty()) {
            try {
                unit = TimeUnit.valueOf(word.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                findings.add(
                        FindingCode.BAD_VALUE,
                        policy.line("timeUnit"),
                        name,
                        "timeUnit is " + FindingText.quote(word) + ", no unit of time; minutes are used.");
            }
        }
        if (time > 0) {
            idleMillis = Math.max(1, unit.toMillis(time));
        }
        policy.finish(name);
    }

    private void routes(List<Log4jNode> routes) {
        Log4jNode rest = null;
        for (Log4jNode route : routes) {
            String key = key(route);
            if (key.isEmpty()) {
                if (rest != null) {
                    ignored(
                            route,
                            "there is a route without a key already",
                            "Give it a key, or remove one of the two.");
                } else {
                    rest = route;
                }
            } else if (keys.add(key)) {
                String value = key.equals(variable()) ? null : key;
                route(route, key, value, taking(Set.of(key), true));
            } else {
                ignored(
                        route,
                        "there is a route with the key " + FindingText.quote(key) + " already",
                        "Give it another key, or remove one of the two.");
            }
        }
        if (rest != null) {
            route(
                    rest,
                    "of all others",
                    source == null ? DestinationConfig.Keyed.KEY : null,
                    keys.isEmpty() ? null : taking(keys, false));
        }
        if (references.isEmpty()) {
            unusable(node.line(), "none of its routes leads to an appender");
        }
    }

    /** @param among whether events with these values pass, or all others */
    private FilterConfig taking(Set<String> values, boolean among) {
        Source from = source;
        if (from == null) {
            return new FilterConfig.ContextFilter(by, whenMissing(), true, values, among);
        }
        Reply of = among ? Reply.ACCEPT : Reply.DENY;
        List<FilterConfig> chain = new ArrayList<>();
        if (from == Source.MARKER && values.contains(whenMissing())) {
            chain.add(new FilterConfig.Asking(new EventTest.NoMarker(), of, Reply.NEUTRAL));
        }
        String regex = values.stream().map(Pattern::quote).sorted().collect(Collectors.joining("|"));
        chain.add(new FilterConfig.Asking(
                new EventTest.OfText(from, EventTest.Comparison.MATCHES, regex),
                of,
                among ? Reply.DENY : Reply.NEUTRAL));
        return new FilterConfig.Chain(chain, null);
    }

    /** The text that Log4j leaves of a variable that has no value. */
    private String variable() {
        return source == null ? "${ctx:" + by + "}" : "${" + by + "}";
    }

    private String whenMissing() {
        return Objects.requireNonNullElse(otherwise, variable());
    }

    /** {@code value}: of the key while its appender is read; null: none. */
    private void route(Log4jNode route, String called, @Nullable String value, @Nullable FilterConfig taking) {
        String ref = route.value("ref");
        List<Log4jNode> inside = route.children().stream()
                .filter(child -> !child.is("key", "ref"))
                .map(Log4jNode::take)
                .toList();
        route.finish(name);
        if (inside.size() + (ref == null || ref.isEmpty() ? 0 : 1) != 1) {
            ignored(route, "it needs one appender or the name of one");
        } else if (ref != null && !ref.isEmpty()) {
            references.add(new Log4jAppender.Reference(ref, route.line(), taking));
        } else if (inside.get(0).is("Async", "Routing")) {
            ignored(
                    inside.get(0),
                    "<" + inside.get(0).type() + "> inside of a route is not supported",
                    "Put it outside of the Routing appender, and name it by ref=\"...\" of the route.");
        } else {
            String own = name + INSIDE + called;
            Log4jAppender appender = nested(inside.get(0), own, value);
            if (appender != null) {
                appenders.put(own, appender);
                references.add(new Log4jAppender.Reference(own, route.line(), taking));
            }
        }
    }

    private @Nullable Log4jAppender nested(Log4jNode inside, String own, @Nullable String value) {
        String called = inside.raw("name");
        if (called == null || called.isBlank()) {
            findings.add(
                    FindingCode.MISSING_ATTRIBUTE,
                    inside.line(),
                    "<" + inside.type() + "> has no \"name\", without which Log4j doesn't start it; here it is used.");
        }
        String given = defaultInName(inside);
        document.variables().route(by, value);
        findings.sifted(variable());
        Log4jAppender read;
        try {
            read = reader.apply(inside, own);
        } finally {
            document.variables().route(null, null);
            findings.sifted(null);
        }
        if (source != null
                && read.target() instanceof DestinationConfig.File file
                && (file.file() + KeyedFiles.patternOf(file)).contains(variable())) {
            ignored(
                    inside,
                    "there is no file for each " + variable(),
                    "Give each value a route with a key, or put the value into the thread context.");
            return null;
        }
        String missing = missing(inside, given, read.target());
        // The same value, looked up when the line is made.
        String pattern =
                read.layout().pattern().replace(DestinationConfig.Keyed.KEY, "${ctx:" + by + ":-" + missing + "}");
        if (!(read.target() instanceof DestinationConfig.File each) || !isSifted(each)) {
            return read.with(read.target(), pattern);
        }
        if (!KeyedFiles.hasKey(each)) {
            ignored(
                    inside,
                    "fileName and filePattern don't both have " + variable() + " in them",
                    "Write " + variable() + " into both, so that each value has files of its own.");
            return null;
        }
        DestinationConfig.File usable = KeyedFiles.usable(each, findings, inside.line(), own);
        return read.with(
                new DestinationConfig.Keyed(by, missing, true, usable, KeyedFiles.MOST_OPEN, idleMillis), pattern);
    }

    private static boolean isSifted(DestinationConfig.File each) {
        String file = each.file();
        return (file != null && KeyedFiles.hasKey(file)) || KeyedFiles.hasKey(KeyedFiles.patternOf(each));
    }

    /** The value that the file of events without one is named by. */
    private String missing(Log4jNode inside, @Nullable String given, @Nullable DestinationConfig destinationConfig) {
        String value = given != null ? given : otherwise;
        if (value != null && KeyedFiles.isUsable(value)) {
            return value;
        }
        if (destinationConfig instanceof DestinationConfig.File each && isSifted(each) && !keys.contains(variable())) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    inside.line(),
                    name,
                    "Events that have no " + FindingText.quote(by) + " go to the file of the value "
                            + FindingText.quote(UNKNOWN)
                            + (value == null
                                    ? "; Log4j has " + variable() + " in that file's name."
                                    : ", because " + FindingText.quote(value) + " can't be a part of a file's name."),
                    "Write a default: <Routes pattern=\"$${ctx:" + by + ":-none}\">.");
        }
        return UNKNOWN;
    }

    /** The text behind {@code :-} in the name of the file. */
    private @Nullable String defaultInName(Log4jNode inside) {
        Pattern variable = Pattern.compile("\\$\\{ctx:" + Pattern.quote(by) + ":-([^${}]*)}");
        for (String attribute : new String[] {"fileName", "filePattern"}) {
            String text = inside.raw(attribute);
            Matcher matcher = variable.matcher(text == null ? "" : text);
            if (matcher.find()) {
                return matcher.group(1);
            }
        }
        return null;
    }

    private void unusable(int line, String what) {
        unusable(line, what, REMEDY);
    }

    private void unusable(int line, String what, String remedy) {
        findings.add(
                FindingCode.SIFTING_UNUSABLE,
                line,
                name,
                "The Routing appender " + FindingText.quote(name) + " writes nothing: " + what + ".",
                remedy);
    }

    private void ignored(Log4jNode route, String why) {
        ignored(route, why, REMEDY);
    }

    private void ignored(Log4jNode route, String why, String remedy) {
        findings.add(
                FindingCode.SIFTING_UNUSABLE,
                route.line(),
                name,
                "A route of the appender " + FindingText.quote(name) + " is ignored: " + why + ".",
                remedy);
    }
}
