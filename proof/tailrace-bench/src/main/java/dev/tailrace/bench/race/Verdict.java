package dev.tailrace.bench.race;

import dev.tailrace.report.NumberFormats;
import dev.tailrace.report.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The verdict on an incident in one sentence, derived from the rows: losses, waits, and the incident's main figures. It names each backend
 * in its first setting, other settings of peers with a figure better than Tailrace's, and other settings of Tailrace with damaged lines or
 * waiting callers. Peers that beat Tailrace come first.
 *
 * @param tone {@code BAD} when Tailrace damaged lines or failed, {@code WARN} when its callers waited or a peer was better
 * @param sentence the verdict with its figures
 */
record Verdict(Tone tone, String sentence) {
    private static final String TAILRACE = "tailrace";
    private static final String NOOP = "noop";
    /** A longer call counts as blocked. */
    private static final int STILL_MILLIS = 100;

    private enum Measure {
        WAITS("waits over 100 ms"),
        LINES("lines/s"),
        PROCESSOR("CPU"),
        LONGEST("longest call");

        private final String title;

        Measure(String title) {
            this.title = title;
        }
    }

    /**
     * One backend in one setting.
     *
     * @param rows one row, or one for each number of lines per request
     */
    private record Entry(List<Standing> rows) {
        /** The row with the most lines per request; without requests, the only row. */
        Standing row() {
            return rows.stream().max(Comparator.comparingInt(Standing::lines)).orElseThrow();
        }

        /** The row without lines, if there are requests. */
        @Nullable
        Standing silent() {
            return rows.stream()
                    .filter(row -> Objects.equals(row.linesPerRequest(), 0))
                    .findFirst()
                    .orElse(null);
        }

        /** The row in which callers waited longest; if none waited, the row with the most lines. */
        Standing slowest() {
            Standing slowest = row();
            for (Standing row : rows) {
                if (worst(row) > worst(slowest)) {
                    slowest = row;
                }
            }
            return slowest;
        }

        boolean damaged() {
            return rows.stream().anyMatch(Standing::damaged);
        }

        long sum(ToLongFunction<Standing> count) {
            return rows.stream().mapToLong(count).sum();
        }

        String name() {
            return backend(row().name());
        }

        String label() {
            return name() + " (" + row().settings() + (files() > 1 ? ", " + files() + " files" : "") + ")";
        }

        /** The number of files that processes wrote instead of one. */
        int files() {
            Integer files = row().files();
            return files == null ? 1 : files;
        }

        boolean isFailed() {
            return row().failure() != null;
        }

        /** CPU time of a request's lines; NaN if not measured. */
        double loggingNanos() {
            Standing without = silent();
            Double with = row().cpuNanosPerRequest();
            Double base = without == null ? null : without.cpuNanosPerRequest();
            return with == null || base == null ? Double.NaN : with - base;
        }

        /** The lowest and highest lines/s; null: not known. */
        @Nullable
        Spread linesPerSecond() {
            return row().spread().get("requestsPerSecond");
        }

        double figure(Measure measure) {
            return switch (measure) {
                case WAITS -> orNaN(slowest().blockedMillis());
                case LINES -> orNaN(row().requestsPerSecond());
                case PROCESSOR -> loggingNanos();
                case LONGEST -> orNaN(row().longestCallNanos());
            };
        }

        private static double orNaN(@Nullable Number value) {
            return value == null ? Double.NaN : value.doubleValue();
        }
    }

