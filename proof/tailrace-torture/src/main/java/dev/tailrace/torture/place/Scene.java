package dev.tailrace.torture.place;

import dev.tailrace.testkit.Folders;
import dev.tailrace.testkit.JvmLauncher;
import dev.tailrace.torture.audit.Acknowledgements;
import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.audit.Auditor;
import dev.tailrace.torture.audit.LogFiles;
import dev.tailrace.torture.child.ConsoleProducer;
import dev.tailrace.torture.child.Producer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One log, its lanes, and the processes that log to it. Ends with {@link #audit}, and then {@link #close}, which removes everything, or
 * {@link #keep}, which leaves everything for inspection. For one thread.
 */
public final class Scene implements AutoCloseable {
    private static final List<String> JVM =
            List.of("-Xms8m", "-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto");
    /** A wait longer than this means that something hangs. */
    private static final int PATIENCE_SECONDS = 60;

    private static final long PROGRESS_NANOS = 15_000_000_000L;

    private final Workshop workshop;
    private final Path folder;
    private final Path lanes;
    private final Acknowledgements acknowledgements;
    private final List<Child> children = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private Path logs;
    private Path lanesFromHere;
    private List<String> through = List.of();
    private @Nullable SmallDisk disk;
    private final Set<Expected> expected = EnumSet.noneOf(Expected.class);
    private boolean kept;
    /** Removes the lanes if a signal ends the torture: they would stay in memory until the machine restarts. */
    private final Thread remover = new Thread(this::removeLanes, "remove-lanes");

    /** What a fault does to the log, so that its traces are no complaint. */
    public enum Expected {
        /** Other programs rename the log or write to it: beginnings of lines may remain. */
        OUTSIDE_HANDS,
        /** Processes without room for shared lanes write their own logs. */
        NEIGHBOURS,
        /** The JVM reports missing pages of mapped files. */
        FAULTS,
        /** A process may die while its disk is too full for the note about a rolled file, which stays uncompressed. */
        UNCOMPRESSED,
        /** The clock is set: names of archives don't show the order of files, only their content does. */
        CLOCK_STEPS
    }

    private Scene(Workshop workshop, Path folder, Path lanes, Path logs) throws IOException {
        this.workshop = workshop;
        this.folder = folder;
        this.lanes = lanes;
        this.lanesFromHere = lanes;
        this.logs = logs;
        this.acknowledgements = Acknowledgements.open(page());
    }

    static Scene setUp(Workshop workshop, Path folder, SceneSettings settings) throws IOException {
        Path logs = Files.createDirectory(folder.resolve("logs"));
        Path lanes = settings.lanesBesideTheLog()
                ? Files.createDirectory(logs.resolve("lanes"))
                : Folders.createInMemory("tailrace-torture-", folder.resolve("lanes"));
        Scene scene = new Scene(workshop, folder, lanes, logs);
        Runtime.getRuntime().addShutdownHook(scene.remover);
        Files.writeString(folder.resolve("tailrace.xml"), settings.configuration(scene.logs(), workshop.host()));
        return scene;
    }

    private Path page() {
        return folder.resolve("acknowledged");
    }

    public Path folder() {
        return folder;
    }

    public Path logs() {
        return logs;
    }

    /** Moves the log to a disk, which is closed together with the scene. */
    public void move(SmallDisk to) {
        through = to.entering();
        logs = to.folder();
        disk = to;
    }

    /** Moves the parent of the lane directory to a disk, which is closed together with the scene. */
    public void moveLanes(SmallDisk to) {
        through = to.entering();
        lanesFromHere = to.folder();
        disk = to;
    }

    /** Adds an option of each JVM that is started from now on. */
    public void give(String option) {
        options.add(option);
    }

    public void expect(Expected what) {
        expected.add(what);
    }

    public Path log() {
        return logs().resolve(LogFiles.NAME);
    }

    /** The parent of the log's lane directory. */
    public Path lanes() {
        return lanes;
    }

    public Acknowledgements acknowledgements() {
        return acknowledgements;
    }

    /** Starts a producer, which reports {@code ready} when it can log. */
    public Child start(ProducerLoad load) throws IOException {
        List<String> prefix = new ArrayList<>(through);
        if (load.ownPids()) {
            prefix.addAll(ProducerLoad.OWN_PIDS);
        }
        return start(launcher(Producer.class, load).behind(prefix), load.ownPids());
    }

    public Child start(ProducerLoad load, Outlet outlet) throws IOException {
        return start(
                launcher(ConsoleProducer.class, load).behind(outlet.words()).outputTo(outlet.target()),
                !outlet.words().isEmpty());
    }

    public int nextNumber() {
        return children.size();
    }

    private Child start(JvmLauncher launcher, boolean wrapped) throws IOException {
        Child child = new Child(children.size(), launcher.start(), wrapped);
        children.add(child);
        return child;
    }

    private JvmLauncher launcher(Class<?> main, ProducerLoad load) {
        int number = children.size();
        List<String> arguments = new ArrayList<>(List.of(String.valueOf(number), page().toString()));
        for (long each : new long[] {load.threads(), load.pauseMicros(), load.lines(), load.letters()}) {
            arguments.add(String.valueOf(each));
        }
        return JvmLauncher.of(main, arguments.toArray(new String[0]))
                .options(JVM)
                .options(options)
                .options(load.options())
                .options("-D" + workshop.host().property() + "=" + folder.resolve("tailrace.xml"))
                .options("-D" + Producer.LOGS + "=" + logs, "-D" + Producer.LANES + "=" + lanes)
                .classPath(workshop.classPath())
                .environment("TAILRACE_DIR", lanes.toString())
                .in(folder)
                .errorsTo(folder.resolve("errors-" + number + ".txt"));
    }

    public Child startReady(ProducerLoad load) throws IOException, InterruptedException {
        Child child = start(load);
        if (!child.await("ready", PATIENCE_SECONDS)) {
            complain(child, "did not start");
        }
        return child;
    }

    /** Ends a producer like an application: every other producer stops its engine first, the others leave this to the JVM's end. */
    public void end(Child child) throws InterruptedException {
        if (child.number() % 2 == 1) {
            child.send("shutdown");
        }
        child.send("end");
        Integer status = child.awaitEnd(PATIENCE_SECONDS);
        if (status == null || status != 0) {
            complain(child, status == null ? "did not end" : "ended with status " + status);
            child.kill();
        }
    }

    public List<Path> files() throws IOException {
        return LogFiles.in(logs());
    }

    public void complain(Child child, String what) {
        String errors = child.errors();
        String last = errors.substring(errors.lastIndexOf('\n') + 1);
        complain("producer " + child.number() + " " + what + (last.isEmpty() ? "" : ": " + last));
    }

    public void complain(String what) {
        complaints.add(what);
    }

    public List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Ends all living children, recovers the dead ones' lines, and audits every line. */
    public Audit audit() throws IOException, InterruptedException {
        for (Child child : children) {
            if (child.diedByItself()) {
                complain(child, "died without being killed");
            }
            if (child.isAlive()) {
                child.send("stop");
            }
        }
        for (Child child : children) {
            if (child.isAlive()) {
                end(child);
            }
        }
        recover();
        for (Child child : children) {
            // The JVM reports this error if a page of a mapped file is missing.
            if (!expected.contains(Expected.FAULTS) && child.errors().contains("InternalError")) {
                complain(child, "met an internal error");
            }
        }
        if (!expected.contains(Expected.NEIGHBOURS) && files().stream().anyMatch(LogFiles::isNeighbour)) {
            complain("a process did not take part in the log and wrote one of its own");
        }
        return auditNow();
    }

    public Audit auditNow() throws IOException {
        return Auditor.audit(
                expected.contains(Expected.CLOCK_STEPS) ? LogFiles.byContent(logs) : files(),
                acknowledgements,
                expected.contains(Expected.OUTSIDE_HANDS));
    }

    /**
     * Starts a process that opens the log and logs nothing, and waits until the work that dead processes left is done, or until there is no
     * progress for a while.
     */
    public void recover() throws IOException, InterruptedException {
        Child successor = startReady(ProducerLoad.NONE);
        List<String> left = left(successor);
        long progressAt = System.nanoTime();
        while (successor.isAlive() && !left.isEmpty() && System.nanoTime() - progressAt < PROGRESS_NANOS) {
            Thread.sleep(20);
            List<String> now = left(successor);
            if (!now.equals(left)) {
                left = now;
                progressAt = System.nanoTime();
            }
        }
        if (!left.isEmpty()) {
            complain(left.size() + " files were left, such as "
                    + String.join(" ", left.subList(0, Math.min(left.size(), 5))));
        }
        successor.send("flush");
        successor.await("flushed", PATIENCE_SECONDS);
        end(successor);
    }

    private List<String> left(Child successor) throws IOException {
        List<String> left = new ArrayList<>(LogFiles.unfinishedWork(logs));
        if (expected.contains(Expected.UNCOMPRESSED)) {
            left.removeIf(LogFiles::isUncompressed);
        }
        for (Path ring : rings()) {
            String name = String.valueOf(ring.getFileName());
            if (!name.startsWith(successor.pid() + "-")) {
                left.add(name);
            }
        }
        return left;
    }

    private List<Path> rings() throws IOException {
        try (Stream<Path> files = Files.walk(lanesFromHere)) {
            return files.filter(file -> file.toString().endsWith(".ring")).toList();
        } catch (UncheckedIOException e) {
            return List.of(lanes); // files are being removed: look again
        }
    }

    /** Keeps all files, including lanes, and returns the folder. */
    public Path keep() throws IOException {
        kept = true;
        children.forEach(Child::close);
        Folders.copy(lanesFromHere, folder.resolve("lanes-left"));
        if (!logs.startsWith(folder)) {
            Folders.copy(logs, folder.resolve("logs-left"));
        }
        return folder;
    }

    private void removeLanes() {
        List.copyOf(children).forEach(Child::close);
        try {
            Folders.delete(lanes);
        } catch (IOException e) {
            System.err.println("torture: " + lanes + " stays: " + e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            Runtime.getRuntime().removeShutdownHook(remover);
        } catch (IllegalStateException e) {
            // This JVM is ending, and the hook removes the lanes.
        }
        children.forEach(Child::close);
        if (disk != null) {
            disk.close();
        }
        Folders.delete(lanes);
        if (!kept) {
            Folders.delete(folder);
        }
    }
}
