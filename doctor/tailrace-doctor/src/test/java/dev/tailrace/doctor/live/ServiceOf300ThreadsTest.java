package dev.tailrace.doctor.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.corpus.Crowd;
import dev.tailrace.corpus.Programs;
import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at healthy services for 20 seconds with the budget that is the default; at two of them at a time, to save time. */
@Tag("anyjdk")
@Tag("slow")
class ServiceOf300ThreadsTest {
    @TempDir
    static Path folder = Path.of("");

    private static ExecutorService lookers = Executors.newCachedThreadPool();
    private static Optional<Future<LiveRecording>> on17 = Optional.empty();
    private static Optional<Future<LiveRecording>> on25 = Optional.empty();

    @BeforeAll
    static void look() {
        on17 = Optional.of(lookers.submit(() -> look(Jdk.java(), "17")));
        on25 = Jdk.java25().map(java -> lookers.submit(() -> look(java, "25")));
    }

    @AfterAll
    static void end() {
        lookers.shutdownNow();
    }

    private static LiveRecording look(Path java, String name) throws Exception {
        try (ChildProcess child = Programs.start(
                java,
                List.of("-Xlog:gc:file=" + folder.resolve("gc-" + name + ".log")),
                Crowd.class,
                "300",
                folder.resolve("app-" + name + ".log").toString())) {
            return HeldUp.record(
                    new LiveOptions(child.pid(), Duration.ofSeconds(20), LiveOptions.DEFAULT_BUDGET, archive(name)),
                    line -> {});
        }
    }

    private static Path archive(String name) {
        return folder.resolve("evidence-" + name + ".zip");
    }

    private static void check(LiveRecording recording, String name) {
        Diagnosis diagnosis = Doctor.examine(List.of(archive(name)));

        System.out.println("300 threads, " + recording.jvm());
        diagnosis.recordingNotes().forEach(System.out::println);
        HeldUp.assertWithin(recording.disturbance());
        assertThat(diagnosis.recordingNotes())
                .anyMatch(note -> note.startsWith("Doctor's own disturbance: ") && note.contains("(allowed: 2.0 %)"));
        assertThat(diagnosis.isReadable()).as(diagnosis.remarks().toString()).isTrue();
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.patient().timeline().moments()).isNotEmpty();
    }

    /** The JDK that the tests run on. */
    @Test
    void thisJdk_staysBelowTheBudgetAndIsFoundHealthy() throws Exception {
        check(on17.orElseThrow().get(), "17");
    }

    @Test
    void jdk25_staysBelowTheBudgetAndIsFoundHealthy() throws Exception {
        if (on25.isEmpty()) {
            System.out.println("NOT RUN: needs JDK 25");
            Assumptions.abort("needs JDK 25");
        }
        LiveRecording recording = on25.orElseThrow().get();

        assertThat(recording.jvm()).contains("25");
        check(recording, "25");
    }
}
