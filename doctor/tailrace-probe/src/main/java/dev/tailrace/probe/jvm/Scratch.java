package dev.tailrace.probe.jvm;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * A folder that both doctor and the target can write to, for answers that a JVM gives only as a file. The target may live in another
 * container and see other paths than doctor; it may belong to another user, when doctor is root. Closing removes it.
 */
public final class Scratch implements Closeable {
    /** All that is ever put there, the folder itself last. */
    private static final List<String> NAMES = List.of(
            "doctor.jfc",
            "exceptions.jfc",
            "recording.jfr",
            "throws.jfr",
            "threads.json",
            AgentJar.JAR,
            AgentJar.RESULT,
            AgentJar.RESULT + ".part",
            "");

    private final Path here;
    private final Path forTarget;
    private final long user;

    private Scratch(Path here, Path forTarget, long user) {
        this.here = here;
        this.forTarget = forTarget;
        this.user = user;
    }

    /**
     * A new folder in the target's folder for such things.
     *
     * @param temporary the target's {@code java.io.tmpdir}
     */
    public static Scratch in(Target target, String temporary) throws IOException {
        String name = "tailrace-doctor-" + ProcessHandle.current().pid() + "-" + System.nanoTime();
        Path forTarget = Path.of(temporary).resolve(name);
        Path root = root(target.proc());
        Path here = root.resolve(forTarget.toString().replaceFirst("^/+", ""));
        Files.createDirectory(here, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Scratch scratch = new Scratch(here, forTarget, target.proc().user());
        scratch.handOver(here);
        return scratch;
    }

    /** The root of the file system as a process sees it, from here. */
    public static Path root(Proc proc) {
        Path slash = Path.of("/");
        Path own = new Proc(ProcessHandle.current().pid()).link("ns/mnt");
        Path its = proc.link("ns/mnt");
        Path root = proc.link("root");
        boolean same = own == null || own.equals(its);
        return same && (root == null || root.equals(slash)) ? slash : proc.folder("root");
    }

    /** Gives a file to the target's user, where doctor is root and that user is not. */
    public void handOver(Path file) throws IOException {
        if (user > 0 && Files.getAttribute(file, "unix:uid") instanceof Integer owner && owner != user) {
            Files.setAttribute(file, "unix:uid", (int) user);
        }
    }

    /** A file in it as doctor finds it. */
    public Path here(String name) {
        return here.resolve(name);
    }

    /** The folder as the target finds it. */
    public String forTarget() {
        return forTarget.toString();
    }

    /** The file's name as a command's argument. */
    public String forTarget(String name) {
        String path = forTarget.resolve(name).toString();
        return path.indexOf(' ') < 0 ? path : '"' + path + '"';
    }

    @Override
    public void close() {
        for (String name : NAMES) {
            try {
                Files.deleteIfExists(here.resolve(name));
            } catch (IOException e) {
                // What can't be removed stays; the folder's name says whose it is.
            }
        }
    }
}
