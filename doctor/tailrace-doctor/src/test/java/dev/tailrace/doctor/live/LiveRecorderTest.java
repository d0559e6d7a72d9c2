package dev.tailrace.doctor.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.corpus.Crowd;
import dev.tailrace.corpus.Programs;
import dev.tailrace.doctor.flight.FlightReader;
import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.heap.HeapRules;
import dev.tailrace.doctor.memory.ClassHistogram;
import dev.tailrace.doctor.memory.ClassHistogramReader;
import dev.tailrace.doctor.memory.GcCounters;
import dev.tailrace.doctor.memory.GcCountersReader;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.GcLogReader;
import dev.tailrace.doctor.memory.JvmFlags;
import dev.tailrace.doctor.memory.JvmFlagsReader;
import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.probe.archive.ArchiveReader;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LiveRecordingReader;
import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.jvm.Connection;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Proc;
import dev.tailrace.probe.jvm.RefusalCode;
import dev.tailrace.probe.jvm.Target;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks at real processes. */
@Tag("slow")
class LiveRecorderTest {
    private static final List<EvidenceReader> READERS = List.of(
            new LiveRecordingReader(),
            new GcLogReader(),
            new JvmFlagsReader(),
            new ClassHistogramReader(),
            new GcCountersReader(),
            new FlightReader());

    @TempDir
    Path folder;

    private LiveOptions options(long pid, int seconds, double budget) {
        return new LiveOptions(pid, Duration.ofSeconds(seconds), budget, folder.resolve("evidence.zip"));
    }

    private static LiveRecording record(LiveOptions options) throws LiveException {
        List<String> known = new ArrayList<>();
        LiveRecording recording = HeldUp.record(options, known::add);
        assertThat(known).isNotEmpty();
        System.out.println(recording.disturbance().text());
        recording.notes().forEach(System.out::println);
        return recording;
    }

    private Evidence read() throws IOException {
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        for (Input input : ArchiveReader.inputs(folder.resolve("evidence.zip"), evidenceBuilder)) {
            byte[] head;
            try (InputStream in = input.open()) {
                head = in.readNBytes(1 << 16);
            }
            for (EvidenceReader reader : READERS) {
                if (reader.mayRead(input, head)) {
                    reader.read(input, evidenceBuilder);
                }
            }
        }
        return evidenceBuilder.evidence();
    }

    private List<String> entries() {
        return ArchiveReader.inputs(folder.resolve("evidence.zip"), new EvidenceBuilder()).stream()
                .map(Input::name)
                .map(name -> name.substring(name.indexOf('!') + 1))
                .toList();
    }

    private String text(String entry) throws IOException {
        for (Input input : ArchiveReader.inputs(folder.resolve("evidence.zip"), new EvidenceBuilder())) {
            if (input.name().endsWith("!" + entry)) {
                try (InputStream in = input.open()) {
                    return new String(in.readAllBytes(), StandardCharsets.UTF_8);
                }
            }
        }
        throw new IOException("no entry " + entry);
    }

    @Test
    void record_serviceOf300Threads_keepsWithinItsBudget() throws Exception {
        Path log = folder.resolve("app.log");
        Path conf = Files.writeString(
                folder.resolve("my-logback.xml"), "<configuration><password>geheim</password></configuration>");
        List<String> flags = List.of(
                "-Xlog:gc*:file=" + folder.resolve("gc.log"),
                "-Dlogback.configurationFile=" + conf,
                "-Ddb.password=geheim",
                "-XX:+UseSerialGC");
        try (ChildProcess child = Programs.start(Jdk.java(), flags, Crowd.class, "300", log.toString());
                ChildProcess other = Programs.start(Jdk.java(), List.of(), Crowd.class, "1", log.toString())) {
            LiveRecording recording = record(options(child.pid(), 5, 0.2));

            HeldUp.assertWithin(recording.disturbance());
            assertThat(recording.disturbance().share()).isPositive();
            assertThat(recording.notes()).anyMatch(note -> note.startsWith("No flight recording: to start one takes"));
            assertThat(recording.files()).anySatisfy(file -> {
                assertThat(file.path()).isEqualTo(log.toString());
                assertThat(file.appends()).isTrue();
                assertThat(file.others()).extracting(OpenFile.Holder::pid).contains(other.pid());
            });
        }
        Evidence evidence = read();
        assertThat(evidence.unread()).isEmpty();
        assertThat(evidence.all(LiveRecording.class)).hasSize(1);
        assertThat(evidence.all(JvmFlags.class))
                .anySatisfy(f -> assertThat(f.isOn("UseSerialGC")).isTrue());
        assertThat(evidence.all(ClassHistogram.class)).isNotEmpty();
        assertThat(evidence.all(GcLog.class)).hasSize(1);
        List<String> dumps =
                entries().stream().filter(name -> name.startsWith("threads/")).toList();
        assertThat(dumps).isNotEmpty();
        assertThat(text(dumps.get(0))).contains("\"worker-299\"", "Crowd.deep");
        assertThat(text("config/01-my-logback.xml")).contains("<configuration>").doesNotContain("geheim");
        for (String entry : entries()) {
            if (!entry.endsWith(".jfr")) {
                assertThat(text(entry)).as(entry).doesNotContain("geheim");
            }
        }
    }

