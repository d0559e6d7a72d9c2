package dev.tailrace.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the verbs that measure backends have in common: how often, and where the figures go. */
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

    /** The words of a command line: these options and those of the verb itself, of which null was not given. */
    List<String> words(
            boolean quick, String option, @Nullable String value, @Nullable String backend, @Nullable String dir) {
        List<String> words = new ArrayList<>();
        if (quick) {
            words.add("--quick");
        }
        add(words, "--rounds", rounds);
        add(words, option, value);
        add(words, "--backend", backend);
        add(words, "--dir", dir);
        add(words, "--json", json);
        add(words, "--html", html);
        return words;
    }

    private static void add(List<String> words, String option, @Nullable String value) {
        if (value != null) {
            words.add(option);
            words.add(value);
        }
    }
}
