package dev.tailrace.bench.race;

import dev.tailrace.report.Figures;
import dev.tailrace.report.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an incident showed, in one sentence. It names each backend in its first setting, and every other one whose figure is better than
 * Tailrace's; peers that beat Tailrace come first. All of it comes from the rows: losses, waits, and what the incident is about.
 *
 * @param tone {@code BAD} when Tailrace damaged lines or failed, {@code WARN} when its callers waited or a peer was better
 * @param sentence one, with its figures
 */
record Verdict(Tone tone, String sentence) {
    private static final String TAILRACE = "tailrace";
    private static final String NOOP = "noop";
    /** A call that takes longer counts as one that stands still. */
    private static final int STILL_MILLIS = 100;

    /** What is compared between backends. */
    private enum Measure {
        WAITS("waits over 100 ms"),
        LINES("lines/s"),
        PROCESSOR("CPU"),
        LONGEST("longest call");

        private final String title;

        Measure(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }
    }

    /**
     * One backend in one setting.
     *
     * @param row the one with the most lines a request, where there are requests
     * @param silent its row without lines, where there are requests
     */
    private record Entry(Standing row, @Nullable Standing silent) {
        String name() {
            return backend(row.name());
        }

        String label() {
            return name() + " (" + row.settings() + ")";
        }

        boolean isFailed() {
            return row.failure() != null;
        }

        /** CPU time that the lines of a request cost, NaN where it was not taken. */
        double loggingNanos() {
            Standing without = silent;
            Double with = row.cpuNanosPerRequest();
            Double base = without == null ? null : without.cpuNanosPerRequest();
            return with == null || base == null ? Double.NaN : with - base;
        }

        /** The figure; NaN where it was not taken. */
        double figure(Measure measure) {
            return switch (measure) {
                case WAITS -> orNaN(row.blockedMillis());
                case LINES -> orNaN(row.requestsPerSecond());
                case PROCESSOR -> loggingNanos();
                case LONGEST -> orNaN(row.longestCallNanos());
            };
        }

        private static double orNaN(@Nullable Number value) {
            return value == null ? Double.NaN : value.doubleValue();
        }
    }

