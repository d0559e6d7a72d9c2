package dev.tailrace.report;

/**
 * One axis of a {@link LineChart}. Immutable.
 *
 * @param label the measured quantity, without the unit
 * @param unit how ticks and values are written
 * @param scale how values are spread
 */
public record Axis(String label, Unit unit, Scale scale) {
    /** How values are spread along an axis. */
    public enum Scale {
        /** Equal steps. */
        LINEAR,
        /** Powers of ten: a stall of seconds and calls of a microsecond are both visible. Values must be above 0. */
        LOG,
        /** Fractions from 0 up to below 1, stretched towards 1: 50 %, 90 %, 99 %, 99.9 % are equally far apart. */
        PERCENTILE
    }

    /** Seconds since the start. */
    public static Axis elapsedSeconds() {
        return new Axis("time since start", Unit.SECONDS, Scale.LINEAR);
    }

    /** A duration given in nanoseconds, in powers of ten. */
    public static Axis logNanos(String label) {
        return new Axis(label, Unit.NANOS, Scale.LOG);
    }

    /** Percentiles given as fractions, 0.99 for the 99th. */
    public static Axis percentiles() {
        return new Axis("percentile", Unit.FRACTION, Scale.PERCENTILE);
    }

    /** Equal steps in any unit. */
    public static Axis linear(String label, Unit unit) {
        return new Axis(label, unit, Scale.LINEAR);
    }
}
