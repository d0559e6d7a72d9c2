package dev.tailrace.slf4j.twin;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The differences in docs/reference/differences.md still exist as described: each row has a configuration that shows it. */
@Tag("twin")
class DifferencesTwinTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "differences.md");

    private static List<Twin> shown(TwinPair.Reference reference) {
        return TwinTexts.read(reference == TwinPair.Reference.LOG4J ? "log4j" : "logback", "differences");
    }

    @Test
    void rows_ofThePage_areThoseThatAreShown() throws Exception {
        List<String> rows = new ArrayList<>();
        boolean inTable = false;
        for (String line : Files.readAllLines(PAGE)) {
            if (line.startsWith("|---")) {
                inTable = true;
            } else if (!line.startsWith("|")) {
                inTable = false;
            } else if (inTable) {
                rows.add(line.substring(1).split("(?<!\\\\)\\|", 2)[0].strip());
            }
        }
        assertThat(rows).hasSizeGreaterThan(15).doesNotHaveDuplicates();
        assertThat(Stream.of(TwinPair.Reference.LOGBACK, TwinPair.Reference.LOG4J)
                        .flatMap(each -> shown(each).stream())
                        .map(Twin::name))
                .containsExactlyInAnyOrderElementsOf(rows);
    }

    @ParameterizedTest
    @EnumSource(
            value = TwinPair.Reference.class,
            names = {"LOG4J", "LOGBACK"})
    void differences_areThere(TwinPair.Reference reference, @TempDir Path folder) throws Exception {
        List<Twin> twins = new ArrayList<>(shown(reference));
        int all = twins.size();
        twins.removeIf(twin -> twin.notes().containsKey("elsewhere"));
        TwinPair pair = new TwinPair(reference, twins, folder);
        pair.run();
        for (Twin twin : twins) {
            String theirs = joined(pair.theirs(twin));
            String ours = joined(pair.ours(twin));
            assertThat(ours).as("%s", twin).isNotEqualTo(theirs);
            only(twin, "theirs", theirs, ours);
            only(twin, "ours", ours, theirs);
            String lost = twin.notes().get("lost");
            if (lost != null) {
                assertThat(count(lost, theirs)).as("theirs of %s", twin).isLessThan(count(lost, ours));
            }
        }
        System.out.println(
                "differences from " + reference + ": " + twins.size() + " of " + all + " are shown by files");
    }

    private static void only(Twin twin, String note, String there, String notThere) {
        String sign = twin.notes().get(note);
        if (sign != null) {
            Pattern pattern = Pattern.compile(sign);
            assertThat(there).as("%s of %s", note, twin).containsPattern(pattern);
            assertThat(notThere).as("not %s of %s", note, twin).doesNotContainPattern(pattern);
        }
    }

    private static long count(String sign, String text) {
        return Pattern.compile(sign).matcher(text).results().count();
    }

    private static String joined(Map<String, String> files) {
        StringBuilder joined = new StringBuilder();
        files.forEach((name, text) ->
                joined.append("== ").append(name).append('\n').append(text).append('\n'));
        return joined.toString();
    }
}
