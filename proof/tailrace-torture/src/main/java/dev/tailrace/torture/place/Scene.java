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
import java.util.List;
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
    private @Nullable AutoCloseable surroundings;
    private boolean outsideHands;
    private boolean orderedByContent;
    private boolean neighboursExpected;
    private boolean faultsExpected;
    private boolean uncompressedExpected;
    private boolean kept;
    /** Removes the lanes if a signal ends the torture: they would stay in memory until the machine restarts. */
    private final Thread remover = new Thread(this::removeLanes, "remove-lanes");

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
        Path memory = Path.of("/dev/shm");
        Path lanes;
        if (settings.lanesBesideTheLog()) {
            lanes = Files.createDirectory(logs.resolve("lanes"));
        } else if (Files.isDirectory(memory) && Files.isWritable(memory)) {
            lanes = Files.createTempDirectory(memory, "tailrace-torture-");
        } else {
            lanes = Files.createDirectory(folder.resolve("lanes"));
        }
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

    /** The folder of the log and its archives. */
    public Path logs() {
        return logs;
    }

    /**
     * Moves the log to another environment, such as a mount namespace.
     *
     * @param command the words before the command of each child
     * @param logsFromHere the folder of logs as this process sees it
     * @param close closes the environment, together with the scene
     */
    public void move(List<String> command, Path logsFromHere, AutoCloseable close) {
        through = List.copyOf(command);
        logs = logsFromHere;
        surroundings = close;
    }

    /**
     * Moves the lanes to another environment.
     *
     * @param command the words before the command of each child
     * @param fromHere the parent of the lane directory as this process sees it
     * @param close closes the environment, together with the scene
     */
    public void moveLanes(List<String> command, Path fromHere, AutoCloseable close) {
        through = List.copyOf(command);
        lanesFromHere = fromHere;
        surroundings = close;
    }

    /** Adds an option of each JVM that is started from now on. */
    public void give(String option) {
        options.add(option);
    }

    /** Expects other programs to rename the log or write to it, so that beginnings of lines may remain. */
    public void expectOutsideHands() {
        outsideHands = true;
    }

    /** Expects processes without room for shared lanes, which write their own logs. */
    public void expectNeighbours() {
        neighboursExpected = true;
    }

    /** Expects the JVM to report missing pages of mapped files, which are no complaint then. */
    public void expectFaults() {
        faultsExpected = true;
    }

    /** Expects an uncompressed rolled file: a process may die while its disk is too full for the note about the file. */
    public void expectUncompressed() {
        uncompressedExpected = true;
    }

    /** Orders files by content, because the clock is set and names of archives don't show the order. */
    public void orderByContent() {
        orderedByContent = true;
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
            prefix.addAll(PidNamespace.ENTERING);
        }
        return start(launcher(Producer.class, load).behind(prefix), load.ownPids());
    }

    /** Starts a producer that logs to its standard output. */
    public Child start(ProducerLoad load, Outlet outlet) throws IOException {
        return start(
                launcher(ConsoleProducer.class, load).behind(outlet.words()).outputTo(outlet.target()),
                !outlet.words().isEmpty());
    }

    /** The number of the producer that is started next. */
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

    /** Starts a producer and waits until it can log. */
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

    /** The current files of the log. */
    public List<Path> files() throws IOException {
        return LogFiles.in(logs());
    }

    /** Something went wrong that is no matter of lines. */
    public void complain(Child child, String what) {
        String errors = child.errors();
        String last = errors.substring(errors.lastIndexOf('\n') + 1);
        complain("producer " + child.number() + " " + what + (last.isEmpty() ? "" : ": " + last));
    }

    /** Something went wrong that is no matter of lines. */
    public void complain(String what) {
        complaints.add(what);
    }

    /** The problems that don't concern lines. */
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
            if (!faultsExpected && child.errors().contains("InternalError")) {
                complain(child, "met an internal error");
            }
        }
        if (!neighboursExpected && files().stream().anyMatch(LogFiles::isNeighbour)) {
            complain("a process did not take part in the log and wrote one of its own");
        }
        return auditNow();
    }

    /** Audits every line in the current state. */
    public Audit auditNow() throws IOException {
        return Auditor.audit(
                orderedByContent ? LogFiles.byContent(logs()) : LogFiles.in(logs()), acknowledgements, outsideHands);
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

    /** The remaining work of dead processes. */
    private List<String> left(Child successor) throws IOException {
        List<String> left = new ArrayList<>(LogFiles.unfinishedWork(logs));
        if (uncompressedExpected) {
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
        AutoCloseable around = surroundings;
        if (around != null) {
            try {
                around.close();
            } catch (Exception e) {
                throw new IOException("cannot leave the log's surroundings", e);
            }
        }
        Folders.delete(lanes);
        if (!kept) {
            Folders.delete(folder);
        }
    }
}
