package dev.tailrace.torture;

import dev.tailrace.report.Json;
import dev.tailrace.testkit.Arguments;
import dev.tailrace.testkit.terminal.Terminal;
import dev.tailrace.torture.fault.Fault;
import dev.tailrace.torture.fault.Faults;
import dev.tailrace.torture.fault.NotRunException;
import dev.tailrace.torture.fault.Tally;
import dev.tailrace.torture.fault.Trial;
import dev.tailrace.torture.mutant.MutantHunt;
import dev.tailrace.torture.place.Host;
import dev.tailrace.torture.place.Workshop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Main class of the torture. Exit status: 0 good; 1 a line was lost, repeated or torn, or a process hung; 2 it could not run. */
public final class Torture {
    private final Options options;
    private final Workshop workshop;
    private final List<Fault> faults;
    private final Totals totals;
    private final Map<Fault, Double> spent = new HashMap<>();
    private final Map<Fault, Integer> runs = new HashMap<>();
    private final long began = System.nanoTime();

    private Torture(Options options, Workshop workshop, List<Fault> faults, Totals totals) {
        this.options = options;
        this.workshop = workshop;
        this.faults = faults;
        this.totals = totals;
    }

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments)));
    }

    /** Runs the torture without ending this JVM; returns the exit status. */
    static int run(List<String> arguments) {
        return Arguments.run("torture", () -> {
            if (arguments.contains("--mutants")) {
                return hunt(arguments);
            }
            Options options = Options.parse(arguments);
            return of(options, Workshop.ofThisBuild(options.folder(), options.host()))
                    .run();
        });
    }

    /** Runs {@code --mutants}, optionally only mutants whose names contain the next argument. */
    private static int hunt(List<String> arguments)
            throws IOException, InterruptedException, Arguments.Misunderstanding {
        String home = System.getProperty("tailrace.home");
        if (home == null || arguments.size() > 2 || !arguments.get(0).equals("--mutants")) {
            throw new Arguments.Misunderstanding("--mutants runs alone, by ./tailrace torture --mutants");
        }
        String filter = arguments.size() == 2 ? arguments.get(1) : "";
        return MutantHunt.run(Path.of(home), Options.FOLDER, filter, Terminal.standardOut());
    }

    private static Torture of(Options options, Workshop workshop) throws IOException, Arguments.Misunderstanding {
        List<Fault> all = options.ship()
                ? Faults.ofShippers(options.quick())
                : options.host() == Host.NONE ? Faults.all() : Faults.ofHosts();
        List<String> names = all.stream().map(Fault::name).toList();
        for (String wanted : options.faults()) {
            if (!names.contains(wanted)) {
                throw new Arguments.Misunderstanding("--fault " + wanted + ": there are " + String.join(", ", names));
            }
        }
        List<Fault> faults = new ArrayList<>(all);
        faults.removeIf(
                fault -> !options.faults().isEmpty() && !options.faults().contains(fault.name()));
        return new Torture(options, workshop, faults, options.resumes() ? Totals.read(options.state()) : new Totals());
    }

    private int run() throws IOException, InterruptedException {
        Long wanted = options.seed();
        long seed = wanted != null
                ? wanted
                : totals.nextSeed != 0 ? totals.nextSeed : System.currentTimeMillis() % 1_000_000;
        long earlier = totals.seconds;
        System.err.println("torture: seed " + seed + ", logs in " + workshop.folder()
                + (options.resumes() ? ", totals in " + options.state() : ""));
        totals.nextSeed = seed;
        Fault next = choose();
        while (next != null) {
            torture(next, totals.nextSeed++);
            totals.seconds = earlier + secondsSinceBegin();
            if (options.resumes()) {
                totals.write(options.state());
            }
            next = choose();
        }
        TortureReport report = report(seed);
        boolean toScreen = "-".equals(options.json());
        report.print(toScreen ? Terminal.of(System.err, false) : Terminal.standardOut());
        if (options.json() != null) {
            Json.write(report, options.json());
        }
        return totals.isGood() ? 0 : 1;
    }

    /** The fault that is farthest below its share, if there is time for another run of it; each fault runs at least once. */
    private @Nullable Fault choose() {
        Fault next = null;
        for (Fault fault : faults) {
            boolean over = options.runs() > 0 && runs(fault) >= options.runs();
            if (!over && !isNotRun(fault) && fits(fault) && (next == null || had(fault) < had(next))) {
                next = fault;
            }
        }
        return next;
    }

    private boolean fits(Fault fault) {
        if (runs(fault) == 0) {
            return true;
        }
        double usual = spent.getOrDefault(fault, 0.0) / runs(fault);
        return secondsSinceBegin() + usual <= options.seconds();
    }

    private double had(Fault fault) {
        return spent.getOrDefault(fault, 0.0) / fault.share();
    }

    private int runs(Fault fault) {
        return runs.getOrDefault(fault, 0);
    }

    private boolean isNotRun(Fault fault) {
        return !totals.of(fault.name()).notRun.isEmpty() && runs(fault) > 0;
    }

    private void torture(Fault fault, long seed) throws InterruptedException {
        long begin = System.nanoTime();
        Trial trial = new Trial(workshop, fault.name(), seed, options.quick());
        Tally tally = trial.tally();
        try {
            fault.act().on(trial);
        } catch (NotRunException e) {
            tally.notRun = String.valueOf(e.getMessage());
        } catch (IOException | RuntimeException e) {
            trial.failed(e);
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        totals.of(fault.name()).add(tally);
        spent.merge(fault, seconds, Double::sum);
        runs.merge(fault, 1, Integer::sum);
        String outcome = !tally.notRun.isEmpty() ? "NOT RUN: " + tally.notRun : tally.isGood() ? "good" : "WRONG";
        System.err.printf(
                "torture: %3d s  %-23s seed %d  %,d lines, %d kills, %.1f s: %s%n",
                secondsSinceBegin(), fault.name(), seed, tally.audit.acknowledged, tally.kills, seconds, outcome);
        if (!tally.plan.isEmpty()) {
            System.err.println("         " + tally.plan);
        }
        tally.failures.forEach(failure -> System.err.println("         " + failure));
    }

    private TortureReport report(long seed) {
        TortureReport report = new TortureReport(seed, totals.seconds);
        List<Fault> all = new ArrayList<>(Faults.all());
        all.addAll(Faults.ofShippers(false));
        for (Fault fault : all) {
            Tally tally = totals.of(fault.name());
            if (tally.runs > 0 || tally.complaints > 0 || !tally.notRun.isEmpty()) {
                report.add(fault, tally);
            }
        }
        return report;
    }

    private long secondsSinceBegin() {
        return (System.nanoTime() - began) / 1_000_000_000;
    }
}