    static Verdict of(RaceReport.Incident incident) {
        List<Entry> all = entries(incident);
        Entry noop = first(all, NOOP);
        Entry tailrace = first(all, TAILRACE);
        List<Entry> peers = all.stream()
                .filter(entry -> !entry.row().isTailrace()
                        && !List.of(NOOP, "limit").contains(entry.row().name()))
                .toList();
        List<Measure> measures = measures(all);
        List<String> better = new ArrayList<>();
        List<String> same = new ArrayList<>();
        Map<String, Entry> named = new LinkedHashMap<>();
        if (tailrace != null) {
            for (Entry peer : peers) {
                List<String> wins = wins(peer, tailrace, measures, noop);
                if (!wins.isEmpty()) {
                    better.add(peer.label() + " in " + String.join(" and ", wins));
                    named.putIfAbsent(peer.row().name(), first(peers, peer.row().name()));
                }
                if (measures.contains(Measure.LINES) && !peer.damaged() && !peer.isFailed() && isSame(peer, tailrace)) {
                    same.add(peer.label());
                }
            }
        }
        for (Entry peer : peers) {
            named.putIfAbsent(peer.row().name(), peer);
        }
        List<Entry> clauses = new ArrayList<>(named.values());
        if (measures.contains(Measure.LINES)) {
            for (Entry first : named.values()) {
                Entry fastest = fastest(peers, first.row().name());
                if (!fastest.equals(first)) {
                    clauses.add(clauses.indexOf(first) + 1, fastest);
                }
            }
        }
        for (Entry entry : all) {
            if (entry.row().isTailrace() && (entry.equals(tailrace) || isWrong(entry))) {
                clauses.add(entry);
            }
        }
        if (noop != null && noop.figure(Measure.WAITS) > 0) {
            clauses.add(noop);
        }
        List<String> texts = new ArrayList<>();
        for (Entry entry : clauses) {
            boolean other = !entry.equals(first(all, entry.row().name()));
            texts.add("with " + (other ? entry.label() : entry.name()) + " " + clause(entry, incident, measures, noop));
        }
        if (!better.isEmpty()) {
            texts.add("better than Tailrace: " + String.join(", ", better));
        }
        if (!same.isEmpty()) {
            texts.add("no difference in lines/s could be measured to " + String.join(", ", same));
        }
        String sentence = texts.isEmpty() ? "nothing was measured" : String.join("; ", texts);
        return new Verdict(
                tone(all, tailrace, !better.isEmpty()),
                Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
    }

    static String backend(String name) {
        return switch (name) {
            case TAILRACE -> "Tailrace";
            case "logback" -> "Logback";
            case "log4j2" -> "Log4j 2";
            case "jul" -> "java.util.logging";
            case NOOP -> "the no-op, which logs nothing,";
            default -> name;
        };
    }

    private static Tone tone(List<Entry> all, @Nullable Entry tailrace, boolean beaten) {
        if (tailrace == null) {
            return Tone.PLAIN;
        }
        List<Entry> ours =
                all.stream().filter(entry -> entry.row().isTailrace()).toList();
        if (ours.stream().anyMatch(entry -> entry.damaged() || entry.isFailed())) {
            return Tone.BAD;
        }
        return beaten || ours.stream().anyMatch(Verdict::isWrong) ? Tone.WARN : Tone.GOOD;
    }

    /** Whether lines were damaged, a run failed or callers waited. */
    private static boolean isWrong(Entry entry) {
        return entry.damaged() || entry.isFailed() || worst(entry.slowest()) > 0;
    }

    private static List<Entry> entries(RaceReport.Incident incident) {
        Map<List<String>, List<Standing>> groups = new LinkedHashMap<>();
        for (Standing row : incident.backends()) {
            groups.computeIfAbsent(List.of(row.name(), row.settings()), key -> new ArrayList<>())
                    .add(row);
        }
        List<Entry> entries = new ArrayList<>();
        groups.values().forEach(rows -> entries.add(new Entry(rows)));
        return entries;
    }

    private static @Nullable Entry first(List<Entry> entries, String name) {
        return entries.stream()
                .filter(entry -> entry.row().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** The setting of a peer with the most lines/s of those that damaged none. */
    private static Entry fastest(List<Entry> peers, String name) {
        return peers.stream()
                .filter(entry -> entry.row().name().equals(name) && !entry.damaged() && !entry.isFailed())
                .filter(entry -> Double.isFinite(entry.figure(Measure.LINES)))
                .max(Comparator.comparingDouble(entry -> entry.figure(Measure.LINES)))
                .orElseGet(() -> Objects.requireNonNull(first(peers, name)));
    }

    private static List<Measure> measures(List<Entry> all) {
        List<Measure> measures = new ArrayList<>();
        if (all.stream().anyMatch(entry -> worst(entry.slowest()) > 0)) {
            measures.add(Measure.WAITS);
        }
        if (all.stream().anyMatch(entry -> Double.isFinite(entry.loggingNanos()))) {
            measures.add(Measure.PROCESSOR);
        } else if (all.stream().anyMatch(entry -> entry.row().requestsPerSecond() != null)) {
            measures.add(Measure.LINES);
        }
        if (measures.isEmpty() && all.stream().anyMatch(entry -> entry.row().longestCallNanos() != null)) {
            measures.add(Measure.LONGEST);
        }
        return measures;
    }

    /** The figures in which an undamaged peer is better than Tailrace; figures that look equal don't count. */
    private static List<String> wins(Entry peer, Entry tailrace, List<Measure> measures, @Nullable Entry noop) {
        List<String> wins = new ArrayList<>();
        if (peer.damaged() || peer.isFailed()) {
            return wins;
        }
        for (Measure measure : measures) {
            double theirs = peer.figure(measure);
            double ours = tailrace.figure(measure);
            if (measure == Measure.PROCESSOR && !isMeasurable(tailrace, noop)) {
                continue;
            }
            boolean better = measure == Measure.LINES ? theirs > ours && !isSame(peer, tailrace) : theirs < ours;
            if (better && !text(measure, theirs).equals(text(measure, ours))) {
                wins.add("%s (%s against %s)".formatted(measure.title, text(measure, theirs), text(measure, ours)));
            }
        }
        return wins;
    }

    /** Whether some round, or half second, of the slower one had as many lines/s as one of the faster. */
    private static boolean isSame(Entry peer, Entry tailrace) {
        Spread theirs = peer.linesPerSecond();
        Spread ours = tailrace.linesPerSecond();
        return theirs != null && ours != null && theirs.min() <= ours.max() && ours.min() <= theirs.max();
    }

    private static String text(Measure measure, double value) {
        return switch (measure) {
            case WAITS -> NumberFormats.nanos(value * 1e6);
            case LINES -> NumberFormats.count(Math.round(value));
            case PROCESSOR -> value <= 0 ? "not measurable" : NumberFormats.nanos(value);
            case LONGEST -> NumberFormats.nanos(value);
        };
    }

    private static String clause(
            Entry entry, RaceReport.Incident incident, List<Measure> measures, @Nullable Entry noop) {
        if (entry.sum(Standing::events) == 0 && entry.isFailed()) {
            return "the run failed";
        }
        List<String> parts = new ArrayList<>(damage(entry));
        for (Measure measure : measures) {
            double value = entry.figure(measure);
            if (Double.isFinite(value)) {
                parts.add(
                        switch (measure) {
                            case WAITS -> waits(entry.slowest(), value, incident.threads());
                            case LINES ->
                                text(measure, value) + " lines/s" + range(entry) + " reached "
                                        + (entry.files() > 1 ? entry.files() + " files" : "the file");
                            case PROCESSOR -> processor(entry, noop);
                            case LONGEST -> "the longest call took " + text(measure, value);
                        });
            }
        }
        if (entry.isFailed()) {
            parts.add("a round failed");
        }
        return parts.isEmpty() ? "nothing was measured" : String.join(" and ", parts);
    }

    private static String range(Entry entry) {
        Spread spread = entry.linesPerSecond();
        return spread == null
                ? ""
                : " (" + text(Measure.LINES, spread.min()) + " to " + text(Measure.LINES, spread.max()) + ")";
    }

    /** Damaged lines in words; empty if there are none. */
    static List<String> damage(Standing row) {
        return damage(new Entry(List.of(row)));
    }

    private static List<String> damage(Entry entry) {
        List<String> parts = new ArrayList<>();
        long lost = entry.sum(Standing::lost);
        if (lost > 0) {
            String all = NumberFormats.count(entry.sum(Standing::events));
            parts.add("%s of %s lines %s lost".formatted(NumberFormats.count(lost), all, lost == 1 ? "was" : "were"));
        }
        add(parts, entry.sum(Standing::duplicated), "written twice");
        add(parts, entry.sum(Standing::torn), "torn");
        add(parts, entry.sum(Standing::misordered), "out of order");
        return parts;
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add("%s %s %s".formatted(NumberFormats.count(count), count == 1 ? "line was" : "lines were", what));
        }
    }

    private static String waits(Standing row, double millis, @Nullable Integer threads) {
        if (millis > 0) {
            // A smaller sum can't include a wait of every thread.
            boolean every = threads != null && millis >= (double) threads * STILL_MILLIS;
            return "%s stood still for %s in all"
                    .formatted(every ? threads + " threads" : "callers", NumberFormats.nanos(millis * 1e6));
        }
        Long longest = row.longestCallNanos();
        String none = "none waited over " + STILL_MILLIS + " ms"
                + (longest == null ? "" : " (longest call " + NumberFormats.nanos(longest) + ")");
        double worst = worst(row);
        return worst > 0
                ? none + " in the median round, and callers stood still for " + NumberFormats.nanos(worst * 1e6)
                        + " in the worst"
                : none;
    }

    /** Milliseconds that callers were blocked in the worst round. */
    private static double worst(Standing row) {
        Spread spread = row.spread().get("blockedMillis");
        Double median = row.blockedMillis();
        return Math.max(median == null ? 0 : median, spread == null ? 0 : spread.max());
    }

    private static String processor(Entry entry, @Nullable Entry noop) {
        String lines = entry.row().lines() + " lines a request cost ";
        return isMeasurable(entry, noop)
                ? lines + NumberFormats.nanos(entry.loggingNanos()) + " of CPU"
                : lines + "no CPU that could be measured";
    }

    /** Whether the lines' cost exceeds the no-op's variation between the same stretches. */
    private static boolean isMeasurable(Entry entry, @Nullable Entry noop) {
        double noise = noop == null ? 0 : Math.abs(noop.loggingNanos());
        return entry.loggingNanos() > (Double.isFinite(noise) ? noise : 0);
    }
}
