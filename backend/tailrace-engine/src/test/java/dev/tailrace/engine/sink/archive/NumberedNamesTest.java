package dev.tailrace.engine.sink.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NumberedNamesTest {
    @TempDir
    Path folder;

    private FileNamePattern pattern;

    @BeforeEach
    void pattern() {
        pattern = FileNamePattern.parse(folder + "/a-%i.log");
    }

    /** Gives a new file its name, as the drainer does. */
    private void roll(NumberedNames names, String content) throws Exception {
        Path source = Files.writeString(folder.resolve("source"), content);
        Path place = names.place(0, new Shelf(Compression.NONE, step -> {}));
        Files.move(source, place);
    }

    private String files() throws Exception {
        try (Stream<Path> all = Files.list(folder)) {
            List<String> texts = all.filter(file -> !Shelf.isTrash(file))
                    .sorted()
                    .map(file -> {
                        try {
                            return file.getFileName() + "=" + Files.readString(file);
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    })
                    .toList();
            return String.join(" ", texts);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 3, true, 2, a-1.log=0 a-2.log=1",
        "1, 3, true, 5, a-1.log=2 a-2.log=3 a-3.log=4",
        "2, 2, true, 3, a-2.log=2",
        "1, 2147483647, true, 4, a-1.log=0 a-2.log=1 a-3.log=2 a-4.log=3",
        "1, 3, false, 2, a-1.log=1 a-2.log=0",
        "1, 3, false, 5, a-1.log=4 a-2.log=3 a-3.log=2",
    })
    void place_manyFiles_keepsTheNewest(int min, int max, boolean newestHighest, int count, String expected)
            throws Exception {
        NumberedNames names = new NumberedNames(pattern, min, max, newestHighest);
        for (int i = 0; i < count; i++) {
            roll(names, String.valueOf(i));
        }

        assertThat(files()).isEqualTo(expected);
    }

    @Test
    void place_afterACrashInBetween_goesOnWhereItStopped() throws Exception {
        NumberedNames names = new NumberedNames(pattern, 1, 3, true);
        Files.writeString(folder.resolve("a-1.log"), "1");
        Files.writeString(folder.resolve("a-3.log"), "2");

        roll(names, "3");

        assertThat(files()).isEqualTo("a-1.log=1 a-2.log=2 a-3.log=3");
    }

    /** The day and month of a name say no period without the year, which stands in another word. */
    @Test
    void place_dateThatCantBeReadBack_countsAllTheSame() throws Exception {
        pattern = FileNamePattern.parse(folder + "/%d{yyyy,aux}-%d{MM-dd}-%i.log");
        NumberedNames names = new NumberedNames(pattern, 1, 2, true);
        for (int i = 0; i < 3; i++) {
            roll(names, String.valueOf(i));
        }

        assertThat(files()).contains("-1.log=1 ").endsWith("-2.log=2");
    }

    @Test
    void place_fewerThanBefore_removesTheOldest() throws Exception {
        for (int i = 1; i <= 6; i++) {
            Files.writeString(folder.resolve("a-" + i + ".log"), String.valueOf(i));
        }

        roll(new NumberedNames(pattern, 1, 3, true), "7");

        assertThat(files()).isEqualTo("a-1.log=5 a-2.log=6 a-3.log=7");
    }

    @Test
    void sink_datesAndSizes_countWithinThePeriod() {
        Rig rig = twoDays("app.log", 2);

        // The two newest of the first day's four files stay; the last line is in the active file.
        assertThat(rig.tree().toString())
                .isEqualTo("{app-2024-03-09-1.log.gz=line 2, app-2024-03-09-2.log.gz=line 3, app.log=day two}");
    }

    @Test
    void sink_withoutFile_countsFromTheFirstIndex() {
        Rig rig = twoDays(null, Integer.MAX_VALUE);

        assertThat(rig.tree().toString())
                .isEqualTo(
                        "{app-2024-03-09-1.log.gz=line 0, app-2024-03-09-2.log.gz=line 1, app-2024-03-09-3.log.gz=line 2,"
                                + " app-2024-03-09-4.log.gz=line 3, app-2024-03-10-1.log=day two}");
    }

    private Rig twoDays(@Nullable String file, int max) {
        Rig rig = new Rig(folder);
        Rolling rolling = new Rolling.Numbered(rig.path("app-%d{yyyy-MM-dd}-%i.log.gz"), 1, max, true, 5, 0, 0);
        Sink sink = rig.open(file, rolling);
        for (int i = 0; i < 4; i++) {
            rig.log(sink, "line " + i);
            rig.archive();
        }
        rig.at("2024-03-10T00:00:01");
        rig.log(sink, "day two");
        rig.archive();
        rig.close(sink);
        return rig;
    }

    @Test
    void rollingText_roundTrip_isTheSame() {
        Rolling rolling = new Rolling.Numbered("a.%i.log.gz", 1, Integer.MAX_VALUE, true, 1025, 0, 0);
        RollingPolicyCodec text = new RollingPolicyCodec(Path.of("/var/log/a.log"), "/var/log/", rolling);

        assertThat(RollingPolicyCodec.parse(text.format())).isEqualTo(text);
        assertThat(text.format()).contains("kind=numbered").contains("newest=highest");
    }
}
