package dev.tailrace.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Configurations of both dialects that were written without sight of the rules, and committed before the first run over them. Each
 * fault must be found in the element it stands in; a healthy one must give no advice.
 */
class UnseenLintTest {
    private static final Path FILES = Path.of("src", "test", "resources", "lint", "unseen");
    private static final Pattern FAULT = Pattern.compile("<!-- fault: ([a-z-]+) -->");

    /** A usual machine, whatever this one is. */
    private static final Circumstances USUAL = new Circumstances(1000);

    /** The codes that answer to a kind of fault. */
    private static final Map<String, List<String>> CODES = Map.ofEntries(
            Map.entry("compression", codes(LintCode.SYNCHRONOUS_COMPRESSION, LintCode.COMPRESSION_WAITED_FOR)),
            Map.entry("queue", codes(LintCode.QUEUE_FILLS)),
            Map.entry("discards-info", codes(LintCode.DISCARDS_BY_DEFAULT, LintCode.BURST_DROPPED)),
            Map.entry("loses-all", codes(LintCode.NEVER_BLOCKS)),
            Map.entry("location-missing", codes(LintCode.LOCATION_LOST)),
            Map.entry("location-cost", codes(LintCode.LOCATION_COST)),
            Map.entry("flush", codes(LintCode.FLUSH_PER_EVENT)),
            Map.entry("lock", codes(LintCode.PRUDENT)),
            Map.entry("unbounded", codes(LintCode.UNBOUNDED_HISTORY, LintCode.NEVER_ROLLED)),
            Map.entry("overwrites", List.of(FindingCode.INDEX_MISSING.code())),
            Map.entry("interval", List.of(FindingCode.ROLLS_OTHERWISE.code())),
            Map.entry("twice", codes(LintCode.WRITTEN_TWICE)),
            Map.entry("verbose", codes(LintCode.ROOT_TOO_TALKATIVE)),
            Map.entry("no-effect", codes(LintCode.SETTING_UNREAD)));

    private static List<String> codes(LintCode... all) {
        return Stream.of(all).map(LintCode::code).toList();
    }

    static List<Path> faulty() throws IOException {
        return files("faulty");
    }

    static List<Path> healthy() throws IOException {
        return files("healthy");
    }

    private static List<Path> files(String which) throws IOException {
        try (Stream<Path> files = Files.list(FILES.resolve(which))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void of_faulty_findsWhatIsPlanted(Path file) throws Exception {
        assertThat(missed(file)).as(remarks(file).toString()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void of_healthy_saysNothing(Path file) {
        assertThat(incidents(file)).isEmpty();
        // What Tailrace does otherwise is told all the same.
        assertThat(remarks(file)).extracting(Remark::code).isSubsetOf(FindingCode.DELETE_OTHERWISE.code());
    }

    @Test
    void sum_isTold() throws Exception {
        int found = 0;
        for (Path file : faulty()) {
            found += missed(file).isEmpty() ? 1 : 0;
        }
        int quiet = 0;
        for (Path file : healthy()) {
            quiet += incidents(file).isEmpty() ? 1 : 0;
        }
        System.out.println(
                "lint, configurations written without sight of its rules: " + found + " of " + faulty().size()
                        + " faults found, " + quiet + " of " + healthy().size() + " healthy ones quiet");
        assertThat(found).isEqualTo(faulty().size());
    }

    /** The planted faults that no remark tells of. */
    private static List<String> missed(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<Remark> remarks = remarks(file);
        List<String> missed = new ArrayList<>();
        int planted = 0;
        for (int i = 0; i < lines.size(); i++) {
            Matcher fault = FAULT.matcher(lines.get(i));
            if (fault.find()) {
                planted++;
                List<String> codes = CODES.getOrDefault(fault.group(1), List.of());
                int first = i + 1;
                int last = end(lines, i) + 1;
                if (remarks.stream()
                        .noneMatch(each -> codes.contains(each.code())
                                && each.lines().stream().anyMatch(at -> at >= first && at <= last))) {
                    missed.add(fault.group(1) + " in line " + first);
                }
            }
        }
        assertThat(planted).isPositive();
        return missed;
    }

    /** Where the element ends that begins in a line: the files are indented as they are nested. */
    private static int end(List<String> lines, int begin) {
        for (int i = begin + 1; i < lines.size(); i++) {
            if (indentation(lines.get(i)) <= indentation(lines.get(begin))) {
                return lines.get(i).strip().startsWith("</") ? i : i - 1;
            }
        }
        return begin;
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static List<Remark> incidents(Path file) {
        return remarks(file).stream()
                .filter(each -> each.code().startsWith("TR5"))
                .toList();
    }

    private static List<Remark> remarks(Path file) {
        return Lint.of(file, new BesideFile(file), USUAL, PatternFindings::of).remarks();
    }
}
