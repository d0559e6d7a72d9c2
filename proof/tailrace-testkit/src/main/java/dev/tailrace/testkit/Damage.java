package dev.tailrace.testkit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Random;

/** Damages bytes and files as disks, tools and people do: cuts, flips, doubles, removes and inserts, chosen by a seed. Stateless. */
public final class Damage {
    private Damage() {}

    /** Damages a few places, mostly small ones. */
    public static byte[] of(byte[] whole, long seed) {
        Random random = new Random(seed);
        byte[] bytes = whole;
        int times = 1 + random.nextInt(4);
        for (int i = 0; i < times && bytes.length > 0; i++) {
            int from = random.nextInt(bytes.length);
            int length = Math.min(bytes.length - from, 1 + random.nextInt(200));
            switch (random.nextInt(6)) {
                case 0 -> bytes = Arrays.copyOf(bytes, from);
                case 1 -> {
                    bytes = bytes.clone();
                    for (int n = 1 + random.nextInt(40); n > 0; n--) {
                        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                    }
                }
                case 2 ->
                    bytes = join(Arrays.copyOf(bytes, from), Arrays.copyOfRange(bytes, from + length, bytes.length));
                case 3 ->
                    bytes = join(Arrays.copyOf(bytes, from + length), Arrays.copyOfRange(bytes, from, bytes.length));
                case 4 -> {
                    byte[] junk = new byte[random.nextInt(3_000)];
                    Arrays.fill(junk, (byte) "[(0-> :".charAt(random.nextInt(7)));
                    bytes = join(join(Arrays.copyOf(bytes, from), junk), Arrays.copyOfRange(bytes, from, bytes.length));
                }
                default -> {
                    bytes = bytes.clone();
                    Arrays.fill(bytes, from, from + length, (byte) '9');
                }
            }
        }
        return bytes;
    }

    /** Damages nearly everything: truncates, zeroes the rest, shuffles lines, or inserts 100,000 equal characters. */
    public static byte[] coarse(byte[] bytes, Random random) {
        byte[] out = bytes.clone();
        switch (random.nextInt(6)) {
            case 0 -> out = Arrays.copyOf(out, random.nextInt(out.length));
            case 1 -> out = Arrays.copyOfRange(out, random.nextInt(out.length), out.length);
            case 2 -> {
                for (int i = 0; i < 50; i++) {
                    out[random.nextInt(out.length)] = (byte) random.nextInt(256);
                }
            }
            case 3 -> {
                int at = random.nextInt(out.length);
                byte[] hole = new byte[out.length];
                System.arraycopy(out, 0, hole, 0, at);
                out = hole;
            }
            case 4 -> {
                String[] lines = new String(out, StandardCharsets.ISO_8859_1).split("\n", -1);
                for (int i = 0; i < lines.length; i++) {
                    int other = random.nextInt(lines.length);
                    String line = lines[i];
                    lines[i] = lines[other];
                    lines[other] = line;
                }
                out = String.join("\n", lines).getBytes(StandardCharsets.ISO_8859_1);
            }
            default -> {
                int at = random.nextInt(out.length);
                String filler = random.nextBoolean() ? "(".repeat(100_000) : "\"".repeat(100_000);
                out = (new String(out, 0, at, StandardCharsets.ISO_8859_1)
                                + filler
                                + new String(out, at, out.length - at, StandardCharsets.ISO_8859_1))
                        .getBytes(StandardCharsets.ISO_8859_1);
            }
        }
        return out;
    }

    /** Truncates a file; a shorter file stays unchanged. */
    public static void cut(Path file, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    /** Overwrites eight bytes of a file with a number in little-endian order. */
    public static void word(Path file, long offset, long word) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.write(bytes.putLong(word).flip(), offset);
        }
    }

    private static byte[] join(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
