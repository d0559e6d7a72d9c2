package dev.tailrace.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of all verbs that measure backends: how often, and where the figures go. */
@SuppressWarnings("UnusedVariable") // picocli hands the options on.
final class MeasuringOptions {
    @Option(names = "--rounds", paramLabel = "N", description = "How often each backend runs in each scene.")
    private @Nullable String rounds;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all figures as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with charts that needs no network; - is standard output.")
    private @Nullable String html;
}
