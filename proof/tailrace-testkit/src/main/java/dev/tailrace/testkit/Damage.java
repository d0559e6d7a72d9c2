package dev.tailrace.testkit;

import java.util.Arrays;
import java.util.Random;

/** Damages bytes as disks, tools and people do: cuts, flips, doubles, removes and inserts. The seed says how. */
public final class Damage {
    private Damage() {}

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

    private static byte[] join(byte[] a, byte[] b) {
        byte[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
