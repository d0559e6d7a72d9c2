package dev.tailrace.engine.journal.owner;

import dev.tailrace.engine.sink.DerivedName;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the directory for the lanes of a log file, and makes sure that it is private to this user.
 *
 * <p>The lanes get their own folder in one of these, in this order: the configured directory; {@code TAILRACE_DIR}; {@code
 * /dev/shm/tailrace-UID} (memory that outlives the process, not the machine); or beside the log file. A directory that is a link, belongs
 * to another user, or is open to others is refused, never repaired. Shared memory that is full is no choice: lanes for which it has no room
 * would be in the process's own memory, and end with it.
 */
public final class LaneDirectory {
    private static final String LOCK_SUFFIX = ".tailrace-lock";
    /** The name of the directory of processes without log files. */
    public static final String CONSOLES = "consoles";

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    /** About what the lanes of a log that logs little take. */
    private static final long LEAST_BYTES = 512 << 10;

    private final @Nullable Path directory;
    private final boolean memory;
    private final List<Refusal> refusals;

    private LaneDirectory(@Nullable Path directory, boolean memory, List<Refusal> refusals) {
        this.directory = directory;
        this.memory = memory;
        this.refusals = refusals;
    }

    /** Null when no directory could be used. */
    public @Nullable Path directory() {
        return directory;
    }

    /** Whether stores there are known never to wait for a disk. */
    public boolean isMemory() {
        return memory;
    }

    /** Why a directory is not used. */
    public enum Reason {
        FOREIGN,
        OPEN,
        LINK,
        FULL,
        UNUSABLE
    }

    /** A preferred directory, and why it isn't used, in a plain sentence. */
    public record Refusal(Reason reason, String text) {}

    /** The preferred directories that aren't used. */
    public List<Refusal> refusals() {
        return refusals;
    }

    /**
     * Chooses and creates the directory.
     *
     * @param logFile the log or its lock file, absolute
     * @param configured must be private to this user; null: not configured
     * @param parent a directory that may be shared with other users; null: none is configured
     */
    public static LaneDirectory choose(Path logFile, @Nullable String configured, @Nullable String parent) {
        List<Refusal> refusals = new ArrayList<>();
        String name = nameFor(logFile);
        Path chosen = null;
        boolean memory = true;
        if (configured != null) {
            Path ours = usable(absolute(configured), refusals);
            chosen = ours == null ? null : usable(ours.resolve(name), refusals);
        }
        if (chosen == null && parent != null) {
            chosen = usable(absolute(parent).resolve(name), refusals);
        }
        if (chosen == null && Files.isDirectory(SHARED_MEMORY) && hasRoom(refusals)) {
            Path ours = usable(ours(), refusals);
            chosen = ours == null ? null : usable(ours.resolve(name), refusals);
        }
        if (chosen == null) {
            Path fileName = logFile.getFileName();
            Path folder = logFile.getParent();
            if (fileName != null && folder != null) {
                chosen = usable(folder.resolve(besideName(fileName.toString())), refusals);
                memory = false;
            }
        }
        return new LaneDirectory(chosen, memory && chosen != null, List.copyOf(refusals));
    }

    /**
     * The directory of processes that log to consoles only, made if need be; null: none can be used.
     *
     * @param parent as for {@link #choose}
     */
    public static @Nullable Path forConsoles(@Nullable String parent) {
        List<Refusal> ignored = new ArrayList<>();
        Path chosen = parent == null ? null : usable(absolute(parent).resolve(CONSOLES), ignored);
        if (chosen == null && Files.isDirectory(SHARED_MEMORY)) {
            Path ours = usable(ours(), ignored);
            chosen = ours == null ? null : usable(ours.resolve(CONSOLES), ignored);
        }
        return chosen;
    }

    private static Path absolute(String directory) {
        return Path.of(DerivedName.encodable(directory)).toAbsolutePath().normalize();
    }

    private static Path ours() {
        return SHARED_MEMORY.resolve("tailrace-" + userId());
    }

    /**
     * The lock file of a log whose directory isn't writable. It is in this user's shared memory. {@code beside}: the usual path of the lock
     * file, beside the log.
     */
    public static Path lockFor(Path beside) {
        return ours().resolve("." + nameFor(beside) + LOCK_SUFFIX);
    }

    /**
     * The directories in which a process could have its lanes of a log, whether they exist or not.
     *
     * @param lockFile the log's
     * @param parents directories that processes may have been given
     */
    public static Set<Path> candidates(Path lockFile, List<Path> parents) {
        String name = nameFor(lockFile);
        Set<Path> all = new LinkedHashSet<>();
        parents.forEach(parent -> all.add(parent.toAbsolutePath().normalize().resolve(name)));
        all.add(ours().resolve(name));
        all.add(lockFile.resolveSibling(besideName(String.valueOf(lockFile.getFileName()))));
        return all;
    }

