package dev.tailrace.torture.place;

import dev.tailrace.torture.audit.Mark;
import dev.tailrace.torture.child.Producer;
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
 * @param ownPids whether it runs in a PID namespace of its own, see {@link PidNamespace}
 */
public record Load(int threads, long pauseMicros, long lines, int letters, List<String> options, boolean ownPids) {
    /** Logs nothing. */
    public static final Load NONE = new Load(0, 0, 0, 0, List.of(), false);

    /** So many lines as fast as it can. */
    public static Load lines(int threads, long lines) {
        return new Load(threads, 0, lines, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** A line every so many microseconds from each thread, until it is stopped. */
    public static Load paced(int threads, long pauseMicros) {
        return new Load(threads, pauseMicros, 0, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** The same with this option of the JVM, too. */
    public Load with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new Load(threads, pauseMicros, lines, letters, List.copyOf(more), ownPids);
    }

    /** The same by two engines of one JVM, each with so many threads. */
    public Load twice() {
        return with("-D" + Producer.TWIN + "=true");
    }

    /** The same in a PID namespace of its own. */
    public Load inOwnPidNamespace() {
        return new Load(threads, pauseMicros, lines, letters, options, true);
    }
}
