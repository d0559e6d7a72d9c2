package dev.tailrace.junit.baseline;

import dev.tailrace.junit.measure.Kpis.MethodTime;

/**
 * A named method's figures in the baseline, those of its median call; -1: unknown.
 *
 * @param responseMillis wall time less the wait for a CPU
 * @param cpuMillis CPU time
 * @param allocatedBytes what the call allocated
 * @param classes how many classes the JVM loaded meanwhile
 * @param calibrationMillis how long the calibration took on the machine that measured the times
 */
record MethodEntry(
        double responseMillis, double cpuMillis, long allocatedBytes, long classes, double calibrationMillis) {
    private static final double MILLI = 1e6;
    private static final double DIGITS = 1e3;

    private static final double LITTLE_MILLIS = 5;
    private static final double LITTLE_BYTES = 250_000;

    static MethodEntry of(MethodTime method) {
        return new MethodEntry(
                millis(method.responseNanos()),
                millis(method.cpuNanos()),
                method.allocatedBytes(),
                method.classes(),
                millis(Calibration.nanos()));
    }

    private static double millis(long nanos) {
        return nanos < 0 ? -1 : Math.round(nanos / MILLI * DIGITS) / DIGITS;
    }

    /** Durations in nanoseconds. */
    double value(Kpi kpi) {
        return switch (kpi) {
            case RESPONSE -> responseMillis * MILLI;
            case CPU -> cpuMillis * MILLI;
            case ALLOCATED -> allocatedBytes;
            default -> -1;
        };
    }

    /** Whether the method's call was about as warm as this one. */
    boolean isAsWarm(MethodTime now) {
        return now.classes() <= 2 * Math.max(0, classes) + MethodTime.FEW_CLASSES;
    }

    /** How many times as slow this machine is as that of the baseline; at least 1. */
    double slower() {
        return calibrationMillis <= 0 ? 1 : Math.max(1, Calibration.nanos() / (calibrationMillis * MILLI));
    }

    /** Whether a file may keep this entry instead of the newer one. */
    boolean isLike(MethodEntry newer) {
        return isNear(responseMillis, newer.responseMillis, LITTLE_MILLIS)
                && isNear(cpuMillis, newer.cpuMillis, LITTLE_MILLIS)
                && isNear((double) allocatedBytes, (double) newer.allocatedBytes, LITTLE_BYTES);
    }

    private static boolean isNear(double a, double b, double little) {
        return (a < 0) == (b < 0) && Math.abs(a - b) <= Math.max(Math.min(a, b), little);
    }
}
