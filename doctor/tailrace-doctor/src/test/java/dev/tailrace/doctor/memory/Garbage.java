package dev.tailrace.doctor.memory;

import java.util.ArrayList;
import java.util.List;

/** A program that makes garbage for so many milliseconds, keeps a little, and ends with a collection of everything. */
public final class Garbage {
    private static final int RESPONSE = 50_000;

    private static volatile byte[] sink = new byte[0];

    private Garbage() {}

    public static void main(String[] args) {
        long end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000;
        List<byte[]> kept = new ArrayList<>();
        for (int i = 0; System.nanoTime() < end; i++) {
            sink = new byte[RESPONSE];
            if (i % 100 == 0 && kept.size() < 2_000) {
                kept.add(new byte[1_000]);
            }
        }
        System.gc();
        System.out.println(kept.size() + sink.length);
    }
}
