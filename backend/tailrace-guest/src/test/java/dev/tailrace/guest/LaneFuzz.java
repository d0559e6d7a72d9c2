package dev.tailrace.guest;

import dev.tailrace.engine.drain.shared.DrainHolder;
import dev.tailrace.engine.drain.shared.Staging;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.guest.view.LogView;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Spoils a lane directory again and again, by chance but repeatably, and lets recovery and the read-only look loose on it. Run in a process
 * of its own with a small heap: what must not happen is that anything escapes, that memory runs out, that the JVM dies of a read outside a
 * mapping, that it doesn't end, or that a line of an untouched lane isn't in the log exactly once.
 */
final class LaneFuzz {
    private static final long ROUND_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final int PRODUCERS = 4;

    private final LaneFolder folder;
    private final List<LaneFolder.Producer> producers = new ArrayList<>();
    private final Map<Path, byte[]> valid = new LinkedHashMap<>();
    private final byte[] log;

    private LaneFuzz(Path temp) throws Exception {
        folder = new LaneFolder(temp);
        for (int i = 0; i < PRODUCERS; i++) {
            // Far apart: a byte that is changed must not make one producer's line another's.
            LaneFolder.Producer producer =
                    folder.producer(String.valueOf((char) ('a' + i)).repeat(6));
            producer.log(40);
            producers.add(producer);
        }
        // One batch is written and confirmed, so that intents and positions stand there; the rest waits.
        folder.drain(finding -> {});
        for (LaneFolder.Producer producer : producers) {
            producer.log(60);
            if (producer == producers.get(0)) {
                producer.spill();
            }
            folder.kill(producer);
        }
        log = Files.readAllBytes(folder.log);
        folder.files().forEach((file, bytes) -> {
            if (!file.equals(folder.log)) {
                valid.put(file, bytes);
            }
        });
    }

