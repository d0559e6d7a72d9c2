package dev.tailrace.bench.load;

import java.util.SplittableRandom;

/**
 * Texts of a given length, the same in every JVM, about as compressible as real log lines (gzip reduces them to a seventh). An event's
 * thread and sequence determine its text, so that a wrong text is detected. Immutable.
 */
public final class Texts {
    private static final int VARIANTS = 256;
    private static final int PHRASES = 100;
    private static final int WORDS_IN_A_PHRASE = 5;

    private final String[] texts = new String[VARIANTS];

    /** Texts of {@code length} ASCII characters whose fields are separated by {@code separator}. */
    public Texts(int length, char separator) {
        SplittableRandom random = new SplittableRandom(0x7461696c72616365L);
        String[] phrases = new String[PHRASES];
        for (int i = 0; i < PHRASES; i++) {
            StringBuilder phrase = new StringBuilder();
            for (int word = 0; word < WORDS_IN_A_PHRASE; word++) {
                phrase.append(word(random)).append(' ');
            }
            phrases[i] = phrase.toString().strip();
        }
        for (int i = 0; i < VARIANTS; i++) {
            StringBuilder text = new StringBuilder(length + 16);
            while (text.length() < length) {
                text.append(phrases[random.nextInt(PHRASES)])
                        .append(separator)
                        .append(random.nextInt(1_000_000))
                        .append(separator);
            }
            text.setLength(length - 1);
            texts[i] = text.append('.').toString();
        }
    }

    /** The text of a thread's event; the same object for the same text. Consecutive lines have different texts. */
    public String of(int thread, long sequence) {
        return texts[(int) ((sequence * 37 + thread * 11L) & (VARIANTS - 1))];
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
