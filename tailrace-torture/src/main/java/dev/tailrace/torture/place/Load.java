package dev.tailrace.torture.place;

import dev.tailrace.torture.audit.Mark;
import java.util.ArrayList;
import java.util.List;

/**
 * What a producer logs. Immutable.
 *
 * @param threads 0 for a process that only opens the log
 * @param pauseMicros between two lines of a thread; 0 for none
 * @param lines of each thread; 0 for as many as there is time for
 * @param letters of the longest usual line
 * @param options more options of its JVM
 */
public record Load(int threads, long pauseMicros, long lines, int letters, List<String> options) {
    /** Logs nothing. */
    public static final Load NONE = new Load(0, 0, 0, 0, List.of());

    /** So many lines as fast as it can. */
    public static Load lines(int threads, long lines) {
        return new Load(threads, 0, lines, Mark.LETTERS_USUALLY, List.of());
    }

    /** A line every so many microseconds from each thread, until it is stopped. */
    public static Load paced(int threads, long pauseMicros) {
        return new Load(threads, pauseMicros, 0, Mark.LETTERS_USUALLY, List.of());
    }

    /** The same with this option of the JVM, too. */
    public Load with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new Load(threads, pauseMicros, lines, letters, List.copyOf(more));
    }
}
