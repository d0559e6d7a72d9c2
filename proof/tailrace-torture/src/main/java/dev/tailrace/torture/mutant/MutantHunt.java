package dev.tailrace.torture.mutant;

import dev.tailrace.report.Cell;
import dev.tailrace.report.Table;
import dev.tailrace.report.Unit;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.testkit.Origins;
import dev.tailrace.testkit.terminal.Terminal;
import dev.tailrace.torture.fault.Fault;
import dev.tailrace.torture.fault.Faults;
import dev.tailrace.torture.fault.NotRunException;
import dev.tailrace.torture.fault.Trial;
import dev.tailrace.torture.place.Backend;
import dev.tailrace.torture.place.Workshop;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Makes each mistake in a copy of a source, whose class precedes the built one, and finds the check that notices it. For one thread. */
public final class MutantHunt {
    private static final int TEST_SECONDS = 120;

    private final Path project;
    private final Path work;
    private final List<Path> engine;
    private final List<Path> testJars;

    private MutantHunt(Path project, Path work, List<Path> engine, List<Path> testJars) {
        this.project = project;
        this.work = work;
        this.engine = engine;
        this.testJars = testJars;
    }

    /**
     * Hunts all mutants whose name contains {@code filter}.
     *
     * @return the exit status: 0 all mutants were noticed; 1 a mutant wasn't; 2 a mutant can't be made, or its check can't run or fails
     *     without the mutant
     */
    public static int run(Path project, Path folder, String filter, Terminal terminal)
            throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path work = Files.createTempDirectory(folder, "mutants-").toRealPath();
        Path torture = project.resolve("proof/tailrace-torture/target");
        List<Path> tests = new ArrayList<>(Origins.jars(torture.resolve("peers/tests")));
        tests.add(project.resolve("proof/tailrace-testkit/target/classes"));
        List<Path> engine = new ArrayList<>(Backend.folders(project, "target/classes"));
        engine.add(project.resolve("connect/tailrace-slf4j/target/classes"));
        engine.add(torture.resolve("classes"));
        engine.addAll(Origins.jars(torture.resolve("peers/harness")));
        return new MutantHunt(project, work, engine, tests).hunt(filter, terminal);
    }

    private int hunt(String filter, Terminal terminal) throws IOException, InterruptedException {
        Table table = new Table("Mistakes made on purpose")
                .column("mistake", Unit.TEXT)
                .column("noticed by", Unit.TEXT);
        int status = 0;
        for (Mutant mutant : Mutants.all()) {
            if (!mutant.name().contains(filter)) {
                continue;
            }
            String noticed;
            try {
                noticed = noticedBy(mutant);
            } catch (IOException e) {
                System.err.println("mutants: " + mutant.name() + ": " + e.getMessage());
                table.row(mutant.name(), Cell.bad("cannot be judged"));
                status = 2;
                continue;
            }
            System.err.println("mutants: " + mutant.name() + ": " + (noticed.isEmpty() ? "SURVIVES" : noticed));
            table.row(mutant.name(), noticed.isEmpty() ? Cell.bad("none") : noticed);
            status = Math.max(status, noticed.isEmpty() ? 1 : 0);
        }
        terminal.print(table);
        return status;
    }

    /** The check that noticed the mutant; empty: none. */
    private String noticedBy(Mutant mutant) throws IOException, InterruptedException {
        Path classes = work.resolve(mutant.name().replaceAll("[^a-z0-9]+", "-"));
        List<Path> classPath = new ArrayList<>(List.of(classes));
        classPath.addAll(engine);
        compile(mutant, classes);
        List<String> unable = new ArrayList<>();
        for (Mutant.Killer killer : mutant.killers()) {
            try {
                int run = firstToFail(killer, classPath);
                if (run > 0 && !fails(killer, run, engine)) {
                    return killer.name();
                }
                if (run > 0) {
                    unable.add(killer.name() + " fails without any mistake, too");
                }
            } catch (NotRunException e) {
                unable.add(killer.name() + " can't run: " + e.getMessage());
            }
        }
        if (!unable.isEmpty()) {
            throw new IOException(String.join("; ", unable));
        }
        return "";
    }

    /** The first run that failed; 0: none. */
    private int firstToFail(Mutant.Killer killer, List<Path> classPath)
            throws IOException, InterruptedException, NotRunException {
        for (int run = 1; run <= killer.runs(); run++) {
            if (fails(killer, run, classPath)) {
                return run;
            }
        }
        return 0;
    }

    /** @param run number of the run from 1; the seed of a fault */
    private boolean fails(Mutant.Killer killer, int run, List<Path> classPath)
            throws IOException, InterruptedException, NotRunException {
        if (killer instanceof Mutant.Test test) {
            return fails(test, classPath);
        }
        Fault fault = killer instanceof Mutant.Crashes crashes
                ? Faults.crashesAt(crashes.steps())
                : Faults.named(killer.name());
        Trial trial = new Trial(Workshop.with(work.resolve("scenes"), classPath), fault.name(), run, true);
        fault.act().on(trial);
        return !trial.tally().isGood();
    }

    private void compile(Mutant mutant, Path into) throws IOException {
        String file = "dev/tailrace/" + mutant.file();
        Path source = Backend.folderOf(project, "src/main/java", file).resolve(file);
        String text = Files.readString(source);
        Path changed = work.resolve("source").resolve(mutant.file());
        Path folder = changed.getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        Files.writeString(changed, apply(mutant, text));
        List<Path> with = new ArrayList<>(engine);
        with.addAll(testJars);
        compile(changed, with, null, into);
    }

    /** Compiles a source without further checks. {@code sourcePath}: the folder of referenced sources; null for none. */
    private static void compile(Path source, List<Path> classPath, @Nullable Path sourcePath, Path into)
            throws IOException {
        ToolProvider compiler = ToolProvider.findFirst("javac")
                .orElseThrow(() -> new IOException("this Java has no compiler: the mutants need a JDK"));
        Files.createDirectories(into);
        List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-encoding", "UTF-8"));
        arguments.addAll(List.of("-d", into.toString(), "-cp", Origins.join(classPath)));
        if (sourcePath != null) {
            arguments.addAll(List.of("-sourcepath", sourcePath.toString()));
        }
        arguments.add(source.toString());
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        if (compiler.run(out, out, arguments.toArray(String[]::new)) != 0) {
            throw new IOException("cannot be compiled: " + said);
        }
    }

    static String apply(Mutant mutant, String text) throws IOException {
        int at = text.indexOf(mutant.original());
        if (at < 0 || text.indexOf(mutant.original(), at + 1) >= 0) {
            throw new IOException(mutant.file() + (at < 0 ? " has no" : " has more than one") + " `" + mutant.original()
                    + "`: the mistake must be described anew");
        }
        return text.replace(mutant.original(), mutant.replacement());
    }

    private boolean fails(Mutant.Test test, List<Path> classPath) throws IOException, InterruptedException {
        Path tests = work.resolve("tests");
        String name = "dev.tailrace." + test.name();
        String file = name.replace('.', '/') + ".java";
        Path source = Backend.folderOf(project, "src/test/java", file);
        List<Path> all = new ArrayList<>(classPath);
        all.addAll(testJars);
        compile(source.resolve(file), all, source, tests);
        all.add(tests);
        try (ChildProcess run = JvmLauncher.of(
                        "org.junit.platform.console.ConsoleLauncher",
                        "execute",
                        "--disable-banner",
                        "--fail-if-no-tests",
                        "--select-class=" + name)
                .classPath(all)
                .merged()
                .outputTo(work.resolve("tests.out"))
                .start()) {
            // A test that hangs has noticed the mutant.
            return !run.awaitEnd(Duration.ofSeconds(TEST_SECONDS)) || run.status() != 0;
        }
    }
}
