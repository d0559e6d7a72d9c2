package dev.tailrace.trials;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each row of the table on each version of Spring Boot, with Logback and with Tailrace. {@code -Dtrials.rows=a,b} plays only these,
 * {@code -Dtrials.boots=4.1} only that version, {@code -Dtrials.backends=logback} only that backend, which proves the expectations and nothing
 * else; with {@code -Dtrials.share=4} the older versions play each fourth row only. {@code -Dtrials.update=true} writes the table.
 */
@Tag("anyjdk")
@Tag("slow")
class BootTrialsTest {
    private static final int AT_ONCE = 2;
    private static final List<Row> ROWS = chosen();
    private static final List<Boot> BOOTS = Arrays.stream(Boot.values())
            .filter(each -> named("trials.boots", each.name))
            .toList();
    private static final List<Backend> BACKENDS = Arrays.stream(Backend.values())
            .filter(each -> System.getProperty("trials.backends", "logback,tailrace")
                    .contains(each.name().toLowerCase(Locale.ROOT)))
            .toList();
    private static final int SHARE = Integer.getInteger("trials.share", 1);
    private static final Map<String, Map<String, Map<String, String>>> SEEN = new TreeMap<>();
    private static KnownFailures known;

    private static boolean named(String property, String name) {
        String names = System.getProperty(property, "");
        return names.isEmpty() || Set.of(names.split(",", -1)).contains(name);
    }

    private static List<Row> chosen() {
        return Rows.all().stream().filter(each -> named("trials.rows", each.id)).toList();
    }

    /** The newest version has them all, the others parts of their own. */
    private static List<Row> chosen(Boot boot) {
        return IntStream.range(0, ROWS.size())
                .filter(i -> boot == Boot.V41 || i % SHARE == (boot == Boot.V35 ? 0 : 1 % SHARE))
                .mapToObj(ROWS::get)
                .toList();
    }

    private static boolean complete() {
        return SHARE == 1
                && ROWS.size() == Rows.all().size()
                && BOOTS.size() == Boot.values().length
                && BACKENDS.size() == 2;
    }

    @BeforeAll
    static void play() throws Exception {
        known = KnownFailures.read();
        Map<String, Future<Map<String, Map<String, String>>>> running = new LinkedHashMap<>();
        ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (Boot boot : BOOTS) {
                for (Backend backend : BACKENDS) {
                    TrialRun run = new TrialRun(boot, backend);
                    List<Row> rows = chosen(boot).stream()
                            .filter(each -> each.isFor(boot, backend))
                            .toList();
                    running.put(boot + " " + backend, threads.submit(() -> run.play(rows)));
                }
            }
            for (Map.Entry<String, Future<Map<String, Map<String, String>>>> each : running.entrySet()) {
                SEEN.put(each.getKey(), each.getValue().get());
            }
        } finally {
            threads.shutdownNow();
        }
        report();
    }

    /** For people: what failed, and how. */
    private static void report() throws IOException {
        StringBuilder text = new StringBuilder();
        for (Row row : ROWS) {
            for (Boot boot : BOOTS) {
                if (!chosen(boot).contains(row)) {
                    continue;
                }
                for (Backend backend : BACKENDS) {
                    List<String> violations = violations(row, boot, backend);
                    if (!violations.isEmpty()) {
                        text.append("== ")
                                .append(row)
                                .append(' ')
                                .append(boot)
                                .append(' ')
                                .append(backend)
                                .append('\n');
                        violations.forEach(each -> text.append(each).append('\n'));
                    }
                }
            }
        }
        Files.writeString(Path.of("target/trials/report.txt"), text);
    }

    private static Map<String, String> seen(Row row, Boot boot, Backend backend) {
        return SEEN.getOrDefault(boot + " " + backend, Map.of()).getOrDefault(row.id, Map.of());
    }

    /** What isn't as expected with a backend and, with Tailrace, what isn't as with Logback. */
    private static List<String> violations(Row row, Boot boot, Backend backend) {
        if (!row.isFor(boot, backend)) {
            return List.of();
        }
        Map<String, String> seen = seen(row, boot, backend);
        List<String> violations = new ArrayList<>();
        if (seen.containsKey("thrown")) {
            violations.add("thrown: " + seen.get("thrown"));
        }
        violations.addAll(row.violations(seen));
        if (backend == Backend.TAILRACE && row.only == null && BACKENDS.size() == 2) {
            Map<String, String> other = seen(row, boot, Backend.LOGBACK);
            for (String key : row.compared) {
                String expected = other.getOrDefault(key, "nothing");
                String found = seen.getOrDefault(key, "nothing");
                if (!found.equals(expected)) {
                    violations.add(key + " differs\nLogback:\n" + expected + "\nTailrace:\n" + found);
                }
            }
        }
        return violations;
    }

    static Stream<Arguments> rowsOnVersions() {
        return BOOTS.stream()
                .flatMap(boot -> chosen(boot).stream()
                        .filter(row -> row.isFor(boot, Backend.LOGBACK) || row.isFor(boot, Backend.TAILRACE))
                        .map(row -> Arguments.of(row, boot)));
    }

    @ParameterizedTest(name = "{0} on {1}")
    @MethodSource("rowsOnVersions")
    void promise_isKept(Row row, Boot boot) {
        assumeTrue(row.wrapper.isEmpty() || TrialRun.canMount(), "NOT RUN: needs root, or user namespaces: " + row);
        assertThat(violations(row, boot, Backend.LOGBACK))
                .as("Logback does otherwise: the expectation is wrong")
                .isEmpty();
        if (!BACKENDS.contains(Backend.TAILRACE)) {
            return;
        }
        List<String> violations = violations(row, boot, Backend.TAILRACE);
        if (known.reason(row, boot).isEmpty()) {
            assertThat(violations).as(row.promise).isEmpty();
        } else {
            assertThat(violations)
                    .as("holds now, and is still among the known failures")
                    .isNotEmpty();
        }
    }

    @Test
    void rows_haveNamesOfTheirOwn_andAreAtLeastSixty() {
        assertThat(Rows.all().stream().map(each -> each.id))
                .doesNotHaveDuplicates()
                .hasSizeGreaterThanOrEqualTo(60);
    }

    @Test
    void knownFailures_areRowsThatExist() {
        assertThat(KnownFailures.keys(Rows.all())).containsAll(known.all().toList());
    }

    @Test
    void guide_hasTheTableOfTheseRows() throws IOException {
        String table = GuideTable.of(Rows.all(), known);
        if (Boolean.getBoolean("trials.update") && complete()) {
            GuideTable.write(table);
        }
        assertThat(GuideTable.current()).as("run with -Dtrials.update=true").isEqualTo(table);
    }
}
