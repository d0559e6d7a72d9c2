package dev.tailrace.doctor.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.corpus.Corpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Doctor on public incidents that were chosen and written down before its rules for them were. {@code -Dtailrace.blind=FOLDER} runs another
 * folder of such cases by hand.
 */
class BlindSetTest {
    /** As many as were right when the rules were last changed; fewer are a step back. */
    private static final int LEAST_RIGHT = 25;

    @Tag("anyjdk")
    @Test
    void openHalf_publicIncidents_haveTheirCauseFirst() throws IOException {
        String other = System.getProperty("tailrace.blind", "");
        Path folder = other.isEmpty() ? Corpus.path("blind/half-1") : Path.of(other);
        List<BlindCase> cases = cases(folder);
        String table = table(cases);
        System.out.println(table);
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target", "blind-set.md"), table);

        assertThat(cases).isNotEmpty();
        assertThat(cases.stream().filter(BlindCase::right).count())
                .as("right, as target/blind-set.md says")
                .isGreaterThanOrEqualTo(other.isEmpty() ? LEAST_RIGHT : 0);
        assertThat(cases.stream().filter(BlindCase::deniesLogging).map(BlindCase::name))
                .as("logging has a part, and doctor says that it has none")
                .isEmpty();
    }

    private static List<BlindCase> cases(Path folder) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(each -> Files.exists(each.resolve(BlindCase.EXPECTED)))
                    .sorted()
                    .map(BlindCase::of)
                    .toList();
        }
    }

    private static String table(List<BlindCase> cases) {
        return cases.stream()
                .map(BlindCase::row)
                .collect(Collectors.joining(
                        "\n",
                        "| case | kind | first finding | verdict |\n|---|---|---|---|\n",
                        String.format(
                                Locale.ROOT,
                                "\n%d of %d are right; %d say wrongly that logging has no part in it\n",
                                cases.stream().filter(BlindCase::right).count(),
                                cases.size(),
                                cases.stream().filter(BlindCase::deniesLogging).count())));
    }
}
