package dev.tailrace.junit.report;

import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of builds, for curves and for a comparison with the build before. The file has a line for each build. A cache may have
 * truncated or mixed it, so lines that don't hold such figures are skipped.
 *
 * @param builds oldest first
 */
record History(List<Build> builds) {
    static final int SCHEMA = 2;

    /** The figures with a curve. */
    static final List<Kpi> KPIS = List.of(Kpi.ENTRIES, Kpi.BYTES, Kpi.EXCEPTIONS, Kpi.RESPONSE, Kpi.CPU, Kpi.ALLOCATED);
    /** The name of the sum over all tests. */
    static final String ALL = "";

    /** Limits the tests with a curve. */
    private static final int MOST_TESTS = 500;

    private static final long MOST_BYTES = 50_000_000;

    /**
     * One build.
     *
     * @param key as {@link Run#key}
     * @param figures by the names of tests and of their methods; those that are 0 or not judged are left out
     */
    record Build(int schema, String key, String started, Map<Kpi, Map<String, Long>> figures) {
        /** Whether these figures can be shown. */
        private boolean isUsable() {
            return schema == SCHEMA
                    && !key.isEmpty()
                    && figures.entrySet().stream()
                            .allMatch(each -> KPIS.contains(each.getKey())
                                    && each.getValue().values().stream().allMatch(value -> value >= 0));
        }

        /** A test's or method's figure; 0 if the build doesn't have it. */
        long of(Kpi kpi, String name) {
            return figures.getOrDefault(kpi, Map.of()).getOrDefault(name, 0L);
        }
    }

    /** The builds of a file; none if it doesn't exist or is too large to be one of ours. */
    static History read(Path file) throws IOException {
        List<Build> builds = new ArrayList<>();
        if (Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES) {
            for (String line : new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\n", -1)) {
                Build build = parsed(line);
                if (build != null) {
                    builds.add(build);
                }
            }
        }
        return new History(List.copyOf(builds));
    }

    private static @Nullable Build parsed(String line) {
        try {
            Build build = RunJson.HISTORY.fromJson(line);
            Instant.parse(build.started());
            return build.isUsable() ? build : null;
        } catch (IOException | RuntimeException damaged) {
            return null; // Gson throws many kinds
        }
    }

    /** Replaces the file as a whole, so that a build that is killed leaves the earlier one. */
    void write(Path file) throws IOException {
        Path whole = file.toAbsolutePath();
        Files.createDirectories(whole.getParent());
        Path written = whole.resolveSibling(whole.getFileName() + ".new");
        Files.write(written, builds.stream().map(RunJson.HISTORY::toJson).toList());
        Files.move(written, whole, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** This history with a build added as the newest; an entry of the same build is replaced. */
    History with(RunSummary runSummary, int kept) {
        Run run = runSummary.run();
        List<Build> all = new ArrayList<>(builds);
        all.removeIf(build -> build.key().equals(run.key()));
        Map<Kpi, Map<String, Long>> figures = new TreeMap<>();
        for (Kpi kpi : KPIS) {
            figures.put(kpi, figures(kpi, runSummary));
        }
        all.add(new Build(SCHEMA, run.key(), run.started(), figures));
        return new History(List.copyOf(all.subList(Math.max(0, all.size() - kept), all.size())));
    }

    private static Map<String, Long> figures(Kpi kpi, RunSummary runSummary) {
        Map<String, Long> figures = new TreeMap<>();
        for (TestResult test : RunSummary.most(runSummary.telling().stream(), kpi, MOST_TESTS)) {
            for (MethodTime each : kpi.isOfMethod() ? test.kpis().methods() : List.<MethodTime>of()) {
                figures.put(name(test.id(), each.method()), each.isJudged() ? kpi.of(each) : 0);
            }
            if (!kpi.isOfMethod()) {
                figures.put(test.id(), kpi.of(test.kpis()));
            }
        }
        figures.values().removeIf(value -> value <= 0);
        ClassSums sums = runSummary.sums();
        figures.put(
                ALL,
                switch (kpi) {
                    case ENTRIES -> sums.entries;
                    case BYTES -> sums.bytes;
                    case EXCEPTIONS -> sums.exceptions;
                    default ->
                        figures.values().stream().mapToLong(Long::longValue).sum();
                });
        return figures;
    }

    /** The name of a test's figure, or of its method's. */
    static String name(String test, String method) {
        return method.isEmpty() ? test : test + " " + method;
    }

    /** A figure over the builds, oldest first. */
    List<Long> values(Kpi kpi, String name) {
        return builds.stream().map(build -> build.of(kpi, name)).toList();
    }

    /** A figure over the builds as a row of blocks; empty with fewer than two. */
    String sparkline(Kpi kpi, String name) {
        return builds.size() < 2 ? "" : Sparkline.of(values(kpi, name));
    }
}
