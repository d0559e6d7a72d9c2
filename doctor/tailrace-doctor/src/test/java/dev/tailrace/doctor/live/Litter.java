package dev.tailrace.doctor.live;

import java.util.concurrent.TimeUnit;

/** Makes garbage all the time, and much of it even where it shares its processor with others. */
final class Litter {
    private static final int LARGEST = 1 << 20;

    private static volatile byte[] last = {};

    private Litter() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("ready");
        while (last.length < LARGEST) {
            for (int i = 0; i < 500; i++) {
                last = new byte[10_000];
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }
}