    /** Thread-safe. */
    static Verdict of(RaceReport.Incident incident) {
        List<Entry> all = entries(incident);
        Entry noop = first(all, NOOP);
        Entry tailrace = first(all, TAILRACE);
        List<Entry> peers = all.stream()
                .filter(entry ->
                        !List.of(NOOP, TAILRACE, "limit").contains(entry.row().name()))
                .toList();
        List<Measure> measures = measures(all);
        List<String> better = new ArrayList<>();
        Map<String, Entry> named = new LinkedHashMap<>();
        if (tailrace != null) {
            for (Entry peer : peers) {
                List<String> wins = wins(peer, tailrace, measures, noop);
                if (!wins.isEmpty()) {
                    better.add(peer.label() + " in " + String.join(" and ", wins));
                    named.putIfAbsent(peer.row().name(), first(peers, peer.row().name()));
                }
            }
        }
        for (Entry peer : peers) {
            named.putIfAbsent(peer.row().name(), peer);
        }
        List<Entry> clauses = new ArrayList<>(named.values());
        if (tailrace != null) {
            clauses.add(tailrace);
        }
        if (noop != null && noop.figure(Measure.WAITS) > 0) {
            clauses.add(noop);
        }
        List<String> texts = new ArrayList<>();
        for (Entry entry : clauses) {
            texts.add("with " + entry.name() + " " + clause(entry, incident, measures, noop));
        }
        if (!better.isEmpty()) {
            texts.add("better than Tailrace: " + String.join(", ", better));
        }
        String sentence = texts.isEmpty() ? "nothing was measured" : String.join("; ", texts);
        return new Verdict(
                tone(all, tailrace, !better.isEmpty()),
                Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1) + ".");
    }

    /** The name that a reader knows. */
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
        boolean bad = all.stream()
                .filter(entry -> entry.row().name().equals(TAILRACE))
                .anyMatch(entry -> entry.row().damaged() || entry.isFailed());
        if (bad) {
            return Tone.BAD;
        }
        if (tailrace == null) {
            return Tone.PLAIN;
        }
        return beaten || worst(tailrace.row()) > 0 ? Tone.WARN : Tone.GOOD;
    }

    /** One for each backend and setting: of several rows that with the most lines. */
    private static List<Entry> entries(RaceReport.Incident incident) {
        Map<List<String>, List<Standing>> groups = new LinkedHashMap<>();
        for (Standing row : incident.backends()) {
            groups.computeIfAbsent(List.of(row.name(), row.settings()), key -> new ArrayList<>())
                    .add(row);
        }
        List<Entry> entries = new ArrayList<>();
        for (List<Standing> rows : groups.values()) {
            Standing most =
                    rows.stream().max(Comparator.comparingInt(Verdict::lines)).orElseThrow();
            Standing none = rows.stream()
                    .filter(row -> Objects.equals(row.linesPerRequest(), 0))
                    .findFirst()
                    .orElse(null);
            entries.add(new Entry(most, none));
        }
        return entries;
    }

    private static int lines(Standing row) {
        Integer lines = row.linesPerRequest();
        return lines == null ? 0 : lines;
    }

    private static @Nullable Entry first(List<Entry> entries, String name) {
        return entries.stream()
                .filter(entry -> entry.row().name().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static List<Measure> measures(List<Entry> all) {
        List<Measure> measures = new ArrayList<>();
        if (all.stream().anyMatch(entry -> worst(entry.row()) > 0)) {
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

    /** Where an undamaged peer's figure is better than Tailrace's; what reads the same is not. */
    private static List<String> wins(Entry peer, Entry tailrace, List<Measure> measures, @Nullable Entry noop) {
        List<String> wins = new ArrayList<>();
        if (peer.row().damaged() || peer.isFailed()) {
            return wins;
        }
        for (Measure measure : measures) {
            double theirs = peer.figure(measure);
            double ours = tailrace.figure(measure);
            if (measure == Measure.PROCESSOR && !isMeasurable(tailrace, noop)) {
                continue;
            }
            boolean better = measure == Measure.LINES ? theirs > ours : theirs < ours;
            if (better && !text(measure, theirs).equals(text(measure, ours))) {
                wins.add("%s (%s against %s)".formatted(measure.title(), text(measure, theirs), text(measure, ours)));
            }
        }
        return wins;
    }

    private static String text(Measure measure, double value) {
        return switch (measure) {
            case WAITS -> Figures.nanos(value * 1e6);
            case LINES -> Figures.count(Math.round(value));
            case PROCESSOR -> value <= 0 ? "not measurable" : Figures.nanos(value);
            case LONGEST -> Figures.nanos(value);
        };
    }

    private static String clause(
            Entry entry, RaceReport.Incident incident, List<Measure> measures, @Nullable Entry noop) {
        Standing row = entry.row();
        if (row.events() == 0 && entry.isFailed()) {
            return "the run failed";
        }
        List<String> parts = new ArrayList<>(damage(row));
        for (Measure measure : measures) {
            double value = entry.figure(measure);
            if (Double.isFinite(value)) {
                parts.add(
                        switch (measure) {
                            case WAITS -> waits(row, value, incident.threads());
                            case LINES -> text(measure, value) + " lines/s reached the file";
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

    /** Lines that did not arrive as they were logged, in words; empty when all did. */
    static List<String> damage(Standing row) {
        List<String> parts = new ArrayList<>();
        if (row.lost() > 0) {
            parts.add("%s of %s lines %s lost"
                    .formatted(
                            Figures.count(row.lost()), Figures.count(row.events()), row.lost() == 1 ? "was" : "were"));
        }
        add(parts, row.duplicated(), "written twice");
        add(parts, row.torn(), "torn");
        add(parts, row.misordered(), "out of order");
        return parts;
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add("%s %s %s".formatted(Figures.count(count), count == 1 ? "line was" : "lines were", what));
        }
    }

    private static String waits(Standing row, double millis, @Nullable Integer threads) {
        if (millis > 0) {
            // Less cannot be a wait of every thread.
            boolean every = threads != null && millis >= (double) threads * STILL_MILLIS;
            return "%s stood still for %s in all"
                    .formatted(every ? threads + " threads" : "callers", Figures.nanos(millis * 1e6));
        }
        Long longest = row.longestCallNanos();
        String none = "none waited over " + STILL_MILLIS + " ms"
                + (longest == null ? "" : " (longest call " + Figures.nanos(longest) + ")");
        double worst = worst(row);
        return worst > 0
                ? none + " in the median round, and callers stood still for " + Figures.nanos(worst * 1e6)
                        + " in the worst"
                : none;
    }

    /** Milliseconds that callers stood still in the worst round. */
    private static double worst(Standing row) {
        Spread spread = row.spread().get("blockedMillis");
        Double median = row.blockedMillis();
        return Math.max(median == null ? 0 : median, spread == null ? 0 : spread.max());
    }

    private static String processor(Entry entry, @Nullable Entry noop) {
        String lines = lines(entry.row()) + " lines a request cost ";
        return isMeasurable(entry, noop)
                ? lines + Figures.nanos(entry.loggingNanos()) + " of CPU"
                : lines + "no CPU that could be measured";
    }

    /** Whether lines cost more than what the same stretches of the no-op differ by. */
    private static boolean isMeasurable(Entry entry, @Nullable Entry noop) {
        double noise = noop == null ? 0 : Math.abs(noop.loggingNanos());
        return entry.loggingNanos() > (Double.isFinite(noise) ? noise : 0);
    }
}
