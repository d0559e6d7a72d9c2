package dev.tailrace.junit.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The figures of one test, one class or a run. Immutable.
 *
 * @param entries events that the configuration let through
 * @param bytes size of their lines, see {@link StandardLine}
 * @param rootEntries entries that were logged through the root logger itself
 * @param exceptions thrown exceptions, or logged ones if throwing isn't recorded
 * @param nanos duration
 * @param unsure entries of threads that belong to no test, logged while this test and others ran: some may belong to this test
 * @param levels entries by level, only levels that occur
 * @param loggers entries by logger and level, most first
 * @param callSites entries by the place of the call, most first
 * @param thrown exceptions by type and top frame, most first
 * @param methods named methods and those that were to be timed
 */
public record Kpis(
        long entries,
        long bytes,
        long rootEntries,
        long exceptions,
        long nanos,
        long unsure,
        Map<String, Long> levels,
        List<LoggerCount> loggers,
        List<CallSite> callSites,
        List<Thrown> thrown,
        List<MethodTime> methods) {

    /** The figures of a test that logged nothing. */
    public static Kpis silent(long nanos, long unsure) {
        return new Kpis(0, 0, 0, 0, nanos, unsure, Map.of(), List.of(), List.of(), List.of(), List.of());
    }

    /** Whether no entry and no exception was counted. */
    public boolean isSilent() {
        return entries == 0 && exceptions == 0;
    }

    /** Whether the duration is the only figure. */
    public boolean isNothing() {
        return isSilent()
                && bytes == 0
                && rootEntries == 0
                && unsure == 0
                && levels.isEmpty()
                && loggers.isEmpty()
                && callSites.isEmpty()
                && thrown.isEmpty()
                && methods.isEmpty();
    }

    /** Entries of one logger at one level. */
    public record LoggerCount(String logger, String level, long entries) {}

    /**
     * The place of a log call.
     *
     * @param place class, method, file and line
     * @param entries number of entries; extrapolated when {@code sampled}
     * @param isNew whether a baseline has all places that the test logged from, except this one
     */
    public record CallSite(String place, String logger, String level, long entries, boolean sampled, boolean isNew) {
        /** A place that wasn't compared with a baseline. */
        public CallSite(String place, String logger, String level, long entries, boolean sampled) {
            this(place, logger, level, entries, sampled, false);
        }

        /** This place, marked as new. */
        public CallSite asNew() {
            return new CallSite(place, logger, level, entries, sampled, true);
        }

        /** Level, logger, class and method, which stay the same when lines are inserted above; all lambdas of a method have one key. */
        public String key() {
            int end = place.lastIndexOf('(');
            String method = end < 0 || place.startsWith("unknown") ? "unknown" : place.substring(0, end);
            int number = method.lastIndexOf('$');
            boolean lambda = number >= 0 && method.contains(".lambda$");
            return level + ' ' + logger + ' ' + (lambda ? method.substring(0, number) : method);
        }
    }

    /** Exceptions of one type from one place. */
    public record Thrown(String type, String place, long count) {}

    /**
     * A method's calls in one test.
     *
     * @param method its name
     * @param calls how many
     * @param nanos the wall time of all calls together
     * @param responseNanos the median call's wall time less its wait for a CPU; -1: unknown
     * @param excusedNanos the part of the response time that waits of the JVM's other threads for a CPU may explain; it isn't judged
     * @param cpuNanos the median call's CPU time; -1: unknown
     * @param allocatedBytes what the median call allocated; -1: unknown
     * @param classes how many classes the JVM loaded during the median call; -1: unknown
     * @param notJudged why it is neither compared nor limited; empty: it is
     * @param onlyTheCall whether it returned a stage or a publisher, so that its work went on after the call
     */
    public record MethodTime(
            String method,
            long calls,
            long nanos,
            long responseNanos,
            long excusedNanos,
            long cpuNanos,
            long allocatedBytes,
            long classes,
            String notJudged,
            boolean onlyTheCall) {
        /** A call that loads so many more classes than before is cold, and slow for that reason. */
        public static final long FEW_CLASSES = 20;

        /** A thread that waits for a CPU so many times as long as it runs shares it with many; its code isn't compiled in time, either. */
        private static final double CROWDED = 3;

        /** Whether the machine was so busy that the times of this code say nothing about it. */
        public boolean isCrowded() {
            return responseNanos > 0 && (double) nanos / calls > (CROWDED + 1) * responseNanos;
        }

        /** Whether the figure may be red. */
        public boolean isJudged() {
            return notJudged.isEmpty();
        }
    }

    /** The {@code most} places that logged most, then up to as many other places that are new; most first. */
    public List<CallSite> mostAndNew(int most) {
        List<CallSite> shown = new ArrayList<>(callSites.subList(0, Math.min(most, callSites.size())));
        for (CallSite site : callSites.subList(shown.size(), callSites.size())) {
            if (site.isNew() && shown.size() < 2 * most) {
                shown.add(site);
            }
        }
        return shown;
    }

    /** These figures with other places. */
    public Kpis withCallSites(List<CallSite> places) {
        return new Kpis(
                entries, bytes, rootEntries, exceptions, nanos, unsure, levels, loggers, places, thrown, methods);
    }

    /** These figures with those of a flight recording. */
    public Kpis withRecorded(long recordedExceptions, List<Thrown> recorded, List<MethodTime> times) {
        return new Kpis(
                entries,
                bytes,
                rootEntries,
                recordedExceptions,
                nanos,
                unsure,
                levels,
                loggers,
                callSites,
                recorded,
                times);
    }

    /** These figures with other named methods. */
    public Kpis withMethods(List<MethodTime> times) {
        return withRecorded(exceptions, thrown, times);
    }
}
