package dev.tailrace.config.dialect;

import dev.tailrace.bytes.Multiline;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.config.xml.Values;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Tailrace's own settings: system property, else environment variable, else element, else what held before. An unusable value is a
 * finding that names where it stands, and the next place is asked.
 */
public final class SettingsReader {
    /** The names, in the order of the documentation; true: may also stand in an appender. */
    public static final Map<String, Boolean> NAMES = Map.ofEntries(
            Map.entry("memory", false),
            Map.entry("spill", false),
            Map.entry("whenFull", true),
            Map.entry("maxWait", true),
            Map.entry("wait", false),
            Map.entry("interval", false),
            Map.entry("directory", true),
            Map.entry("archiverShare", false),
            Map.entry("maxEvent", true),
            Map.entry("shutdown", false),
            Map.entry("stripes", true),
            Map.entry("force", false),
            Map.entry("console", true),
            Map.entry("multiline", true));

    static final long LEAST_MEMORY = 1 << 20;
    static final long LEAST_EVENT = 256;
    static final long MOST_EVENT = 64 << 20;
    private static final String DIRECTORY_PROPERTY = "tailrace.dir";
    private static final String DIRECTORY_VARIABLE = "TAILRACE_DIR";

    private final PropertySource outside;
    private final Findings findings;

    public SettingsReader(PropertySource outside, Findings findings) {
        this.outside = outside;
        this.findings = findings;
    }

    /** A usable value, or a sentence that says what is wrong. */
    private record Parsed<T>(@Nullable T value, String problem) {
        static <T> Parsed<T> of(T value) {
            return new Parsed<>(value, "");
        }

        static <T> Parsed<T> problem(String problem) {
            return new Parsed<>(null, problem);
        }
    }

    private interface Parser<T> {
        Parsed<T> parse(String text);
    }

    /** A value with the place it was found in, for the finding. */
    private record Found(String text, String place, int line) {}

    /** The value of {@code whenFull}: the level belongs to {@code drop-below}. */
    private record Full(TailraceSettings.WhenFull whenFull, Threshold dropBelow) {}

    /** The settings from outside the file over {@code before}. */
    public TailraceSettings read(TailraceSettings before) {
        return read(before, Map.of(), 0, null);
    }

    /**
     * The settings of a {@code <tailrace>} element over {@code before}.
     *
     * @param appender the name of the appender the element stands in; null: it stands in the configuration
     */
    public TailraceSettings read(TailraceSettings before, Options own, @Nullable String appender) {
        Map<String, String> values = new LinkedHashMap<>();
        own.names().forEach(name -> values.put(name, String.valueOf(own.value(name))));
        return read(before, values, own.line(), appender);
    }

    /** The settings of an appender that says in its dialect's own words what happens when it is full. */
    public TailraceSettings whenFull(TailraceSettings before, String word, int line, String appender) {
        return read(before, Map.of("whenFull", word), line, appender);
    }

