package dev.tailrace.doctor;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.loadtest.Ramp;
import dev.tailrace.loadtest.RampPlan;
import dev.tailrace.loadtest.RampResult;
import dev.tailrace.loadtest.Step;
import dev.tailrace.loadtest.Witness;
import dev.tailrace.probe.jvm.Listener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load that was raised until answers came too late. Immutable.
 *
 * @param result the steps, and the ceiling
 * @param gaveWay what gave way, in a sentence; empty when nothing did
 * @param seen what was seen of the process when it broke; null when the process couldn't be watched, or nothing broke
 * @param notes what could not be done, and why: each a sentence
 */
public record LoadReport(
        RampResult result, String gaveWay, @Nullable Diagnosis seen, List<String> notes) {
    /** A process that uses so much of all processors has none left. */
    private static final double BUSY = 0.8;

    /** A share of all processors; what others use beyond that is missing to the service and to the sender. */
    private static final double OTHERS = 0.2;

    public LoadReport {
        notes = List.copyOf(notes);
    }

    /**
     * Raises a load. Takes minutes.
     *
     * @param pid of the process that answers; negative: the one that listens on the port of the URL, if it is on this machine
     * @param out where what was seen when it broke is kept; null: nowhere
     * @param budget which share of the time the looking may cost that process
     * @param progress is called for each step
     * @throws IOException when the service does not answer before there is any load
     */
    public static LoadReport raise(
            RampPlan plan, long pid, double budget, @Nullable Path out, Consumer<String> progress)
            throws IOException, InterruptedException {
        List<String> notes = new ArrayList<>();
        OptionalLong process = pid >= 0 ? OptionalLong.of(pid) : Listener.on(port(plan));
        Path folder = Files.createTempDirectory("tailrace-ramp");
        try {
            LoadWitness witness = process.isPresent() ? new LoadWitness(process.getAsLong(), budget, folder) : null;
            if (witness == null) {
                notes.add(
                        "The service was not watched meanwhile: no process of this machine that doctor may see listens on port "
                                + port(plan) + ". Name it with --pid.");
            } else {
                progress.accept("process " + process.getAsLong() + " is looked at meanwhile");
            }
            RampResult result = Ramp.run(plan, witness == null ? Witness.NONE : witness, progress);
            Path kept = witness == null ? null : witness.kept();
            String trouble = witness == null ? null : witness.trouble();
            if (trouble != null) {
                notes.add("The service was not watched meanwhile: " + trouble);
            }
            if (out != null) {
                notes.add(keep(kept, out));
            }
            busy(result, witness).ifPresent(notes::add);
            Diagnosis seen = witness == null || kept == null || !result.isCeilingFound()
                    ? null
                    : Doctor.examine(List.of(kept), witness.keptAnswers());
            double used = result.breaking()
                    .map(Step::number)
                    .map(each -> witness == null ? Double.NaN : witness.processors(each))
                    .orElse(Double.NaN);
            return new LoadReport(result, gaveWay(result, seen, used), seen, notes);
        } finally {
            remove(folder);
        }
    }

    private static String keep(@Nullable Path kept, Path out) throws IOException {
        if (kept == null) {
            return "Nothing is kept in " + out + ": the process was not looked at, or no step was too much for it.";
        }
        Path folder = out.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.copy(kept, out, StandardCopyOption.REPLACE_EXISTING);
        return "What was seen of the process when it broke is kept in " + out + ".";
    }

    /** A ceiling that was measured beside others' work is theirs, too. */
    private static Optional<String> busy(RampResult result, @Nullable LoadWitness witness) {
        int processors = Runtime.getRuntime().availableProcessors();
        return witness == null
                ? Optional.empty()
                : result.breaking()
                        .filter(step -> witness.ofOthers(step.number()) >= OTHERS * processors)
                        .map(step -> String.format(
                                Locale.ROOT,
                                "The machine was busy: at %,.0f requests a second other processes used %.1f of %d processors. The ceiling may be"
                                        + " theirs; measure again when they are done.",
                                step.rate(),
                                witness.ofOthers(step.number()),
                                processors));
    }

    private static int port(RampPlan plan) {
        int port = plan.url().getPort();
        return port >= 0 ? port : "https".equalsIgnoreCase(plan.url().getScheme()) ? 443 : 80;
    }

    private static String gaveWay(RampResult result, @Nullable Diagnosis seen, double used) {
        if (!result.isCeilingFound()) {
            return "";
        }
        if (seen != null && !seen.findings().isEmpty()) {
            Remark first = seen.findings().get(0);
            return first.title() + " (" + first.code() + "): " + first.cause();
        }
        int processors = Runtime.getRuntime().availableProcessors();
        if (used >= BUSY * processors) {
            return String.format(
                    Locale.ROOT,
                    "The processors: the process used %.1f of %d, and nothing was seen that it waited for.",
                    used,
                    processors);
        }
        String most = String.format(
                Locale.ROOT,
                "No more than %,.0f answers a second came, however many were asked for",
                result.steps().stream().mapToDouble(Step::throughput).max().orElse(0));
        return Double.isNaN(used)
                ? most + "; the reason could not be looked at."
                : most
                        + String.format(
                                Locale.ROOT,
                                "; the process used %.1f of %d processors meanwhile. A limit of its own, such as the number of its threads,"
                                        + " or something behind it.",
                                used,
                                processors);
    }

    private static void remove(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // It lies among the temporary files.
            return;
        }
    }

    /** All that is to be said, the ceiling first. */
    public List<Remark> remarks() {
        List<Remark> remarks = new ArrayList<>();
        if (result.isCeilingFound()) {
            remarks.add(Ceiling.of(this));
        }
        if (seen != null) {
            remarks.addAll(seen.remarks());
        }
        return remarks;
    }
}
