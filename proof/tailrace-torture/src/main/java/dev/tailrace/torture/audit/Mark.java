package dev.tailrace.torture.audit;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The text of a producer's line: {@code <PROCESS.THREAD.SEQUENCE filler CRC>}. Everything follows from the three numbers, and the checksum
 * at the end reveals a torn line. Immutable.
 *
 * @param process number of the producer, from 0, never used again within a scene
 * @param thread number of the thread in it, from 0
 * @param sequence from 1
 */
public record Mark(int process, int thread, long sequence) {
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ:0123456789é";
    /** The first character of a producer's text, after the layout's prefix. */
    public static final char FIRST = '<';

    private static final int CRC_DIGITS = 8;
    /** Length of the longest usual line, in letters. */
    public static final int LETTERS_USUALLY = 200;

    private static final Pattern LAYOUT = Pattern.compile("[\\d:.]{0,12} ?");
    private static final Pattern BEGINNING = Pattern.compile("[\\d:.]{12} (<(\\d+)\\.(\\d+)\\.(\\d+) .*)");
    private static final Pattern SHORT_BEGINNING = Pattern.compile("[\\d:.]{12} <[\\d.]*");

    /**
     * The text to log. Most texts are short, one in 64 has several kilobytes.
     *
     * @param longest length of the longest usual text, in letters
     */
    public String text(int longest) {
        long mix = (sequence * 31 + thread) * 0x9E3779B97F4A7C15L;
        int letters = (int) ((mix >>> 40) % (longest + 1));
        if ((mix & 63) == 0) {
            letters = letters * 16 + 500;
        }
        StringBuilder text = new StringBuilder(letters + 40)
                .append(FIRST)
                .append(process)
                .append('.')
                .append(thread)
                .append('.')
                .append(sequence)
                .append(' ');
        for (int i = 0; i < letters; i++) {
            text.append(LETTERS.charAt((int) (((mix >>> 8) + i * 7L) & 63)));
        }
        text.append(' ');
        String crc = Long.toHexString(crc(text.toString().getBytes(StandardCharsets.UTF_8)) | 1L << 32);
        return text.append(crc, 1, 1 + CRC_DIGITS).append('>').toString();
    }

    /** Reads a line without its line end; null if it is incomplete. */
    public static @Nullable Mark read(String line) {
        int begin = line.indexOf(FIRST);
        int crcAt = line.length() - CRC_DIGITS - 1;
        if (begin < 0 || crcAt <= begin || line.charAt(line.length() - 1) != '>') {
            return null;
        }
        int space = line.indexOf(' ', begin);
        try {
            long known = Long.parseLong(line, crcAt, line.length() - 1, 16);
            if (crc(line.substring(begin, crcAt).getBytes(StandardCharsets.UTF_8)) != known) {
                return null;
            }
            String[] numbers = line.substring(begin + 1, space).split("\\.", -1);
            return numbers.length == 3
                    ? new Mark(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]), Long.parseLong(numbers[2]))
                    : null;
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    /** Whether the text is an incomplete beginning of a producer's line. */
    static boolean isBeginning(String text) {
        Matcher known = BEGINNING.matcher(text);
        if (!known.matches()) {
            return LAYOUT.matcher(text).matches()
                    || SHORT_BEGINNING.matcher(text).matches();
        }
        try {
            Mark mark = new Mark(
                    Integer.parseInt(known.group(2)), Integer.parseInt(known.group(3)), Long.parseLong(known.group(4)));
            // The last letter may be cut in the middle of its bytes.
            String there = known.group(1).replaceAll("\\uFFFD+$", "");
            return mark.text(LETTERS_USUALLY).startsWith(there);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static long crc(byte[] bytes) {
        CRC32 crc = new CRC32();
        crc.update(bytes);
        return crc.getValue();
    }

    @Override
    public String toString() {
        return process + "." + thread + "." + sequence;
    }
}
