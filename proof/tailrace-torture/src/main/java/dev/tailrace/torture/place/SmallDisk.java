package dev.tailrace.torture.place;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A small tmpfs over a folder, in its own mount namespace. A sleeping process keeps it; it is gone when that process ends. Other processes
 * of this machine don't see it. For one thread.
 */
public final class SmallDisk implements AutoCloseable {
    private static final String BALLAST = "ballast";

    private final Process keeper;
    private final Path inside;
    private final Path folder;
    private final List<String> entering;

    private SmallDisk(Process keeper, Path inside, Path folder, List<String> entering) {
        this.keeper = keeper;
        this.inside = inside;
        this.folder = folder;
        this.entering = entering;
    }

    /**
     * Mounts a disk.
     *
     * @throws IOException if this user may not mount
     */
    public static SmallDisk over(Path folder, int megabytes) throws IOException, InterruptedException {
        try {
            return mount(List.of("unshare", "-m"), List.of("-m"), folder, megabytes);
        } catch (IOException noRoot) {
            return mount(List.of("unshare", "-rm"), List.of("-U", "-m", "--preserve-credentials"), folder, megabytes);
        }
    }

    private static SmallDisk mount(List<String> unshare, List<String> enter, Path folder, int megabytes)
            throws IOException, InterruptedException {
        String script = "mount -t tmpfs -o size=" + megabytes + "m tailrace-torture '" + folder
                + "' && echo mounted && exec sleep 86400";
        ArrayList<String> command = new ArrayList<>(unshare);
        command.addAll(List.of("sh", "-c", script));
        Process keeper = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keeper.getInputStream().readNBytes("mounted".length()), StandardCharsets.UTF_8);
        if (!said.equals("mounted")) {
            keeper.destroyForcibly();
            keeper.waitFor(5, TimeUnit.SECONDS);
            throw new IOException("a file system cannot be mounted: " + said + " ...");
        }
        List<String> entering = new ArrayList<>(List.of("nsenter", "-t", String.valueOf(keeper.pid())));
        entering.addAll(enter);
        entering.add("--");
        return new SmallDisk(
                keeper, folder, Path.of("/proc", String.valueOf(keeper.pid()), "root" + folder), List.copyOf(entering));
    }

    /** The folder, as a process outside the namespace sees it. */
    public Path folder() {
        return folder;
    }

    /** The words before a command that run it in the disk's namespace. */
    public List<String> entering() {
        return entering;
    }

    public void fill() throws IOException {
        byte[] block = new byte[1 << 12];
        try (OutputStream out =
                Files.newOutputStream(folder.resolve(BALLAST), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                out.write(block);
            }
        } catch (IOException e) {
            // Other processes may have freed a little in between.
            if (folder.toFile().getUsableSpace() > folder.toFile().getTotalSpace() / 4) {
                throw e;
            }
        }
    }

    /**
     * Makes the disk read-only for files that are opened from now on. (Open files stay writable: the kernel refuses to make a file system
     * read-only while files are open for writing.)
     */
    public void makeReadOnly() throws IOException, InterruptedException {
        // The mount is prepared elsewhere and moved over the folder: a file opened meanwhile would make it busy.
        String aside = inside + ".read-only";
        run("mkdir -p '" + aside + "' && mount --bind '" + inside + "' '" + aside + "' && mount -o remount,bind,ro '"
                + aside + "' && mount --move '" + aside + "' '" + inside + "'");
    }

    public void makeWritable() throws IOException, InterruptedException {
        run("umount -l '" + inside + "'");
    }

    private void run(String script) throws IOException, InterruptedException {
        ArrayList<String> command = new ArrayList<>(entering);
        command.addAll(List.of("sh", "-c", script));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(script + ": " + said.strip());
        }
    }

    public void free() throws IOException {
        Files.deleteIfExists(folder.resolve(BALLAST));
    }

    @Override
    public void close() {
        keeper.destroyForcibly();
        try {
            keeper.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
