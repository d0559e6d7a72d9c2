package dev.tailrace.cli;

import dev.tailrace.loadtest.Gate;
import dev.tailrace.loadtest.RampPlan;
import dev.tailrace.loadtest.Slo;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** The options for a load that is raised until answers come too late. */
final class RampOptions {
    @Option(
            names = "--ramp",
            paramLabel = "URL",
            description = "Raise the load on this URL of your own service step by step until answers come too late.")
    private @Nullable String url;

    @Option(
            names = "--slo",
            paramLabel = "pNN=TIME",
            description = "With --ramp: how soon answers have to come (default: p99=250ms).")
    private String slo = "p99=250ms";

    @Option(names = "--steps", paramLabel = "N", description = "With --ramp: the most steps (default: 16).")
    private int steps = 16;

    @Option(
            names = "--from",
            paramLabel = "N",
            description = "With --ramp: requests a second in the first step (default: 10).")
    private double from = 10;

    @Option(
            names = "--step-seconds",
            paramLabel = "N",
            description = "With --ramp: how long a step takes (default: 10).")
    private double stepSeconds = 10;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "With --ramp: the most requests that are open at once (default: 500).")
    private int connections = 500;

    @Option(
            names = "--i-own",
            paramLabel = "HOST",
            description =
                    "With --ramp: confirms that the URL's host is yours. Without it, only this machine is put under load.")
    private @Nullable String own;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "With --ramp: the process that answers (default: the one that listens on the URL's port).")
    private long pid = -1;

    boolean isGiven() {
        return url != null;
    }

    long pid() {
        return pid;
    }

    /** The plan; a complaint for the user when that does not work. */
    RampPlan plan(CommandLine at) {
        try {
            return new RampPlan(
                    Gate.check(url == null ? "" : url, own),
                    Slo.parse(slo),
                    from,
                    steps,
                    Duration.ofMillis(Math.round(Math.max(0, Math.min(stepSeconds, 1e6)) * 1000)),
                    connections);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(at, String.valueOf(e.getMessage()), e);
        }
    }
}
