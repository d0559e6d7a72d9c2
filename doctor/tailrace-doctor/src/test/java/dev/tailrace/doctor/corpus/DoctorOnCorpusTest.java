package dev.tailrace.doctor.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.testkit.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Doctor on all entries of the corpus: the sick have their cause as the first finding, and the healthy have none. */
class DoctorOnCorpusTest {
    /** In every build, beside the dumps that others of them once gave; with {@code -Pfull} all programs run. */
    private static final Set<String> SHARE = Set.of("p01", "p06", "p40");

    /** Costs a program as much as two minutes with the usual budget do, and so tells as much: with a flight recording. */
    private static final Duration LOOK = Duration.ofSeconds(8);

    private static final double BUDGET = 0.3;

    @TempDir
    Path folder;

    @Tag("anyjdk")
    @Test
    void files_dumpsLogsAndConfigurations_haveTheirCauseFirst() throws IOException {
        List<Verdict> verdicts = new ArrayList<>();
        for (Entry each : Entry.all()) {
            if (!each.program()) {
                verdicts.add(Verdict.of(each, Doctor.examine(filesOf(each))));
            }
        }
        settle("Files", verdicts);
    }

    /** The JVM of these tests is not the one that is looked at; on another JDK the same would be said. */
    @Tag("corpus")
    @Test
    void programs_realProcesses_haveTheirCauseFirst() throws Exception {
        boolean full = Boolean.getBoolean("tailrace.corpus.full");
        String only = System.getProperty("tailrace.corpus.only", "");
        List<Verdict> verdicts = new ArrayList<>();
        for (Entry each : Entry.all()) {
            if (each.program() && (only.isEmpty() ? full || SHARE.contains(each.id()) : only.contains(each.id()))) {
                Optional<Path> home = java(each);
                if (home.isPresent()) {
                    verdicts.add(Verdict.of(each, look(each, home.get())));
                } else {
                    System.out.println("NOT RUN: needs JDK 25: " + each.id() + " " + each.what());
                }
            }
        }
        settle("Programs", verdicts);
    }

    /** Prints the table; what is known to be out of reach must be wrong, and all else right. */
    private static void settle(String what, List<Verdict> verdicts) throws IOException {
        Map<String, String> unreached = Unreached.all();
        System.out.println("| entry | what | expected | found | |\n|---|---|---|---|---|");
        verdicts.forEach(each -> System.out.println(each.row()));
        System.out.println(Verdict.sums(
                what + ", written with sight of the rules",
                verdicts.stream().filter(each -> !each.entry().blind()).toList()));
        System.out.println(Verdict.sums(
                what + ", written without sight of the rules",
                verdicts.stream().filter(each -> each.entry().blind()).toList()));
        Map<String, String> wrong = new HashMap<>();
        verdicts.stream()
                .filter(each ->
                        !each.right() && !unreached.containsKey(each.entry().id()))
                .forEach(each -> wrong.put(
                        each.entry().id(),
                        each.entry().cause() + "\n  FOUND " + each.found() + "\n  MISSING " + each.missing()));
        assertThat(wrong).isEmpty();
        assertThat(verdicts)
                .as("what is said to be out of reach, and is not")
                .noneMatch(each ->
                        each.right() && unreached.containsKey(each.entry().id()));
    }

    private Diagnosis look(Entry entry, Path java) throws Exception {
        Path archive = folder.resolve(entry.id() + ".zip");
        try (Specimen specimen = Specimen.start(entry, java)) {
            LiveRecorder.record(new LiveOptions(specimen.pid(), LOOK, BUDGET, archive), line -> {});
        }
        return Doctor.examine(List.of(archive));
    }

    private static Optional<Path> java(Entry entry) {
        return entry.jdk().equals("any") ? Optional.of(Jdk.java()) : Jdk.java25();
    }

    private static List<Path> filesOf(Entry entry) throws IOException {
        try (Stream<Path> files = Files.walk(entry.files())) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