    /** The lock file stands for the log: {@code .app.log.tailrace-lock} has its lanes in {@code .app.log.lanes}. */
    private static String besideName(String name) {
        String base = name.endsWith(LOCK_SUFFIX) ? name.substring(0, name.length() - LOCK_SUFFIX.length()) : name;
        return (base.startsWith(".") ? base : "." + base) + ".lanes";
    }

    /** Why an existing directory can't be used for lanes, without a full stop; null when it can be used. */
    public static @Nullable String refusal(Path directory) {
        try {
            Refusal refusal = check(directory);
            return refusal == null
                    ? null
                    : refusal.text().substring(0, refusal.text().length() - 1);
        } catch (IOException | SecurityException e) {
            return "it can't be looked at: " + e;
        }
    }

    /**
     * Makes a removed directory again that is in use.
     *
     * @throws IOException also when another file has this name now
     */
    public static void remake(Path directory) throws IOException {
        Path parent = directory.getParent();
        if (parent != null) {
            // The parent may have been removed, too. Its former permissions are unknown now.
            Files.createDirectories(parent, ownerOnly(parent));
        }
        create(directory);
        Refusal refusal = check(directory);
        if (refusal != null) {
            throw new IOException(refusal.text());
        }
    }

    /** A short name that is the same for all paths that lead to this file. */
    static String nameFor(Path logFile) {
        Path path = logFile;
        Path folder = logFile.getParent();
        Path fileName = logFile.getFileName();
        if (folder != null && fileName != null) {
            try {
                path = folder.toRealPath().resolve(fileName);
            } catch (IOException e) {
                path = logFile.normalize();
            }
        }
        return HexFormat.of().toHexDigits(hash(path.toString().getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * FNV-1a (Fowler, Noll, Vo) with the last mixing step of MurmurHash3, because a digest of the JDK would load the JDK's security
     * providers.
     */
    private static long hash(byte[] bytes) {
        long hash = 0xcbf2_9ce4_8422_2325L;
        for (byte each : bytes) {
            hash = (hash ^ (each & 0xff)) * 0x100_0000_01b3L;
        }
        hash = (hash ^ (hash >>> 33)) * 0xff51_afd7_ed55_8ccdL;
        hash = (hash ^ (hash >>> 33)) * 0xc4ce_b9fe_1a85_ec53L;
        return hash ^ (hash >>> 33);
    }

    private static @Nullable Path usable(Path directory, List<Refusal> refusals) {
        try {
            create(directory);
            Refusal refusal = check(directory);
            if (refusal == null) {
                return directory;
            }
            refusals.add(refusal);
        } catch (IOException | SecurityException e) {
            refusals.add(new Refusal(Reason.UNUSABLE, directory + " can't be created: " + e + "."));
        }
        return null;
    }

    private static boolean hasRoom(List<Refusal> refusals) {
        try {
            long free = Files.getFileStore(SHARED_MEMORY).getUsableSpace();
            if (free < LEAST_BYTES && !Files.getFileStore(SHARED_MEMORY).isReadOnly()) {
                refusals.add(
                        new Refusal(Reason.FULL, SHARED_MEMORY + " has only " + (free >> 10) + " kB of free space."));
                return false;
            }
        } catch (IOException | SecurityException e) {
            // Then the attempt to use it decides.
            return true;
        }
        return true;
    }

    private static void create(Path directory) throws IOException {
        Path parent = directory.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        try {
            Files.createDirectory(directory, ownerOnly(directory));
        } catch (FileAlreadyExistsException e) {
            // Most often this user's own from an earlier start; the next check finds out.
            return;
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path directory) {
        return directory.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
    }

    private static @Nullable Refusal check(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return new Refusal(Reason.LINK, directory + " is a link or no directory.");
        }
        if (!directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            return null;
        }
        PosixFileAttributes attributes =
                Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        String user = userId();
        Object owner = Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        // Without /proc, only the user's name is known.
        if (!String.valueOf(owner).equals(user) && !attributes.owner().getName().equals(user)) {
            return new Refusal(
                    Reason.FOREIGN,
                    directory + " belongs to " + attributes.owner().getName() + ".");
        }
        Set<PosixFilePermission> permissions = attributes.permissions();
        if (permissions.stream().anyMatch(permission -> !permission.name().startsWith("OWNER_"))) {
            return new Refusal(
                    Reason.OPEN,
                    directory + " is open to others: it is " + PosixFilePermissions.toString(permissions)
                            + " and must be rwx------.");
        }
        return Files.isWritable(directory) ? null : new Refusal(Reason.UNUSABLE, directory + " can't be written.");
    }

    /** The user id of this process; the user name where there are no ids. */
    private static String userId() {
        try {
            // The owner of a process's own folder is its effective user.
            return String.valueOf(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return System.getProperty("user.name", "unknown");
        }
    }
}