    public static void main(String[] args) throws Exception {
        Path temp = Path.of(args[0]);
        long seed = Long.parseLong(args[1]);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Long.parseLong(args[2]));
        long only = args.length > 3 ? Long.parseLong(args[3]) : -1;
        LaneFuzz fuzz = new LaneFuzz(temp);
        long round = only < 0 ? 0 : only;
        do {
            fuzz.round(seed, round);
            round++;
        } while (only < 0 && System.nanoTime() - end < 0);
        System.out.println("rounds=" + round);
    }

    private void round(long seed, long round) throws Exception {
        Random random = new Random(seed * 1_000_003 + round);
        restore();
        if (random.nextBoolean()) {
            interrupt(random);
        }
        Set<String> touched = new LinkedHashSet<>();
        List<String> done = new ArrayList<>();
        int count = round == 0 ? 0 : 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            done.add(spoil(random, touched));
        }
        long begin = System.nanoTime();
        List<Finding> findings = new ArrayList<>();
        try {
            LogView.once(folder.lockFile);
            ExternalDrainer.Status status = folder.drain(findings::add, 60);
            done.add(status.toString());
            LogView.once(folder.lockFile);
            check(touched, findings);
            if (System.nanoTime() - begin > ROUND_NANOS) {
                throw new AssertionError("it took too long");
            }
        } catch (Throwable e) {
            throw new AssertionError("seed=" + seed + ", round=" + round + ": " + done + ", findings: " + findings, e);
        }
    }

    private void check(Set<String> touched, List<Finding> findings) throws IOException {
        for (Finding finding : findings) {
            if (finding.code() == FindingCode.INTERNAL_ERROR) {
                throw new AssertionError("something escaped: " + finding.cause());
            }
        }
        if (touched.contains("lock") || touched.contains("staging")) {
            // Which lanes there are, or how far they were read, can't be known any more.
            return;
        }
        if (isHolderOfAnotherVersion()) {
            // It must be left alone, and then no process can become the drainer.
            return;
        }
        String text = folder.text();
        for (LaneFolder.Producer producer : producers) {
            if (!touched.contains(producer.tag)) {
                for (String line : producer.lines) {
                    int at = text.indexOf(line);
                    if (at < 0 || text.indexOf(line, at + 1) >= 0) {
                        throw new AssertionError((at < 0 ? "lost: " : "twice: ") + line);
                    }
                }
            }
        }
    }

    private boolean isHolderOfAnotherVersion() throws IOException {
        try {
            DrainHolder.look(folder.lanes);
            return false;
        } catch (IOException e) {
            if (String.valueOf(e.getMessage()).startsWith("unknown format")) {
                return true;
            }
            throw e;
        }
    }

    private void restore() throws IOException {
        if (!Files.exists(folder.lanes)) {
            // A drain that left nothing has removed it.
            Files.createDirectory(
                    folder.lanes, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        for (Path directory : List.of(folder.lanes, folder.folder)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    if (!entry.equals(folder.log) && !entry.equals(folder.lanes)) {
                        delete(entry);
                    }
                }
            }
        }
        for (Map.Entry<Path, byte[]> file : valid.entrySet()) {
            Files.write(file.getKey(), file.getValue());
            if (file.getKey().equals(folder.lockFile)) {
                Files.setPosixFilePermissions(folder.lockFile, PosixFilePermissions.fromString("rw-------"));
            }
        }
        // The same file as before: its identity stands in the intents.
        try (RandomAccessFile file = new RandomAccessFile(folder.log.toFile(), "rw")) {
            file.setLength(0);
            file.write(log);
        }
    }

    /** As if the last drainer had been killed in the middle of its write. */
    private void interrupt(Random random) throws IOException {
        try (RandomAccessFile staging =
                        new RandomAccessFile(folder.lanes.resolve(Staging.FILE).toFile(), "rw");
                RandomAccessFile file = new RandomAccessFile(folder.log.toFile(), "rw")) {
            staging.seek(128);
            long committed = Long.reverseBytes(staging.readLong());
            staging.seek(4096 + (committed & 1) * 32_768 + 32);
            long length = Long.reverseBytes(staging.readLong());
            staging.seek(128);
            staging.writeLong(Long.reverseBytes(committed - 1));
            file.setLength(log.length - (random.nextInt(4) == 0 ? 0 : random.nextInt((int) length + 1)));
        }
    }

    private static void delete(Path path) throws IOException {
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(path)) {
                for (Path entry : entries) {
                    delete(entry);
                }
            }
        }
        Files.delete(path);
    }

    private String spoil(Random random, Set<String> touched) throws IOException {
        List<Path> files = new ArrayList<>(valid.keySet());
        // Files that have grown already would only be copied around.
        files.removeIf(file -> !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                || file.toFile().length() > 1 << 22);
        if (files.isEmpty()) {
            return "nothing";
        }
        Path file = files.get(random.nextInt(files.size()));
        touch(file, touched);
        String what = file.getFileName() + " ";
        switch (random.nextInt(10)) {
            case 0, 1, 2 -> what += bytes(random, file);
            case 3, 4 -> what += word(random, file);
            case 5 -> what += resize(random, file);
            case 6 -> {
                Path other = files.get(random.nextInt(files.size()));
                touch(other, touched);
                byte[] mine = Files.readAllBytes(file);
                Files.write(file, Files.readAllBytes(other));
                Files.write(other, mine);
                what += "swapped with " + other.getFileName();
            }
            case 7 -> {
                Files.delete(file);
                what += replaced(random, file);
            }
            case 8 -> {
                String name = name(random, file);
                Files.move(file, file.resolveSibling(name), StandardCopyOption.REPLACE_EXISTING);
                what += "renamed to " + name;
            }
            default -> {
                Files.delete(file);
                what += "deleted";
            }
        }
        return what;
    }

    private void touch(Path file, Set<String> touched) {
        String name = String.valueOf(file.getFileName());
        if (file.equals(folder.lockFile)) {
            touched.add("lock");
        } else if (name.startsWith(Staging.FILE)) {
            touched.add("staging");
        }
        for (LaneFolder.Producer producer : producers) {
            if (name.contains(producer.owner.name())) {
                touched.add(producer.tag);
            }
        }
    }

    private static String bytes(Random random, Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        int count = 1 + random.nextInt(8);
        StringBuilder what = new StringBuilder("bytes");
        for (int i = 0; i < count && bytes.length > 0; i++) {
            // Headers are where it hurts.
            int most = random.nextBoolean() ? Math.min(bytes.length, 8192) : bytes.length;
            int at = random.nextInt(most);
            bytes[at] = (byte) random.nextInt(256);
            what.append(' ').append(at);
        }
        Files.write(file, bytes);
        return what.toString();
    }

    private static String word(Random random, Path file) throws IOException {
        long[] values = {
            0,
            1,
            -1,
            7,
            8,
            Long.MAX_VALUE,
            Long.MIN_VALUE,
            Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            1L << 32,
            1L << 40,
            4096,
            65_536,
            65_528,
            1L << 62,
            (1L << 56) + 16,
            (1L << 56) | 0xFFFF_FFF0L,
            (2L << 56) + 8,
            random.nextLong()
        };
        int[] places = {
            0, 8, 16, 24, 32, 40, 48, 128, 256, 384, 512, 520, 4096, 4104, 4112, 4120, 4128, 4136, 4144, 4152
        };
        int at = random.nextInt(4) == 0
                ? random.nextInt((int) Math.max(8, Files.size(file)) / 8) * 8
                : places[random.nextInt(places.length)];
        long value = values[random.nextInt(values.length)];
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.seek(at);
            out.writeLong(Long.reverseBytes(value));
        }
        return "word " + at + "=" + value;
    }

    private static String resize(Random random, Path file) throws IOException {
        long size = Files.size(file);
        long[] sizes = {0, 1, 8, 100, 4095, 4096, 4097, size / 2, size - 1, size + 1, size + 8, size * 2, 1L << 33};
        long next = Math.max(0, sizes[random.nextInt(sizes.length)]);
        try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
            out.setLength(next);
        }
        return "size " + next;
    }

    private String replaced(Random random, Path file) throws IOException {
        switch (random.nextInt(4)) {
            case 0 -> {
                Files.createDirectory(file);
                return "a directory";
            }
            case 1 -> {
                Files.createDirectory(file);
                Files.write(file.resolve("x"), new byte[1]);
                return "a directory that is not empty";
            }
            case 2 -> {
                Files.createSymbolicLink(file, folder.log);
                return "a link to the log";
            }
            default -> {
                Files.createSymbolicLink(file, file.resolveSibling("nowhere"));
                return "a link to nothing";
            }
        }
    }

    private static String name(Random random, Path file) {
        String name = String.valueOf(file.getFileName());
        String[] names = {
            name.replaceFirst("-0-0\\.ring", "-0-999999999.ring"),
            name.replaceFirst("-0-0\\.ring", "-9999-0.ring"),
            name.replaceFirst("-0-0\\.ring", "-00-00.ring"),
            "y" + random.nextInt(1000) + "-0-0.ring",
            "x-" + random.nextInt(10) + "-0.ring",
            ".owner",
            Staging.FILE + ".new",
            name + ".damaged",
            "99999999999999999999-0-0.ring"
        };
        return names[random.nextInt(names.length)];
    }
}
