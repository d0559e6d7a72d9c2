package dev.tailrace.engine.sink.rolling;

import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.DerivedName;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A name for rolled files with {@code %d{pattern[,zone][,aux]}} and {@code %i}, as in {@code logs/%d{yyyy/MM}/app.%i.log.gz}. Makes names
 * and reads them back. Immutable.
 */
public final class FileNamePattern {
    private static final String DEFAULT_DATE = "yyyy-MM-dd";
    /** The date that a fixed window's name inside a zip has in place of the index, since the index changes with each roll. */
    private static final String ENTRY_DATE = "yyyy-MM-dd_HHmm";

    /** The limits of a date pattern in characters, and of an index in digits: generous, for texts from other processes. */
    private static final int LONGEST_DATE = 200;

    private static final int WIDEST_INDEX = 64;
    /** The longest name in bytes: a hidden file with a suffix is made for it, and file systems allow 255. */
    private static final int LONGEST_NAME = 220;
    /** An index and a date can be longer than in the sample. */
    private static final int LONGER = 10;

    private static final int TAIL = 8;

    private static final Pattern WORD = Pattern.compile("%([-.0-9]*)([a-zA-Z])(?:\\{([^}]*)})?");

    private sealed interface Part permits Text, Moment, Index {}

    private record Text(String text) implements Part {
        @Override
        public String toString() {
            return text;
        }
    }

    private record Moment(String pattern, ZoneId zone, boolean primary, DateTimeFormatter formatter) implements Part {
        @Override
        public String toString() {
            return "%d{" + pattern + "," + zone.normalized().getId() + (primary ? "" : ",aux") + "}";
        }

        String at(long millis) {
            return formatter.format(Instant.ofEpochMilli(millis));
        }
    }

    private record Index(int width) implements Part {
        @Override
        public String toString() {
            return "%" + (width > 0 ? width : "") + "i";
        }

        String of(int index) {
            String digits = Integer.toString(index);
            return "0".repeat(Math.max(0, width - digits.length())) + digits;
        }
    }

    /** Period and index from a name. {@code periodMillis} is 0 in a name without a date, {@code index} −1 in a name without an index. */
    public record Reading(long periodMillis, int index) {}

    private final List<Part> parts;
    private final Compression compression;
    private final @Nullable Moment primary;
    private final boolean indexed;

