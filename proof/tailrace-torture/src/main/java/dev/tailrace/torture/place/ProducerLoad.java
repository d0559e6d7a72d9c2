package dev.tailrace.torture.place;

import dev.tailrace.torture.audit.Mark;
import dev.tailrace.torture.child.Producer;
import java.util.ArrayList;
import java.util.List;

/**
 * The load of a producer. Immutable.
 *
 * @param threads number of threads; 0 for a process that only opens the log
 * @param pauseMicros microseconds between two lines of a thread; 0 for none
 * @param lines lines of each thread; 0 for no limit
 * @param letters length of the longest usual line, in letters
 * @param options further JVM options
 * @param ownPids whether it runs in its own PID namespace, see {@link PidNamespace}
 */
public record ProducerLoad(
        int threads, long pauseMicros, long lines, int letters, List<String> options, boolean ownPids) {
    /** Logs nothing. */
    public static final ProducerLoad NONE = new ProducerLoad(0, 0, 0, 0, List.of(), false);

    /** A number of lines at full speed. */
    public static ProducerLoad lines(int threads, long lines) {
        return new ProducerLoad(threads, 0, lines, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** A line of each thread every {@code pauseMicros}, until the producer is stopped. */
    public static ProducerLoad paced(int threads, long pauseMicros) {
        return new ProducerLoad(threads, pauseMicros, 0, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** This load with another JVM option. */
    public ProducerLoad with(String option) {
        List<String> more = new ArrayList<>(options);
        more.add(option);
        return new ProducerLoad(threads, pauseMicros, lines, letters, List.copyOf(more), ownPids);
    }

    /** This load with two engines in one JVM, each with all threads. */
    public ProducerLoad twice() {
        return with("-D" + Producer.TWIN + "=true");
    }

    /** This load in its own PID namespace. */
    public ProducerLoad inOwnPidNamespace() {
        return new ProducerLoad(threads, pauseMicros, lines, letters, options, true);
    }
}