    private TailraceSettings read(
            TailraceSettings before, Map<String, String> values, int line, @Nullable String appender) {
        for (String name : values.keySet()) {
            Boolean forAppenders = NAMES.get(name);
            if (forAppenders == null) {
                findings.add(
                        FindingCode.UNKNOWN_ATTRIBUTE,
                        line,
                        appender,
                        "<tailrace> has no setting " + FindingText.quote(name) + "; it is ignored.",
                        "The settings are "
                                + String.join(
                                        ", ", NAMES.keySet().stream().sorted().toList()) + ".");
            } else if (appender != null && !forAppenders) {
                findings.add(
                        FindingCode.SETTING_OF_THE_PROCESS,
                        line,
                        appender,
                        FindingText.quote(name) + " can't be set for one appender; it is ignored here.");
            }
        }
        Reading reading = new Reading(values, line, appender);
        TailraceSettings.Engine engine = before.engine();
        TailraceSettings.Overflow overflow = before.overflow();
        TailraceSettings.Lines lines = before.lines();
        if (!reading.findsAny()) {
            // The usual case, and each of the parsers below costs the start of a process a class.
            TailraceSettings.Lanes lanes = before.lanes();
            return new TailraceSettings(
                    engine,
                    new TailraceSettings.Lanes(
                            lanes.directory(), parentDirectory(lanes.parentDirectory()), lanes.stripes()),
                    overflow,
                    lines,
                    before.limits());
        }
        Full full =
                reading.value("whenFull", SettingsReader::full, new Full(overflow.whenFull(), overflow.dropBelow()));
        Found directory = reading.find("directory");
        return new TailraceSettings(
                new TailraceSettings.Engine(
                        reading.value("memory", SettingsReader::memory, engine.memory()),
                        reading.value("spill", SettingsReader::spill, engine.spill()),
                        reading.value("wait", SettingsReader::waiting, engine.waiting()),
                        reading.value("interval", SettingsReader::interval, engine.intervalMillis()),
                        reading.value("force", SettingsReader::bool, engine.force()),
                        reading.value("archiverShare", SettingsReader::share, engine.archiverShare()),
                        reading.value("shutdown", SettingsReader::millis, engine.shutdownMillis())),
                new TailraceSettings.Lanes(
                        directory == null ? before.lanes().directory() : directory.text(),
                        parentDirectory(before.lanes().parentDirectory()),
                        reading.value(
                                "stripes",
                                SettingsReader::stripes,
                                before.lanes().stripes())),
                new TailraceSettings.Overflow(
                        full.whenFull(),
                        full.dropBelow(),
                        reading.value("maxWait", SettingsReader::millis, overflow.maxWaitMillis())),
                new TailraceSettings.Lines(
                        reading.value("maxEvent", SettingsReader::maxEvent, lines.maxEvent()),
                        reading.value("console", SettingsReader::console, lines.console()),
                        reading.value("multiline", SettingsReader::multiline, lines.multiline())),
                before.limits());
    }

    private @Nullable String parentDirectory(@Nullable String before) {
        String property = outside.systemProperty(DIRECTORY_PROPERTY);
        String value = property == null || property.isBlank() ? outside.environment(DIRECTORY_VARIABLE) : property;
        return value == null || value.isBlank() ? before : value.strip();
    }

    /** {@code whenFull} is {@code WHEN_FULL} in the environment. */
    public static String environmentName(String name) {
        StringBuilder variable = new StringBuilder("TAILRACE_");
        for (int i = 0; i < name.length(); i++) {
            if (Character.isUpperCase(name.charAt(i))) {
                variable.append('_');
            }
            variable.append(name.charAt(i));
        }
        return variable.toString().toUpperCase(Locale.ROOT);
    }

    private static Parsed<Full> full(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        if (word.equals("wait")) {
            return Parsed.of(new Full(TailraceSettings.WhenFull.WAIT, Threshold.ALL));
        }
        if (word.equals("drop")) {
            return Parsed.of(new Full(TailraceSettings.WhenFull.DROP, Threshold.OFF));
        }
        if (word.startsWith("drop-below")) {
            Optional<Threshold> level = Values.level(text.substring("drop-below".length()));
            if (level.isPresent()) {
                return Parsed.of(new Full(TailraceSettings.WhenFull.DROP_BELOW, level.get()));
            }
        }
        return Parsed.problem("is none of wait, drop, drop-below LEVEL");
    }

    private static Parsed<Long> memory(String text) {
        OptionalLong size = Values.size(text);
        if (size.isEmpty()) {
            return Parsed.problem("is no size such as 64MB");
        }
        long bytes = size.getAsLong();
        return bytes == 0 || bytes >= LEAST_MEMORY ? Parsed.of(bytes) : Parsed.problem("is less than 1MB");
    }

    private static Parsed<Long> spill(String text) {
        OptionalLong size = Values.size(text);
        return size.isPresent() ? Parsed.of(size.getAsLong()) : Parsed.problem("is no size such as 1GB");
    }

    private static Parsed<Integer> maxEvent(String text) {
        OptionalLong size = Values.size(text);
        return size.isPresent() && size.getAsLong() >= LEAST_EVENT && size.getAsLong() <= MOST_EVENT
                ? Parsed.of((int) size.getAsLong())
                : Parsed.problem("is no size between 256 and 64MB");
    }