    private FileNamePattern(List<Part> parts, Compression compression) {
        this.parts = List.copyOf(parts);
        this.compression = compression;
        Moment found = null;
        boolean index = false;
        for (Part part : parts) {
            if (part instanceof Moment moment && moment.primary() && found == null) {
                found = moment;
            }
            index |= part instanceof Index;
        }
        this.primary = found;
        this.indexed = index;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException with a message for the user when the pattern has an unknown word, date pattern or zone
     */
    public static FileNamePattern parse(String pattern) {
        String slashed = pattern.trim().replace('\\', '/');
        Compression compression = Compression.of(slashed);
        String body =
                slashed.substring(0, slashed.length() - compression.suffix().length());
        List<Part> parts = new ArrayList<>();
        Matcher word = WORD.matcher(body);
        int end = 0;
        while (word.find()) {
            text(body.substring(end, word.start()), parts);
            parts.add(word(word));
            end = word.end();
        }
        text(body.substring(end), parts);
        return new FileNamePattern(parts, compression);
    }

    private static void text(String text, List<Part> parts) {
        if (text.indexOf('%') >= 0) {
            throw new IllegalArgumentException("there is a % without a word after it near \"" + text + "\"");
        }
        if (!text.isEmpty()) {
            parts.add(new Text(text));
        }
    }

    private static Part word(Matcher word) {
        String options = word.group(3);
        return switch (word.group(2)) {
            case "d" -> moment(options == null ? "" : options);
            case "i" -> new Index(width(word.group(1)));
            default ->
                throw new IllegalArgumentException(
                        "%" + word.group(2) + " is unknown in a file name; %d and %i are known");
        };
    }

    private static int width(String modifier) {
        String digits = modifier.replaceAll("^-|\\..*", "");
        if (digits.length() > 9 || (!digits.isEmpty() && Integer.parseInt(digits) > WIDEST_INDEX)) {
            throw new IllegalArgumentException("%" + modifier + "i has more than " + WIDEST_INDEX + " digits");
        }
        return digits.isEmpty() ? 0 : Integer.parseInt(digits);
    }

    private static Moment moment(String options) {
        String[] words = options.split(",", -1);
        String pattern = unquoted(words[0].trim());
        if (pattern.isEmpty()) {
            pattern = DEFAULT_DATE;
        }
        if (pattern.length() > LONGEST_DATE) {
            throw new IllegalArgumentException("a date has more than " + LONGEST_DATE + " characters");
        }
        boolean primary = true;
        ZoneId zone = ZoneId.systemDefault();
        try {
            for (int i = 1; i < words.length; i++) {
                String word = unquoted(words[i].trim());
                if (word.equalsIgnoreCase("aux")) {
                    primary = false;
                } else {
                    zone = ZoneId.of(word);
                }
            }
            DateTimeFormatter formatter = DateTimeFormatter.ofPattern(pattern).withZone(zone);
            Moment moment = new Moment(pattern, zone, primary, formatter);
            if (moment.at(0).isEmpty() || (primary && Periods.of(pattern, zone) == null)) {
                throw new IllegalArgumentException("the date never changes");
            }
            return moment;
        } catch (RuntimeException e) {
            // JDK 17 throws an index out of bounds for too many letters of a kind.
            throw new IllegalArgumentException("%d{" + options + "}: " + e.getMessage(), e);
        }
    }

    private static String unquoted(String word) {
        boolean quoted = word.length() > 1 && word.startsWith("\"") && word.endsWith("\"");
        return quoted ? word.substring(1, word.length() - 1) : word;
    }

    /** This pattern, its longest text cut where the names of files would be too long. */
    public FileNamePattern fitted() {
        int bytes = lastSegment(name(0, 0)).getBytes(StandardCharsets.UTF_8).length;
        int excess = bytes + LONGER - LONGEST_NAME;
        String longest = "";
        int place = 0;
        for (int i = parts.size() - 1; i >= 0 && excess > 0; i--) {
            String text = parts.get(i) instanceof Text fixed ? fixed.text() : "";
            if (lastSegment(text).length() > longest.length()) {
                longest = lastSegment(text);
                place = i;
            }
            if (text.contains("/")) {
                break;
            }
        }
        if (longest.isEmpty()) {
            return this;
        }
        String text = ((Text) parts.get(place)).text();
        // The end stays as it is: mostly a dot before a date or an index.
        int tail = longest.length() - Math.min(TAIL, longest.length() / 2);
        tail -= Character.isLowSurrogate(longest.charAt(tail)) ? 1 : 0;
        String head = longest.substring(0, tail);
        int most = Math.max(1, head.getBytes(StandardCharsets.UTF_8).length - excess);
        List<Part> shorter = new ArrayList<>(parts);
        shorter.set(
                place,
                new Text(text.substring(0, text.length() - longest.length())
                        + DerivedName.of(head, most)
                        + longest.substring(tail)));
        return new FileNamePattern(shorter, compression);
    }

    /** The pattern below another directory: {@code root} replaces {@link #root}; it ends with a slash and may contain a %. */
    public FileNamePattern under(String root) {
        List<Part> moved = new ArrayList<>(parts);
        String start = moved.isEmpty() || !(moved.get(0) instanceof Text text) ? "" : text.text();
        if (!start.isEmpty()) {
            moved.remove(0);
        }
        moved.add(0, new Text(root + lastSegment(start)));
        return new FileNamePattern(moved, compression);
    }

    /**
     * The pattern's text for {@link #parse}, without the root: the same text for all patterns that make the same names, wherever they are
     * parsed.
     */
    public String textBelowRoot() {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            text.append(part);
        }
        String root = root();
        return (root.equals(".") ? text.toString() : text.substring(root.length())) + compression.suffix();
    }

    /** The pattern for files that aren't compressed yet. */
    public FileNamePattern plain() {
        return new FileNamePattern(parts, Compression.NONE);
    }

    public Compression compression() {
        return compression;
    }

    public boolean hasIndex() {
        return indexed;
    }

    /** The zone of the primary date; null when there is none. */
    @Nullable
    ZoneId zone() {
        return primary == null ? null : primary.zone();
    }

    /** The periods of the primary date; null when there is none or it never changes. */
    @Nullable
    public Periods periods() {
        return primary == null ? null : Periods.of(primary.pattern(), primary.zone());
    }

