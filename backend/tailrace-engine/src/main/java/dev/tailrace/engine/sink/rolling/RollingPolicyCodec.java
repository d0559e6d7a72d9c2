package dev.tailrace.engine.sink.rolling;

import dev.tailrace.destination.CronSchedule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.engine.sink.LineText;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A log file and its rolling as one line of {@code key=value} words: the same line for all configurations with the same meaning, in
 * whatever directory they are read.
 *
 * @param file absolute; null when the pattern names the active file
 * @param root the absolute directory at which the pattern begins, with a slash at its end; empty without rolling
 * @param rolling its pattern begins at {@code root}; null when the file isn't rolled
 * @param options of the rolling
 * @param keyed set when each key has such a file; all names contain {@link DestinationConfig.Keyed#KEY} then. Else null
 */
public record RollingPolicyCodec(
        @Nullable Path file,
        String root,
        @Nullable Rolling rolling,
        RollingOptions options,
        @Nullable Keyed keyed) {
    /**
     * The settings of a keyed log.
     *
     * @param otherwise the key for lines without one
     * @param mostOpen files that are open at a time
     * @param idleMillis after this time without a line a file is closed, in milliseconds
     */
    public record Keyed(String otherwise, int mostOpen, long idleMillis) {}

    public static final long LONGEST_IDLE = Long.MAX_VALUE / 1_000_000;

    private static final int LONGEST = 32 * 1024;
    private static final int MOST_WORDS = 64;
    public static final int MOST_INDICES = 100_000;
    public static final int MOST_PERIODS = 1_000_000;

    /** One file. */
    public RollingPolicyCodec(@Nullable Path file, String root, @Nullable Rolling rolling) {
        this(file, root, rolling, RollingOptions.NONE, null);
    }

    public RollingPolicyCodec {
        if (file == null && !(rolling instanceof Rolling.TimeBased || rolling instanceof Rolling.Numbered)) {
            throw new IllegalArgumentException("nothing names a file");
        }
        options = rolling == null ? RollingOptions.NONE.withLinks(options.links()) : options;
    }

    /** The same rolling for a keyed log. */
    public RollingPolicyCodec with(Keyed other) {
        return new RollingPolicyCodec(file, root, rolling, options, other);
    }

    /** The file of a key. */
    public RollingPolicyCodec of(String key) {
        Path own = file == null ? null : Path.of(file.toString().replace(DestinationConfig.Keyed.KEY, key));
        Rolling by = rolling;
        String named = by == null ? "" : by.fileNamePattern().replace(DestinationConfig.Keyed.KEY, key);
        if (by != null) {
            by = by.with(named);
        }
        return new RollingPolicyCodec(own, root.replace(DestinationConfig.Keyed.KEY, key), by, options, null);
    }

    /** For messages: the file's path, or the pattern that names it. */
    public String description() {
        return file != null ? file.toString() : root + (rolling == null ? "" : rolling.fileNamePattern());
    }

    public RollingPolicyCodec with(RollingOptions other) {
        return new RollingPolicyCodec(file, root, rolling, other, keyed);
    }

    @Nullable
    public FileNamePattern pattern() {
        Rolling by = rolling;
        return by == null ? null : FileNamePattern.parse(by.fileNamePattern()).under(root);
    }

    /** Eight hexadecimal digits that distinguish this rolling from rollings with other places for rolled files. */
    public String origin() {
        String places = kind() + " " + root + " " + (rolling == null ? "" : rolling.fileNamePattern());
        if (rolling instanceof Rolling.FixedWindow window) {
            places += " " + window.minIndex() + " " + window.maxIndex();
        } else if (rolling instanceof Rolling.Numbered numbered) {
            places += " " + numbered.minIndex() + " " + numbered.maxIndex() + " " + numbered.newestHighest();
        }
        return String.format(Locale.ROOT, "%08x", places.hashCode());
    }

    public String format() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("kind", kind());
        if (keyed != null) {
            words.put("sifted", keyed.otherwise());
            words.put("open", keyed.mostOpen());
            words.put("idle", keyed.idleMillis());
        }
        if (file != null) {
            words.put("file", file);
        }
        if (rolling != null) {
            words.put("root", root);
            words.put("pattern", rolling.fileNamePattern());
        }
        if (rolling instanceof Rolling.FixedWindow window) {
            words.put("size", window.maxFileSize());
            words.put("min", window.minIndex());
            words.put("max", window.maxIndex());
        } else if (rolling instanceof Rolling.TimeBased timeBased) {
            words.put("size", timeBased.maxFileSize());
            words.put("history", timeBased.maxHistory());
            words.put("cap", timeBased.totalSizeCap());
        } else if (rolling instanceof Rolling.Numbered numbered) {
            words.put("size", numbered.maxFileSize());
            words.put("min", numbered.minIndex());
            words.put("max", numbered.maxIndex());
            words.put("newest", numbered.newestHighest() ? "highest" : "lowest");
            words.put("history", numbered.maxHistory());
            words.put("cap", numbered.totalSizeCap());
        }
        if (options.interval() > 1) {
            words.put("interval", options.interval());
            words.put("modulate", options.modulate());
        }
        if (options.datedByRoll()) {
            words.put("dated", "roll");
        }
        if (options.startSize() >= 0) {
            words.put("start", options.startSize());
        }
        RollingOptions.Schedule schedule = options.schedule();
        if (schedule != null) {
            words.put("cron", schedule.moments().text());
            words.put("zone", schedule.moments().zone().getId());
            words.put("evaluate", schedule.evaluateAtStart());
        }
        if (!options.removals().isEmpty()) {
            words.put("delete", DeleteRuleCodec.format(options.removals()));
        }
        if (options.links() != null) {
            words.put("links", options.links());
        }
        StringBuilder line = new StringBuilder();
        words.forEach((key, value) ->
                line.append(line.isEmpty() ? "" : " ").append(key).append('=').append(LineText.escaped("" + value)));
        return line.toString();
    }

    private String kind() {
        if (rolling == null) {
            return "none";
        }
        return rolling instanceof Rolling.FixedWindow
                ? "window"
                : rolling instanceof Rolling.Numbered ? "numbered" : "time";
    }

    /**
     * Accepts only the texts that {@link #format} makes: an unknown word would change how the file is rolled.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    public static RollingPolicyCodec parse(String line) {
        if (line.length() > LONGEST) {
            throw new IllegalArgumentException("too long: length=" + line.length() + ", limit=" + LONGEST);
        }
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : line.split(" ", MOST_WORDS)) {
            int equals = word.indexOf('=');
            if (equals < 0
                    || words.put(word.substring(0, equals), LineText.unescaped(word.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("not one key=value: " + word);
            }
        }
        RollingPolicyCodec text = read(words).with(options(words));
        if (words.containsKey("sifted")) {
            text = text.with(new Keyed(
                    taken(words, "sifted"),
                    (int) Math.max(1, number(words, "open", Integer.MAX_VALUE)),
                    number(words, "idle", LONGEST_IDLE)));
        }
        if (!text.format().equals(line)) {
            throw new IllegalArgumentException("not as it would be written: " + line);
        }
        FileNamePattern pattern = text.pattern();
        if (pattern != null && !pattern.textBelowRoot().equals(taken(words, "pattern"))) {
            throw new IllegalArgumentException("not as the pattern would be written: " + line);
        }
        return text;
    }

    private static RollingOptions options(Map<String, String> words) {
        boolean several = words.containsKey("interval");
        return new RollingOptions(
                several ? (int) number(words, "interval", MOST_PERIODS) : 1,
                several && taken(words, "modulate").equals("true"),
                words.containsKey("start") ? number(words, "start", Long.MAX_VALUE) : -1,
                words.containsKey("cron") ? schedule(words) : null,
                words.containsKey("dated"),
                words.containsKey("delete") ? DeleteRuleCodec.parse(taken(words, "delete")) : List.of(),
                words.containsKey("links") ? absolute(taken(words, "links")).toString() : null);
    }

    private static RollingOptions.Schedule schedule(Map<String, String> words) {
        try {
            CronSchedule moments = CronSchedule.parse(taken(words, "cron"), ZoneId.of(taken(words, "zone")));
            return new RollingOptions.Schedule(moments, taken(words, "evaluate").equals("true"));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static RollingPolicyCodec read(Map<String, String> words) {
        String kind = taken(words, "kind");
        String name = words.get("file");
        Path file = name == null ? null : absolute(name);
        if (kind.equals("none")) {
            return new RollingPolicyCodec(file, "", null);
        }
        String root = taken(words, "root");
        if (!root.endsWith("/") || !slashed(absolute(root)).equals(root)) {
            throw new IllegalArgumentException("no directory: root=" + root);
        }
        String pattern = taken(words, "pattern");
        FileNamePattern parsed = FileNamePattern.parse(pattern);
        long size = number(words, "size", Long.MAX_VALUE);
        if (kind.equals("window")) {
            int min = (int) number(words, "min", Integer.MAX_VALUE - MOST_INDICES);
            int max = (int) number(words, "max", min + MOST_INDICES);
            if (max < min || !parsed.hasIndex()) {
                throw new IllegalArgumentException("no window: min=" + min + ", max=" + max + ", pattern=" + pattern);
            }
            return new RollingPolicyCodec(file, root, new Rolling.FixedWindow(pattern, min, max, size));
        }
        if (kind.equals("numbered")) {
            return new RollingPolicyCodec(file, root, numbered(words, pattern, parsed, size));
        }
        if (!kind.equals("time") || parsed.periods() == null) {
            throw new IllegalArgumentException("no rolling: kind=" + kind + ", pattern=" + pattern);
        }
        int history = (int) number(words, "history", MOST_PERIODS);
        long cap = number(words, "cap", Long.MAX_VALUE);
        return new RollingPolicyCodec(file, root, new Rolling.TimeBased(pattern, size, history, cap, false));
    }

    private static Rolling numbered(Map<String, String> words, String pattern, FileNamePattern parsed, long size) {
        int min = (int) number(words, "min", Integer.MAX_VALUE - MOST_INDICES);
        int max = (int) number(words, "max", Integer.MAX_VALUE);
        boolean dated = parsed.periods() != null;
        if (max < min || !parsed.hasIndex() || (!dated && words.get("file") == null)) {
            throw new IllegalArgumentException("no numbers: min=" + min + ", max=" + max + ", pattern=" + pattern);
        }
        return new Rolling.Numbered(
                pattern,
                min,
                max,
                taken(words, "newest").equals("highest"),
                size,
                (int) number(words, "history", MOST_PERIODS),
                number(words, "cap", Long.MAX_VALUE));
    }

    private static Path absolute(String name) {
        Path path = Path.of(name);
        if (!path.isAbsolute() || !path.equals(path.normalize()) || (path.getFileName() == null && !name.equals("/"))) {
            throw new IllegalArgumentException("no absolute path: " + name);
        }
        return path;
    }

    /** A path with slashes, as in patterns. */
    public static String slash(Path path) {
        return path.toString().replace('\\', '/');
    }

    /** A directory with slashes, as at a pattern's beginning. */
    public static String slashed(Path directory) {
        String text = slash(directory);
        return text.endsWith("/") ? text : text + "/";
    }

    private static String taken(Map<String, String> words, String key) {
        String value = words.get(key);
        if (value == null) {
            throw new IllegalArgumentException("without " + key);
        }
        return value;
    }

    private static long number(Map<String, String> words, String key, long most) {
        long number = Long.parseLong(taken(words, key));
        if (number < 0 || number > most) {
            throw new IllegalArgumentException(key + "=" + number + " is not between 0 and " + most);
        }
        return number;
    }
}
