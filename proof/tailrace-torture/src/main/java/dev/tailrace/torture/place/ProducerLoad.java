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
public record ProducerLoad(
        int threads, long pauseMicros, long lines, int letters, List<String> options, boolean ownPids) {
    /** Logs nothing. */
    public static final ProducerLoad NONE = new ProducerLoad(0, 0, 0, 0, List.of(), false);

    /** So many lines as fast as it can. */
    public static ProducerLoad lines(int threads, long lines) {
        return new ProducerLoad(threads, 0, lines, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** A line every so many microseconds from each thread, until it is stopped. */
    public static ProducerLoad paced(int threads, long pauseMicros) {
        return new ProducerLoad(threads, pauseMicros, 0, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** The same with this option of the JVM, too. */
    public ProducerLoad with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new ProducerLoad(threads, pauseMicros, lines, letters, List.copyOf(more), ownPids);
    }

    /** The same by two engines of one JVM, each with so many threads. */
    public ProducerLoad twice() {
        return with("-D" + Producer.TWIN + "=true");
    }

    /** The same in a PID namespace of its own. */
    public ProducerLoad inOwnPidNamespace() {
        return new ProducerLoad(threads, pauseMicros, lines, letters, options, true);
    }
}