    /** The name of a rolled file that is not compressed yet. */
    public String plainName(long millis, int index) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Text text) {
                name.append(text.text());
            } else if (part instanceof Moment moment) {
                name.append(moment.at(millis));
            } else if (part instanceof Index number) {
                name.append(number.of(index));
            }
        }
        return DerivedName.encodable(name.toString());
    }

    /** The name of a rolled file, compression's suffix included. */
    String name(long millis, int index) {
        return plainName(millis, index) + compression.suffix();
    }

    /** The name of a fixed window's file inside its zip: dated, because the outer name changes with each roll. */
    public String zipEntryName(long millis) {
        List<Part> dated = new ArrayList<>();
        for (Part part : parts) {
            dated.add(part instanceof Index ? moment(ENTRY_DATE) : part);
        }
        return lastSegment(new FileNamePattern(dated, Compression.NONE).plainName(millis, 0));
    }

    static String lastSegment(String name) {
        return name.substring(name.lastIndexOf('/') + 1);
    }

    /** The same pattern with {@code qualifier} before the compression's suffix, so that two processes' archives never meet. */
    public FileNamePattern qualified(String qualifier) {
        List<Part> longer = new ArrayList<>(parts);
        longer.add(new Text(qualifier));
        return new FileNamePattern(longer, compression);
    }

    /** The directory above all files of this pattern: its constant beginning up to the last slash. */
    public String root() {
        String start = parts.isEmpty() || !(parts.get(0) instanceof Text text) ? "" : text.text();
        int slash = start.lastIndexOf('/');
        return slash < 0 ? "." : start.substring(0, slash + 1);
    }

    /** The number of directory levels between {@link #root} and the files. */
    public int depth() {
        String sample = plainName(0, 0);
        String root = root();
        String below = root.equals(".") ? sample : sample.substring(root.length());
        return (int) below.chars().filter(c -> c == '/').count();
    }

    /** The end of {@link #root}, and a text without slashes and words that distinguishes this pattern from its neighbours. */
    public String identity() {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Text text) {
                name.append(text.text());
            } else {
                name.append(part instanceof Index ? "%i" : "%d");
            }
        }
        String root = root();
        String below = root.equals(".") ? name.toString() : name.substring(root.length());
        return below.replace('/', '_');
    }

    /**
     * Matches the names of one period's rolled files, compression's suffix included; its group {@code index} is the index. Unlike a reader
     * it knows the period, so a date that can't be read back, such as one without a year, is no obstacle.
     */
    public Pattern namesOf(long millis) {
        StringBuilder regex = new StringBuilder();
        boolean indexSeen = false;
        for (Part part : parts) {
            if (part instanceof Text text) {
                regex.append(Pattern.quote(text.text()));
            } else if (part instanceof Moment moment) {
                regex.append(Pattern.quote(moment.at(millis)));
            } else {
                regex.append(indexSeen ? "(?:\\d+)" : "(?<index>\\d{1,9})");
                indexSeen = true;
            }
        }
        return Pattern.compile(regex.append(Pattern.quote(compression.suffix())).toString());
    }

    /** Matches the names that this pattern makes, compressed or not, with any text in the place of {@code word}. */
    public Pattern withAny(String word, boolean compressed) {
        return Pattern.compile(regex(compressed).replace(word, "\\E[^/]+\\Q"));
    }

    private String regex(boolean compressed) {
        StringBuilder regex = new StringBuilder();
        boolean dateSeen = false;
        boolean indexSeen = false;
        for (Part part : parts) {
            if (part instanceof Text text) {
                regex.append(Pattern.quote(text.text()));
            } else if (part instanceof Moment moment) {
                boolean named = moment.primary() && !dateSeen;
                dateSeen |= named;
                regex.append(named ? "(?<date>" : "(?:")
                        .append(DateRegex.of(moment.pattern()))
                        .append(')');
            } else {
                regex.append(indexSeen ? "(?:\\d+)" : "(?<index>\\d{1,9})");
                indexSeen = true;
            }
        }
        return regex.append(Pattern.quote(compressed ? compression.suffix() : ""))
                .toString();
    }

    /** A reader of names of this pattern, compressed or not. Not thread-safe. */
    public Reader reader(boolean compressed) {
        return new Reader(compressed);
    }

    /** Reads names back. A name counts only when the read values make the very same name again. */
    public final class Reader {
        private final Pattern regex;
        private final boolean compressed;
        private final @Nullable Periods periods = periods();
        private final @Nullable SimpleDateFormat format;

        private Reader(boolean compressed) {
            this.compressed = compressed;
            this.regex = Pattern.compile(regex(compressed));
            this.format = primary == null ? null : new SimpleDateFormat(primary.pattern(), Locale.getDefault());
            if (format != null && primary != null) {
                format.setTimeZone(TimeZone.getTimeZone(primary.zone()));
            }
        }

        /** Period and index of {@code name} (with slashes), or null when it isn't a name of this pattern. */
        @SuppressWarnings("JavaUtilDate") // SimpleDateFormat fills in what a date pattern leaves out; java.time refuses
        @Nullable
        public Reading read(String name) {
            Matcher matcher = regex.matcher(name);
            if (!matcher.matches()) {
                return null;
            }
            int index = indexed ? Integer.parseInt(matcher.group("index")) : -1;
            long period = 0;
            if (format != null && periods != null) {
                try {
                    period = periods.start(format.parse(matcher.group("date")).getTime());
                } catch (ParseException e) {
                    return null;
                }
            }
            String again = compressed ? name(period, index) : plainName(period, index);
            return again.equals(name) ? new Reading(period, index) : null;
        }
    }
}
