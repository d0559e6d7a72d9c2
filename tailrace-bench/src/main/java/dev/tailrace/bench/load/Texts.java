package dev.tailrace.bench.load;

import java.util.SplittableRandom;

/**
 * Texts of a given length, the same in every JVM, about as compressible as real log lines are. An event's sequence decides which text it
 * carries, so that a line with the wrong text is seen. Immutable.
 */
public final class Texts {
    private static final int VARIANTS = 64;
    private static final int VOCABULARY = 1_200;

    private final String[] texts = new String[VARIANTS];

    private Texts(int length, char separator) {
        SplittableRandom random = new SplittableRandom(0x7461696c72616365L);
        String[] words = new String[VOCABULARY];
        for (int i = 0; i < VOCABULARY; i++) {
            words[i] = word(random);
        }
        for (int i = 0; i < VARIANTS; i++) {
            StringBuilder text = new StringBuilder(length + 16);
            while (text.length() < length) {
                if (random.nextInt(4) == 0) {
                    text.append(random.nextInt(1_000_000));
                } else {
                    text.append(words[random.nextInt(VOCABULARY)]);
                }
                text.append(separator);
            }
            text.setLength(length - 1);
            texts[i] = text.append('.').toString();
        }
    }

    /** Texts of {@code length} characters of ASCII whose words are parted by {@code separator}. */
    public static Texts of(int length, char separator) {
        return new Texts(length, separator);
    }

    /** The text of the event with this sequence; the same object for the same text. */
    public String of(long sequence) {
        return texts[(int) (sequence & (VARIANTS - 1))];
    }

    private static String word(SplittableRandom random) {
        int length = 2 + random.nextInt(9);
        StringBuilder word = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            word.append((char) ('a' + random.nextInt(26)));
        }
        return word.toString();
    }
}