    @Test
    void record_muchAllowed_takesAFlightRecordingAndLeavesNothingBehind() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of(),
                Crowd.class,
                "20",
                folder.resolve("app.log").toString())) {
            LiveRecording recording = record(options(child.pid(), 4, 0.9));

            assertThat(recording.disturbance().costs())
                    .extracting(Overhead.Cost::what)
                    .contains("flight recording");
            // What ends by itself may do so a moment late in a process that stood still.
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(command(child.pid(), "JFR.check")).doesNotContain("tailrace-doctor-"));
        }
        try (Stream<Path> left = Files.list(Path.of(""))) {
            assertThat(left).noneMatch(path -> path.toString().endsWith(".jfr"));
        }
        assertThat(read().all(FlightRecording.class)).singleElement().satisfies(flight -> {
            assertThat(flight.allocation().amount()).isPositive();
            assertThat(flight.thrown()).isGreaterThanOrEqualTo(0);
        });
        try (Stream<Path> left = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            String own = "tailrace-doctor-" + ProcessHandle.current().pid() + "-";
            assertThat(left).noneMatch(path -> path.getFileName().toString().startsWith(own));
        }
    }

    @Test
    void record_jdk25_takesTheDumpOfVirtualThreadsToo() throws Exception {
        Path java = Jdk.java25().orElse(null);
        if (java == null) {
            System.out.println("NOT RUN: needs JDK 25");
            Assumptions.abort("needs JDK 25");
        }
        try (ChildProcess child = Programs.start(
                java, List.of(), Crowd.class, "50", folder.resolve("app.log").toString())) {
            LiveRecording recording = record(options(child.pid(), 4, 1));

            HeldUp.assertWithin(recording.disturbance());
            assertThat(recording.jvm()).contains("25");
        }
        assertThat(text("threads/all.json")).contains("threadContainers", "worker-49");
        assertThat(read().all(ClassHistogram.class)).isNotEmpty();
    }

    @Test
    void record_noLogAndNoRecording_countsCollectionsAllTheSame() throws Exception {
        try (ChildProcess child = Programs.start(Jdk.java(), List.of("-XX:+UseSerialGC", "-Xmn8m"), Litter.class)) {
            // No rate comes from less than five seconds.
            record(options(child.pid(), 7, 0.02));
        }
        Evidence evidence = read();
        assertThat(evidence.all(FlightRecording.class)).isEmpty();
        assertThat(evidence.all(GcCounters.class)).hasSizeGreaterThan(5);
        assertThat(HeapRules.judge(evidence, Double.NaN)).anySatisfy(finding -> {
            assertThat(finding.code())
                    .isEqualTo(HeapCode.TEMPORARY_GARBAGE.text().code());
            assertThat(finding.evidence()).anyMatch(line -> line.contains("by the JVM's own counters"));
        });
    }

    @Test
    void record_jvmThatKeepsNoCounters_saysSo() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of("-XX:-UsePerfData"),
                Crowd.class,
                "1",
                folder.resolve("app.log").toString())) {
            assertThat(record(options(child.pid(), 1, 0.2)).notes())
                    .anyMatch(note -> note.startsWith("No counters of collections: Process " + child.pid()
                            + " keeps none for others to read (-XX:-UsePerfData"));
        }
    }

    @Test
    void record_tinyBudget_leavesOutAndSaysSo() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of(),
                Crowd.class,
                "300",
                folder.resolve("app.log").toString())) {
            LiveRecording recording = record(options(child.pid(), 2, 0.01));

            HeldUp.assertWithin(recording.disturbance());
            assertThat(recording.notes()).anyMatch(note -> note.startsWith("No thread dump:"));
        }
    }

    @Test
    void record_processThatEnds_keepsWhatThereIs() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of(),
                Crowd.class,
                "5",
                folder.resolve("app.log").toString())) {
            LiveRecording recording = LiveRecorder.record(options(child.pid(), 30, 0.2), known -> {
                if (known.contains("thread dump")) {
                    child.process().destroyForcibly();
                }
            });

            assertThat(recording.disturbance().seconds()).isLessThan(25);
            assertThat(recording.notes()).anyMatch(note -> note.contains("ended") && note.contains("recorded before"));
        }
        assertThat(entries()).anyMatch(name -> name.startsWith("threads/"));
    }

    @Test
    void record_deadProcess_saysSo() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();

        assertRefused(ended.pid(), RefusalCode.NO_PROCESS, "There is no process " + ended.pid());
    }

    @Test
    void record_noJvm_saysWhatItIsAndDoesNotHarmIt() throws Exception {
        Process sleep = new ProcessBuilder("sleep", "60").start();
        try {
            assertRefused(sleep.pid(), RefusalCode.NOT_A_JVM, "it runs sleep");
            assertThat(sleep.isAlive()).isTrue();
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void record_attachDisabled_saysSo() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of("-XX:+DisableAttachMechanism"),
                Crowd.class,
                "1",
                folder.resolve("app.log").toString())) {
            assertRefused(child.pid(), RefusalCode.ATTACH_DISABLED, "-XX:+DisableAttachMechanism");
        }
    }

    @Test
    void record_jvmThatWouldDieOfTheSignal_isLeftAlone() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of("-Xrs"),
                Crowd.class,
                "1",
                folder.resolve("app.log").toString())) {
            assertRefused(child.pid(), RefusalCode.ATTACH_DISABLED, "does not handle the signal");
            assertThat(child.process().isAlive()).isTrue();
        }
    }

    @Test
    void record_self_isRefused() {
        assertRefused(ProcessHandle.current().pid(), RefusalCode.NOT_A_JVM, "doctor itself");
    }

    @Test
    void record_unwritableArchive_saysSo() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of(),
                Crowd.class,
                "1",
                folder.resolve("app.log").toString())) {
            Path file = Files.writeString(folder.resolve("file"), "x");
            LiveOptions options =
                    new LiveOptions(child.pid(), Duration.ofSeconds(1), 0.5, file.resolve("evidence.zip"));

            assertThatThrownBy(() -> LiveRecorder.record(options, line -> {}))
                    .isInstanceOfSatisfying(
                            LiveException.class, e -> assertThat(e.refusal()).isEqualTo(RefusalCode.NOT_WRITABLE));
        }
    }

    @Test
    void record_javaWithoutAttach_saysSo() throws Exception {
        String printed = JvmLauncher.of(
                        WithoutAttach.class,
                        Long.toString(ProcessHandle.current().pid()),
                        folder.resolve("evidence.zip").toString())
                .options("--limit-modules", "java.se,jdk.jfr")
                .merged()
                .run()
                .out();

        assertThat(printed).startsWith("TR3167: The Java that doctor runs on has no module jdk.attach");
    }

    /** Another user's process is neither asked nor harmed. */
    @Test
    void record_processOfRootByAnotherUser_isNotPermitted() throws Exception {
        Path other = Files.createTempDirectory("tailrace-other");
        Path classes = Files.createDirectories(other.resolve("classes"));
        for (Class<?> type : List.of(Target.class, Proc.class, RefusalCode.class, LiveException.class, AsOther.class)) {
            copy(type, classes);
        }
        for (Path path = classes; path != null && path.toString().contains("tailrace-other"); path = path.getParent()) {
            Files.setPosixFilePermissions(path, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        ChildProcess child = JvmLauncher.of(
                        AsOther.class, Long.toString(ProcessHandle.current().pid()))
                .behind(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"))
                .classPath(List.of(classes))
                .merged()
                .start();
        int status = child.status();
        String printed = child.out();
        delete(other);
        if (printed.contains("setpriv:")) {
            System.out.println("NOT RUN: needs root (another user can't be tried)");
            Assumptions.abort("needs root");
        }
        assertThat(status).as(printed).isZero();
        assertThat(printed)
                .contains("TR3162: Process " + ProcessHandle.current().pid(), "belongs to", "sudo -u");
    }

    private static void copy(Class<?> type, Path classes) throws IOException {
        String name = type.getName().replace('.', '/') + ".class";
        Path to = classes.resolve(name);
        Files.createDirectories(java.util.Objects.requireNonNull(to.getParent()));
        try (InputStream in = java.util.Objects.requireNonNull(
                LiveRecorderTest.class.getClassLoader().getResourceAsStream(name))) {
            Files.write(to, in.readAllBytes());
        }
        for (Path path = to.getParent(); path != null && !path.equals(classes); path = path.getParent()) {
            Files.setPosixFilePermissions(path, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.setPosixFilePermissions(to, java.nio.file.attribute.PosixFilePermissions.fromString("rw-r--r--"));
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(java.util.Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** Tries to look at a process, and says why not. */
    static final class AsOther {
        private AsOther() {}

        public static void main(String[] args) {
            try {
                Target.of(Long.parseLong(args[0]));
                System.out.println("permitted");
            } catch (LiveException e) {
                System.out.println(e.text());
            }
        }
    }

    /** Tries to look at a process from a Java that can't. */
    static final class WithoutAttach {
        private WithoutAttach() {}

        public static void main(String[] args) {
            try {
                LiveRecorder.record(
                        new LiveOptions(Long.parseLong(args[0]), Duration.ofSeconds(1), 0.5, Path.of(args[1])),
                        line -> {});
            } catch (LiveException e) {
                System.out.println(e.text());
            }
        }
    }

    private void assertRefused(long pid, RefusalCode refusal, String words) {
        assertThatThrownBy(() -> LiveRecorder.record(options(pid, 1, 0.5), line -> {}))
                .isInstanceOfSatisfying(LiveException.class, e -> {
                    assertThat(e.refusal()).isEqualTo(refusal);
                    assertThat(e.text())
                            .startsWith(refusal.code() + ": ")
                            .contains(words)
                            .contains("->");
                });
        assertThat(folder.resolve("evidence.zip")).doesNotExist();
    }

    private static String command(long pid, String command) throws Exception {
        try (Connection connection = Connection.to(Target.of(pid))) {
            return connection.run(command);
        }
    }
}
