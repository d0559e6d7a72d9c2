package dev.tailrace.bench.race;

import dev.tailrace.bench.child.Assignment;
import dev.tailrace.bench.child.Handover;
import dev.tailrace.bench.child.Producers;
import dev.tailrace.bench.child.Report;
import dev.tailrace.bench.child.Stage;
import dev.tailrace.bench.peers.ChildFailure;
import dev.tailrace.bench.peers.ChildJvm;
import dev.tailrace.bench.peers.Contestant;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Several JVMs of one contestant that log to the same folder and go from stage to stage together. {@link #close} ends all of them. Not
 * thread-safe.
 */
final class ProcessGroup implements AutoCloseable {
    /** Small heaps, because there are several, but large enough not to grow. */
    private static final List<String> JVM_OPTIONS =
            List.of("-Xms192m", "-Xmx192m", "-XX:+AlwaysPreTouch", "-Xshare:auto");

    private static final String REPORT = "report";

    private final String name;
    private final Path work;
    private final List<ChildJvm> members = new ArrayList<>();
    private final long deadline;

    private ProcessGroup(String name, Path work, long limitSeconds) {
        this.name = name;
        this.work = work;
        deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(limitSeconds);
    }

    /**
     * Starts the processes.
     *
     * @param work the contestant's folder; each process gets a folder in it
     * @param limitSeconds time after which the processes are killed
     */
    static ProcessGroup start(
            Contestant contestant,
            Assignment assignment,
            int processes,
            Path work,
            BenchDirectory benchDirectory,
            long limitSeconds)
            throws IOException {
        ProcessGroup processGroup = new ProcessGroup(contestant.label(), work, limitSeconds);
        try {
            for (int process = 1; process <= processes; process++) {
                processGroup.add(contestant, assignment, process, benchDirectory);
            }
        } catch (IOException e) {
            processGroup.close();
            throw e;
        }
        return processGroup;
    }

    private void add(Contestant contestant, Assignment assignment, int process, BenchDirectory benchDirectory)
            throws IOException {
        Path own = Files.createDirectory(folder(process));
        Path assignmentFile = own.resolve("assignment");
        Handover.write(assignment, assignmentFile);
        JvmLauncher launcher = benchDirectory
                .launcher(
                        contestant,
                        work,
                        JVM_OPTIONS,
                        null,
                        Producers.class.getName(),
                        assignmentFile.toString(),
                        own.resolve(REPORT).toString(),
                        Integer.toString(process))
                .in(own);
        members.add(ChildJvm.start(name + ", process " + process, launcher, own.resolve("output")));
    }

    boolean all(Stage stage) throws InterruptedException, ChildFailure {
        for (int process = 1; process <= members.size(); process++) {
            if (!Files.exists(folder(process).resolve(stage.name()))) {
                fail(members.get(process - 1), stage);
                return false;
            }
        }
        return true;
    }

    void gather(Stage stage) throws InterruptedException, ChildFailure {
        while (!all(stage)) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    void release() {
        members.forEach(ChildJvm::release);
    }

    List<Report> reports() throws IOException, InterruptedException, ChildFailure {
        List<Report> reports = new ArrayList<>();
        for (int process = 1; process <= members.size(); process++) {
            ChildJvm member = members.get(process - 1);
            member.await(Math.max(1, TimeUnit.NANOSECONDS.toSeconds(deadline - System.nanoTime())));
            Path report = folder(process).resolve(REPORT);
            if (!Files.exists(report)) {
                throw new ChildFailure(name + ", process " + process + " left no report: " + member.output());
            }
            reports.add(Handover.read(report, Report.class));
        }
        return reports;
    }

    private void fail(ChildJvm missing, Stage stage) throws InterruptedException, ChildFailure {
        if (!missing.isAlive()) {
            missing.await(1);
            throw new ChildFailure(name + " ended before the stage " + stage + ": " + missing.output());
        }
        if (System.nanoTime() > deadline) {
            throw new ChildFailure(name + " did not reach the stage " + stage + " in time: " + missing.output());
        }
    }

    private Path folder(int process) {
        return work.resolve("process-" + process);
    }

    @Override
    public void close() {
        members.forEach(ChildJvm::close);
    }
}
