package dev.tailrace.torture.place;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.torture.audit.Mark;
import dev.tailrace.torture.child.Producer;
import java.util.List;
import java.util.stream.Stream;

/**
 * The load of a producer. Immutable.
 *
 * @param threads number of threads; 0 for a process that only opens the log
 * @param pauseMicros microseconds between two lines of a thread; 0 for none
 * @param lines lines of each thread; 0 for no limit
 * @param letters length of the longest usual line, in letters
 * @param options further JVM options
 * @param ownPids whether it runs in its own PID namespace, where its PID is 1 and it sees no process outside; Linux only
 */
public record ProducerLoad(
        int threads, long pauseMicros, long lines, int letters, List<String> options, boolean ownPids) {
    /** The words before a command that run it in its own PID namespace. */
    static final List<String> OWN_PIDS = List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "--");

    public static final ProducerLoad NONE = new ProducerLoad(0, 0, 0, 0, List.of(), false);

    /** A number of lines at full speed. */
    public static ProducerLoad lines(int threads, long lines) {
        return new ProducerLoad(threads, 0, lines, Mark.LETTERS_USUALLY, List.of(), false);
    }

    /** A line of each thread every {@code pauseMicros}, until the producer is stopped. */
    public static ProducerLoad paced(int threads, long pauseMicros) {
        return new ProducerLoad(threads, pauseMicros, 0, Mark.LETTERS_USUALLY, List.of(), false);
    }

    public ProducerLoad with(String... more) {
        List<String> all = Stream.concat(options.stream(), Stream.of(more)).toList();
        return new ProducerLoad(threads, pauseMicros, lines, letters, all, ownPids);
    }

    /** The options with which an engine halts, or parks, when it reaches this step for the {@code number}th time. */
    public static String[] crash(String step, int number) {
        return new String[] {"-Dtailrace.crashStep=" + step, "-Dtailrace.crashAt=" + number};
    }

    /** This load with two engines in one JVM, each with all threads. */
    public ProducerLoad twice() {
        return with("-D" + Producer.TWIN + "=true");
    }

    public static boolean ownPidsAllowed() {
        return ChildProcess.succeeds(
                Stream.concat(OWN_PIDS.stream(), Stream.of("true")).toArray(String[]::new));
    }

    public ProducerLoad inOwnPidNamespace() {
        return new ProducerLoad(threads, pauseMicros, lines, letters, options, true);
    }
}
