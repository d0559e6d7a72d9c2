package dev.tailrace.doctor.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table and what it names, without doctor. */
class CorpusTest {
    @Test
    void table_idsAreUnique() throws IOException {
        assertThat(Entry.all()).extracting(Entry::id).doesNotHaveDuplicates().hasSizeGreaterThan(90);
    }

    @Test
    void table_namesWhatExists() throws Exception {
        for (Entry entry : Entry.all()) {
            if (entry.program()) {
                Class<?> program = Class.forName(
                        getClass().getPackageName() + "." + entry.what(),
                        false,
                        getClass().getClassLoader());
                assertThat(program.getDeclaredMethod("main", String[].class))
                        .as(entry.id())
                        .isNotNull();
            } else {
                assertThat(Files.exists(entry.files())).as(entry.id()).isTrue();
            }
        }
    }

    @Test
    void table_everyProgramThatCanBeSickHasAHealthyTwin() throws IOException {
        List<Entry> programs = Entry.all().stream().filter(Entry::program).toList();
        for (Entry sick : programs) {
            if (!sick.healthy()) {
                assertThat(programs)
                        .as(sick.what())
                        .anyMatch(other -> other.what().equals(sick.what()) && other.healthy());
            }
        }
    }

    @Test
    void expected_everySickEntryAndNoHealthyOneHasALine() throws IOException {
        for (Entry each : Entry.all()) {
            assertThat(Verdict.isExpected(each)).as(each.id()).isEqualTo(!each.healthy());
        }
    }
}
