package dev.tailrace.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.JvmLauncher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A minute of a service with 300 threads, read in a process with little memory. */
@Tag("anyjdk")
@Tag("slow")
class LargeArchiveTest {
    private static final int DUMPS = 60;
    private static final int THREADS = 300;
    private static final int DEPTH = 60;

    @TempDir
    Path folder;

    private static String dump(int second) {
        boolean stuck = second >= 20 && second < 40;
        StringBuilder out = new StringBuilder(1 << 20);
        out.append(String.format(Locale.ROOT, "2026-01-02 03:04:%02d%n", second))
                .append("Full thread dump OpenJDK 64-Bit Server VM (17.0.10+7 mixed mode):\n\n");
        for (int i = 0; i < THREADS; i++) {
            out.append(String.format(
                    Locale.ROOT,
                    "\"http-%d\" #%d daemon prio=5 os_prio=0 cpu=%d.00ms elapsed=%d.00s tid=0x00007f%08x nid=0x%x"
                            + " waiting on condition  [0x0]%n   java.lang.Thread.State: WAITING (parking)%n",
                    i,
                    i + 20,
                    stuck ? 2000 : second * 100,
                    second + 100,
                    i,
                    i + 4096));
            out.append("\tat jdk.internal.misc.Unsafe.park(java.base@17/Native Method)\n");
            if (stuck && i % 3 != 0) {
                out.append("""
                        \tat java.util.concurrent.ArrayBlockingQueue.put(java.base@17/ArrayBlockingQueue.java:370)
                        \tat ch.qos.logback.core.AsyncAppenderBase.put(AsyncAppenderBase.java:138)
                        \tat ch.qos.logback.classic.Logger.info(Logger.java:579)
                        """);
            } else {
                out.append("""
                        \tat java.util.concurrent.LinkedBlockingQueue.take(java.base@17/LinkedBlockingQueue.java:435)
                        \tat java.util.concurrent.ThreadPoolExecutor.getTask(java.base@17/ThreadPoolExecutor.java:1062)
                        """);
            }
            for (int frame = 0; frame < DEPTH; frame++) {
                out.append("\tat com.acme.shop.orders.Step")
                        .append((i + frame) % 97)
                        .append(".apply(Step.java:")
                        .append(10 + frame + i)
                        .append(")\n");
            }
            out.append('\n');
        }
        out.append(
                        "\"AsyncAppender-Worker-ASYNC\" #9 daemon prio=5 os_prio=0 cpu=12.00ms elapsed=9.00s tid=0x1 nid=0x99")
                .append(" runnable  [0x0]\n   java.lang.Thread.State: RUNNABLE\n");
        if (stuck) {
            out.append("\tat java.util.zip.Deflater.deflateBytesBytes(java.base@17/Native Method)\n")
                    .append("\tat ch.qos.logback.core.rolling.helper.Compressor.gzCompress(Compressor.java:185)\n");
        }
        return out.append("\tat ch.qos.logback.core.AsyncAppenderBase$Worker.run(AsyncAppenderBase.java:289)\n\n")
                .append("JNI global refs: 15, weak refs: 0\n\n")
                .toString();
    }

    @Test
    void examine_aMinuteOf300Threads_takesLessThan10PassesOverItsLinesAndHalfAGigabyte() throws Exception {
        Path archive = folder.resolve("evidence.zip");
        long bytes = 0;
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            for (int i = 0; i < DUMPS; i++) {
                byte[] dump = dump(i).getBytes(StandardCharsets.UTF_8);
                bytes += dump.length;
                zip.putNextEntry(new ZipEntry(String.format(Locale.ROOT, "threads/%05d.txt", i)));
                zip.write(dump);
                zip.closeEntry();
            }
        }
        String printed = JvmLauncher.of(Examined.class, archive.toString())
                .options("-Xmx384m")
                .merged()
                .run()
                .out();
        System.out.println(bytes / 1_000_000 + " MB of thread dumps in an archive: " + printed.strip());
        assertThat(printed).contains("[TR3101]");
        // Processor time, not the clock's, and not in seconds: those say how fast the machine is.
        double passes = Double.parseDouble(printed.replaceAll("(?s).* memory, ([0-9.]+) passes.*", "$1"));
        assertThat(passes).as(printed).isLessThan(10);
        long megabytes = Long.parseLong(printed.replaceAll("(?s).*, ([0-9]+) MB.*", "$1"));
        assertThat(megabytes).as(printed).isBetween(1L, 512L);
    }

    /** Reads the archive, and says what that took. */
    static final class Examined {
        private static final Pattern FRAME = Pattern.compile("\\tat ([\\w.$/@-]+)\\.([\\w$]+)\\(([^:)]*):?(\\d*)\\)");

        private Examined() {}

        public static void main(String[] args) throws IOException {
            Path archive = Path.of(args[0]);
            long start = cpu();
            Diagnosis diagnosis = Doctor.examine(List.of(archive));
            long end = cpu();
            long frames = frames(archive);
            double pass = cpu() - end;
            System.out.printf(
                    Locale.ROOT,
                    "%.2f s of a processor, %d MB of memory, %.1f passes over %d frames, %s%n",
                    (end - start) / 1e9,
                    megabytes(),
                    (end - start) / pass,
                    frames,
                    diagnosis.findings().stream().map(each -> each.code()).toList());
        }

        private static long cpu() {
            return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        }

        /** The least that any reader must do: unpacks the dumps, decodes them, cuts the lines and looks for frames. */
        private static long frames(Path archive) throws IOException {
            long frames = 0;
            try (ZipFile zip = new ZipFile(archive.toFile())) {
                for (ZipEntry entry : Collections.list(zip.entries())) {
                    try (BufferedReader lines = new BufferedReader(
                            new InputStreamReader(zip.getInputStream(entry), StandardCharsets.UTF_8))) {
                        frames += lines.lines()
                                .filter(each -> FRAME.matcher(each).matches())
                                .count();
                    }
                }
            }
            return frames;
        }

        /** The most that the process had in memory at any time, where the system tells it; else the heap's. */
        private static long megabytes() throws IOException {
            Path status = Path.of("/proc/self/status");
            if (Files.exists(status)) {
                for (String line : Files.readAllLines(status)) {
                    if (line.startsWith("VmHWM:")) {
                        return Long.parseLong(line.replaceAll("[^0-9]", "")) / 1024;
                    }
                }
            }
            return Runtime.getRuntime().totalMemory() >> 20;
        }
    }
}
