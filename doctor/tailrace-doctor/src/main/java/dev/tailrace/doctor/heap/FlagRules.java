package dev.tailrace.doctor.heap;

import dev.tailrace.doctor.memory.JvmFlags;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.List;

/** Flags that contradict each other, or the machine. Not thread-safe. */
final class FlagRules {
    private static final long GB = 1L << 30;
    private static final long MB = 1L << 20;

    private final JvmFlags flags;
    private final List<Remark> findings;

    private FlagRules(JvmFlags flags, List<Remark> findings) {
        this.flags = flags;
        this.findings = findings;
    }

    static void judge(JvmFlags flags, List<HeapPicture> pictures, List<Remark> findings) {
        long memory = pictures.stream().mapToLong(HeapPicture::memory).max().orElse(-1);
        int cpus = pictures.stream().mapToInt(HeapPicture::cpus).max().orElse(0);
        double perMinute = pictures.stream()
                .mapToDouble(p -> p.figures().perMinute())
                .max()
                .orElse(Double.NaN);
        FlagRules rules = new FlagRules(flags, findings);
        rules.sizes(memory, perMinute);
        rules.collector(cpus);
    }

    private void sizes(long memory, double perMinute) {
        long heap = flags.bytes("MaxHeapSize");
        long initial = flags.bytes("InitialHeapSize");
        long young = Math.max(flags.bytes("MaxNewSize"), flags.bytes("NewSize"));
        if (heap > 0 && memory > 0 && heap > memory * 0.9) {
            add(
                    "The heap may grow to " + HeapFormats.bytes(heap) + ", but the machine has "
                            + HeapFormats.bytes(memory)
                            + " for everything: the JVM needs room beside its heap, and so does the page cache.",
                    "Set -Xmx to three quarters of the memory at most, or use -XX:MaxRAMPercentage=70.",
                    List.of("MaxHeapSize", "MaxRAMPercentage"));
        }
        if (heap > 0 && initial > heap) {
            add(
                    "The heap begins with " + HeapFormats.bytes(initial) + " (-Xms), but may only have "
                            + HeapFormats.bytes(heap) + " (-Xmx).",
                    "Set -Xms to -Xmx or less.",
                    List.of("InitialHeapSize", "MaxHeapSize"));
        }
        // What the JVM works out by itself is in VM.flags, too; only what is wrong by itself is reported.
        if (heap > 0 && young > heap * 0.8 && young < Long.MAX_VALUE / 4 && !flags.isOn("UseG1GC")) {
            add(
                    "The young generation takes " + HeapFormats.bytes(young) + " of a heap of "
                            + HeapFormats.bytes(heap)
                            + ": there is next to no room for what stays, and collections of everything follow.",
                    "Set -Xmn to half of -Xmx at most.",
                    List.of("NewSize", "MaxNewSize", "MaxHeapSize"));
        }
        if (heap > 0 && young > 0 && young < heap / 20 && perMinute >= 60) {
            add(
                    "The young generation has only " + HeapFormats.bytes(young) + " of a heap of "
                            + HeapFormats.bytes(heap) + ", and is collected " + HeapFormats.number(perMinute)
                            + " times a minute.",
                    "Remove -Xmn, -XX:NewSize and -XX:MaxNewSize, so that the JVM sizes it itself, or raise them to a third of -Xmx.",
                    List.of("NewSize", "MaxNewSize", "MaxHeapSize"));
        }
        String shortPointers = flags.value("UseCompressedOops");
        boolean isLong = shortPointers == null || shortPointers.equals("false");
        if (heap >= 32 * GB && heap < 40 * GB && !flags.isOn("UseZGC") && isLong) {
            add(
                    "A heap of " + HeapFormats.bytes(heap)
                            + " holds less than one of 31 GB: from 32 GB on each reference takes twice the" + " room.",
                    "Set -Xmx to 31g, or to more than 40g.",
                    List.of("MaxHeapSize", "UseCompressedOops"));
        }
    }

    private void collector(int cpus) {
        long heap = flags.bytes("MaxHeapSize");
        if (flags.isOn("UseSerialGC") && heap >= 2 * GB && cpus >= 2) {
            add(
                    "One thread collects a heap of " + HeapFormats.bytes(heap)
                            + " (-XX:+UseSerialGC), although there are " + cpus + " processors.",
                    "Use -XX:+UseParallelGC or -XX:+UseG1GC. In a container with less than 2 processors or 1,792 MB the JVM chooses"
                            + " the serial one by itself.",
                    List.of("UseSerialGC", "MaxHeapSize"));
        }
        long threads = flags.bytes("ParallelGCThreads");
        if (cpus > 0 && threads > 2L * cpus) {
            add(
                    threads + " threads collect on " + cpus
                            + " processors (-XX:ParallelGCThreads): they stand in each other's way.",
                    "Remove -XX:ParallelGCThreads, or set it to the number of processors.",
                    List.of("ParallelGCThreads"));
        }
    }

    private void add(String cause, String remedy, List<String> names) {
        List<String> evidence = new ArrayList<>();
        for (String name : names) {
            String value = flags.value(name);
            if (value != null) {
                long bytes = flags.bytes(name);
                String shown = bytes >= MB ? HeapFormats.bytes(bytes) : value;
                evidence.add(name + " = " + shown + " (" + flags.source() + ")");
            }
        }
        findings.add(
                HeapCode.FLAGS_UNFIT.finding(cause, flags.source(), evidence).instead(remedy));
    }
}
