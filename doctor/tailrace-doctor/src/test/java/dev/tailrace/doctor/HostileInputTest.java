package dev.tailrace.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tailrace.corpus.Corpus;
import dev.tailrace.testkit.Damage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files: whatever is in them, doctor ends soon, does not throw, and is never silent about a file that gave it nothing. */
@Tag("anyjdk")
class HostileInputTest {
    private static final int MUTATIONS = 500;
    private static final long LARGEST = 40_000;

    @TempDir
    Path folder;

    /** Of each kind some: dumps, configurations, logs of collectors, flags, and archives of all. */
    private List<Path> samples() throws IOException {
        List<Path> samples = new ArrayList<>();
        for (Path each : List.of(Corpus.path("samples"), Corpus.path("memory"))) {
            try (Stream<Path> files = Files.list(each)) {
                files.filter(file -> !file.toString().endsWith(".md")
                                && file.toFile().length() < LARGEST)
                        .sorted()
                        .forEach(samples::add);
            }
        }
        samples.add(
                Files.writeString(
                        folder.resolve("log4j2.xml"),
                        "<Configuration><Appenders><Async name='A'><AppenderRef ref='F'/></Async><File name='F' fileName='a.log'/>"
                                + "</Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>"));
        samples.add(Files.writeString(folder.resolve("flags.txt"), "-Xmx4g -Xmn2g -XX:+UseParNewGC\n"));
        samples.add(
                Files.writeString(
                        folder.resolve("counters.txt"),
                        "at=1000\nsun.gc.collector.0.name=\"Copy\"\nsun.gc.collector.0.invocations=3\nat=2000\nsun.gc.lastCause=\"x\"\n"));
        samples.add(Files.writeString(
                folder.resolve("logs.txt"), "tailrace-doctor logs 1\nfile 9.5 90 80 7 /a.log\nlogger 7 a.B\n"));
        samples.add(Files.writeString(folder.resolve("pasted.txt"), """
                > "a" Id=12 BLOCKED on java.lang.Object@1f owned by "b" Id=3
                > \tat a.B.c(B.java:8)
                > \t-  blocked on java.lang.Object@1f
                "b" - Thread t@12
                   java.lang.Thread.State: TIMED_WAITING on java.util.TaskQueue@7b9e
                \tat java.lang.Object.wait(Native
                 Method)
                Thread 10: (state = BLOCKED)
                 - sun.misc.Unsafe.park(boolean, long) @bci=0 (Compiled frame; information may be imprecise)
                Found one Java-level deadlock:<br />&quot;a&quot;:<br />
                  waiting to lock monitor 0x00007ded75b2 (object 0x00000000c0a1, a java.util.Properties),
                  which is held by "b"
                Java stack information for the threads listed above:
                "a":
                \tat a.B.c(B.java:8)
                """));
        samples.add(
                Files.writeString(
                        folder.resolve("actuator.json"),
                        "HTTP/1.1 200\nContent-Type: application/json\n\n{\"threads\": [{\"threadName\": \"a\", \"threadState\": \"BLOCKED\","
                                + " \"lockName\": \"a.B@1f\", \"stackTrace\": [{\"className\": \"a.B\", \"methodName\": \"c\", \"lineNumber\": 8}]}]}"));
        Path archive = folder.resolve("evidence.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (Path each : samples) {
                zip.putNextEntry(new ZipEntry(each.getFileName().toString()));
                zip.write(Files.readAllBytes(each));
                zip.closeEntry();
            }
        }
        // Archives have the most ways to be damaged.
        samples.addAll(Collections.nCopies(10, archive));
        return samples;
    }

    @Test
    void mutatedFiles_neverThrowHangOrStaySilent() throws Exception {
        List<Path> samples = samples();
        assertThat(samples).hasSizeGreaterThan(40);
        long seed = 42;
        Random random = new Random(seed);
        for (int i = 0; i < MUTATIONS; i++) {
            Path sample = samples.get(i % samples.size());
            byte[] bytes = Damage.coarse(Files.readAllBytes(sample), random);
            Path file = Files.write(folder.resolve("mutated"), bytes);
            String what = sample.getFileName() + ", mutation " + i + " of seed " + seed;
            Diagnosis diagnosis =
                    assertTimeoutPreemptively(Duration.ofSeconds(10), () -> Doctor.examine(List.of(file)), what);

            boolean read = !diagnosis.patient().evidence().exhibits().isEmpty();
            boolean known = !diagnosis.patient().evidence().unread().isEmpty();
            assertThat(read || known).as(what).isTrue();
            assertThat(diagnosis.isReadable() || !diagnosis.remarks().isEmpty())
                    .as(what)
                    .isTrue();
        }
    }

    @Test
    void oneEndlessLine_isCutAndToldAsAFileThatGaveNothing() throws Exception {
        Path file = Files.writeString(
                folder.resolve("line.txt"), "Full thread dump X:\n\n\"" + "a".repeat(20_000_000) + "\" tid=0x1\n");

        Diagnosis diagnosis = Doctor.examine(List.of(file));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks()).extracting(each -> each.code()).contains("TR3191");
    }

    @Tag("slow")
    @Test
    void endlessStack_isCutAndTold() throws Exception {
        Path file = Files.writeString(
                folder.resolve("deep.txt"),
                "Full thread dump X:\n\n\"a\" tid=0x1\n" + "\tat a.B.c(B.java:1)\n".repeat(300_000)
                        + "\nJNI global refs: 1\n");
        Diagnosis diagnosis = Doctor.examine(List.of(file));

        assertThat(diagnosis.patient().timeline().moments()).hasSize(1);
        assertThat(diagnosis.remarks()).extracting(each -> each.code()).contains("TR3190");
    }
}
