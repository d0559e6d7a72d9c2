package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Handover;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ChildJvm;
import dev.tailrace.bench.peers.ClassPaths;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.Folders;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The work folder of a race, emptied after each run and removed at the end.
 *
 * @param folder the work folder
 * @param lanes folder of Tailrace's lanes, on the file system of its default, so that a killed contestant leaves no lanes behind
 * @param classPaths the contestants' jars
 */
record BenchDirectory(Path folder, Path lanes, ClassPaths classPaths) implements AutoCloseable {
    /** Options of every contestant's JVM: the heap never has to grow during a measurement. */
    static final List<String> JVM_OPTIONS = List.of("-Xms768m", "-Xmx768m", "-XX:+AlwaysPreTouch", "-Xshare:auto");

    static BenchDirectory in(Path parent, ClassPaths classPaths) throws IOException {
        Files.createDirectories(parent);
        Path folder = Files.createTempDirectory(parent, "tailrace-race-").toRealPath();
        Path lanes = Folders.createInMemory("tailrace-race-", folder.resolve("lanes"));
        return new BenchDirectory(folder, lanes, classPaths);
    }

    String fileSystem() throws IOException {
        FileStore store = Files.getFileStore(folder);
        return store.type() + " (" + store.name() + ")";
    }

    /**
     * The launcher of a program in a contestant's JVM, in the folder that was prepared for the contestant.
     *
     * @param options JVM options; the contestant's own follow and win
     * @param moreJars folder of jars that the program needs, or null
     */
    JvmLauncher launcher(
            Contestant contestant,
            Path work,
            List<String> options,
            @Nullable String moreJars,
            String program,
            String... arguments)
            throws IOException {
        return JvmLauncher.of(program, arguments)
                .classPath(classPaths.join(contestant.peer(), moreJars))
                .options(options)
                .options(contestant.jvmOptions(
                        work.resolve(Contestant.CONFIGURATION).toString()))
                .environment("TAILRACE_DIR", lanes.toString())
                .in(work);
    }

    /** Creates an empty folder with the contestant's configuration and a folder {@code logs}. */
    Path prepare(Contestant contestant) throws IOException {
        Path work = folder.resolve(contestant.label().replace('/', '-'));
        Folders.delete(work);
        Files.createDirectories(work.resolve("logs"));
        String text = contestant.configuration().replace("@FOLDER@", logs(work).toString());
        Files.writeString(work.resolve(Contestant.CONFIGURATION), text);
        return work;
    }

    /**
     * Runs a program in a contestant's JVM, in the folder that was prepared for it, and reads its report.
     *
     * @param task the program's task; its arguments are the files of the task and of the report
     * @param moreJars folder of jars that the program needs, or null
     */
    Report run(
            Contestant contestant,
            Path work,
            Class<?> program,
            Serializable task,
            long limitSeconds,
            @Nullable String moreJars)
            throws IOException, ChildFailure {
        Path taskFile = work.resolve("task");
        Path reportFile = work.resolve("report");
        Handover.write(task, taskFile);
        JvmLauncher launcher = launcher(
                contestant, work, JVM_OPTIONS, moreJars, program.getName(), taskFile.toString(), reportFile.toString());
        try (ChildJvm child = ChildJvm.start(contestant.label(), launcher, work.resolve("output"))) {
            child.await(limitSeconds);
            if (!Files.exists(reportFile)) {
                throw new ChildFailure(contestant.label() + " left no report: " + child.output());
            }
        }
        return Handover.read(reportFile, Report.class);
    }

    static Path logs(Path work) {
        return work.resolve("logs");
    }

    @Override
    public void close() throws IOException {
        Folders.delete(lanes);
        Folders.delete(folder);
    }
}