    private static Parsed<Long> millis(String text) {
        OptionalLong millis = Values.millis(text);
        // A day is longer than anybody waits, and far from every overflow when it becomes nanoseconds.
        return millis.isPresent() && millis.getAsLong() <= 86_400_000L
                ? Parsed.of(millis.getAsLong())
                : Parsed.problem("is no duration such as 500ms or 5s, at most a day");
    }

    private static Parsed<Integer> interval(String text) {
        OptionalLong millis = Values.millis(text);
        return millis.isPresent() && millis.getAsLong() >= 1 && millis.getAsLong() <= 100
                ? Parsed.of((int) millis.getAsLong())
                : Parsed.problem("is no duration between 1ms and 100ms");
    }

    private static Parsed<TailraceSettings.Wait> waiting(String text) {
        return constant(TailraceSettings.Wait.values(), text, "is none of sleep, park, yield, busyspin");
    }

    private static <E extends Enum<E>> Parsed<E> constant(E[] constants, String text, String problem) {
        for (E constant : constants) {
            if (constant.name().replace('_', '-').equalsIgnoreCase(text)) {
                return Parsed.of(constant);
            }
        }
        return Parsed.problem(problem);
    }

    private static Parsed<Double> share(String text) {
        boolean percent = text.endsWith("%");
        try {
            double number = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
            double share = percent ? number / 100 : number;
            if (share > 0 && share <= 1) {
                return Parsed.of(share);
            }
        } catch (NumberFormatException e) {
            // The problem below says it.
        }
        return Parsed.problem("is no share of a core above 0 and at most 1");
    }

    private static Parsed<Integer> stripes(String text) {
        Integer number = Values.integer(text);
        return number != null && number >= 0 && number <= 64
                ? Parsed.of(number)
                : Parsed.problem("is no whole number from 0 to 64");
    }

    private static Parsed<TailraceSettings.Console> console(String text) {
        return constant(TailraceSettings.Console.values(), text, "is neither auto, sync nor async");
    }

    private static Parsed<Multiline> multiline(String text) {
        return constant(Multiline.values(), text, "is none of keep, indent, escape");
    }

    private static Parsed<Boolean> bool(String text) {
        return Values.bool(text).map(Parsed::of).orElse(Parsed.problem("is neither true nor false"));
    }

    /** One element's values with what overrides them. */
    private final class Reading {
        private final Map<String, String> values;
        private final int line;
        private final @Nullable String appender;

        Reading(Map<String, String> values, int line, @Nullable String appender) {
            this.values = values;
            this.line = line;
            this.appender = appender;
        }

        <T> T value(String name, Parser<T> parser, T before) {
            for (Found found : new Found[] {ofProperty(name), ofEnvironment(name), ofElement(name)}) {
                if (found == null) {
                    continue;
                }
                Parsed<T> parsed = parser.parse(found.text());
                if (parsed.value() != null) {
                    return parsed.value();
                }
                findings.add(
                        FindingCode.BAD_SETTING,
                        found.line(),
                        found.line() == 0 ? null : appender,
                        "The setting " + name + " " + found.place() + " is " + FindingText.quote(found.text())
                                + ", which " + parsed.problem() + "; it is ignored.");
            }
            return before;
        }

        boolean findsAny() {
            for (String name : NAMES.keySet()) {
                if (find(name) != null) {
                    return true;
                }
            }
            return false;
        }

        @Nullable
        Found find(String name) {
            Found found = ofProperty(name);
            if (found == null) {
                found = ofEnvironment(name);
            }
            return found == null ? ofElement(name) : found;
        }

        private @Nullable Found ofProperty(String name) {
            String property = "tailrace." + name;
            return found(outside.systemProperty(property), "in " + outside.place(property), 0);
        }

        private @Nullable Found ofEnvironment(String name) {
            String variable = environmentName(name);
            return found(outside.environment(variable), "in the environment variable " + variable, 0);
        }

        private @Nullable Found ofElement(String name) {
            boolean belongsHere = appender == null || NAMES.getOrDefault(name, false);
            return belongsHere ? found(values.get(name), "in <tailrace>", line) : null;
        }

        private @Nullable Found found(@Nullable String text, String place, int line) {
            return text == null || text.isBlank() ? null : new Found(text.strip(), place, line);
        }
    }
}
