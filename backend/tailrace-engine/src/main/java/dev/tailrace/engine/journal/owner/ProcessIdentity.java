package dev.tailrace.engine.journal.owner;

import dev.tailrace.bytes.Memory;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * Distinguishes a process from every other present or past process on this machine, and finds out from {@code /proc} whether it lives; only
 * within one PID namespace. A process id alone proves nothing, since ids are reused; nor does a lock, which the process loses as soon as
 * any of its descriptors of that file is closed. Immutable.
 *
 * @param pid as {@code /proc} shows it inside of its PID namespace
 * @param ticks start of the process in clock ticks since boot: field 22 of {@code /proc/PID/stat}; 0 unknown
 * @param namespace inode of its PID namespace, and in the upper half of its time namespace, which shifts ticks; 0: unknown, or {@code
 *     /proc} shows another namespace or hides processes
 * @param boot hash of the kernel's boot id; 0 unknown
 */
record ProcessIdentity(long pid, long ticks, long namespace, long boot) {
    /** The evidence about a process. */
    enum Evidence {
        LIVES,
        GONE,
        /** Nothing can be proved from here. */
        NONE
    }

    private static final Path PROC = Path.of("/proc");
    private static final int LONGEST_STAT = 4096;
    private static final int STATE_FIELD = 3;
    private static final int TICKS_FIELD = 22;
    private static final int ATTEMPTS = 3;
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    /** Loaded when it is first needed. */
    private static final class Current {
        static final ProcessIdentity SELF = read();

        private Current() {}
    }

    /** This process. */
    static ProcessIdentity current() {
        return Current.SELF;
    }

    /** Reads the identity from an owner's page. */
    static ProcessIdentity of(ByteBuffer page) {
        return new ProcessIdentity(
                Memory.getPlain(page, OwnerDescriptor.PID_OFFSET),
                Memory.getPlain(page, OwnerDescriptor.TICKS_OFFSET),
                Memory.getPlain(page, OwnerDescriptor.NAMESPACE_OFFSET),
                Memory.getPlain(page, OwnerDescriptor.BOOT_OFFSET));
    }

    /** The id under which {@code /proc} shows this process here; 0: it is in another PID namespace that can't be seen from here. */
    long pidHere() {
        if (namespace == current().namespace) {
            return pid;
        }
        if ((int) namespace == 0) {
            return 0;
        }
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(PROC, "[1-9]*")) {
            for (Path each : processes) {
                if (isThis(each)) {
                    return Long.parseLong(String.valueOf(each.getFileName()));
                }
            }
        } catch (IOException | DirectoryIteratorException | NumberFormatException e) {
            return 0;
        }
        return 0;
    }

    /** Whether a folder of {@code /proc} is this process's, which may have another id there. */
    private boolean isThis(Path folder) {
        try {
            return (int) inode(Files.readSymbolicLink(folder.resolve("ns/pid")).toString()) == (int) namespace
                    && (namespace >>> 32 != current().namespace >>> 32 || Stat.of(folder).ticks == ticks)
                    && Files.readAllLines(folder.resolve("status"), StandardCharsets.ISO_8859_1).stream()
                            .anyMatch(line -> line.startsWith("NSpid:") && line.endsWith("\t" + pid));
        } catch (IOException | UnsupportedOperationException e) {
            // It has ended, or belongs to another user.
            return false;
        }
    }

    void describe(ByteBuffer page) {
        Memory.putPlain(page, OwnerDescriptor.PID_OFFSET, pid);
        Memory.putPlain(page, OwnerDescriptor.TICKS_OFFSET, ticks);
        Memory.putPlain(page, OwnerDescriptor.NAMESPACE_OFFSET, namespace);
        Memory.putPlain(page, OwnerDescriptor.BOOT_OFFSET, boot);
    }

    private static ProcessIdentity read() {
        long pid = ProcessHandle.current().pid();
        long boot = bootNow();
        try {
            String self = Files.readSymbolicLink(PROC.resolve("self")).toString();
            String namespace =
                    Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
            Stat stat = Stat.of(PROC.resolve(self));
            // In a PID namespace without its own /proc, /proc has other ids; mounted with hidepid, it hides live
            // processes.
            boolean trusted = self.equals(Long.toString(pid)) && Files.isReadable(PROC.resolve("1/stat"));
            return new ProcessIdentity(pid, stat.ticks, trusted ? inode(namespace) | timeNamespace() << 32 : 0, boot);
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return new ProcessIdentity(pid, 0, 0, boot);
        }
    }

    /** The number in {@code pid:[4026531836]}; 0 when there is none. */
    private static long inode(String link) {
        String digits = link.replaceAll("[^0-9]", "");
        return digits.isEmpty() || digits.length() > 18 ? 0 : Long.parseLong(digits);
    }

    private static long timeNamespace() {
        try {
            return inode(Files.readSymbolicLink(PROC.resolve("self/ns/time")).toString());
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return 0; // a kernel without them
        }
    }

    private static long bootNow() {
        try (InputStream in = new FileInputStream("/proc/sys/kernel/random/boot_id")) {
            long hash = BASIS;
            for (byte b : in.readNBytes(LONGEST_STAT)) {
                hash = (hash ^ (b & 0xff)) * PRIME;
            }
            return hash;
        } catch (IOException | SecurityException e) {
            return 0;
        }
    }

    /**
     * Whether the process with this identity lives, as far as this process can prove. Costs one or more system calls; a wrong id is no
     * process.
     */
    Evidence evidence() {
        ProcessIdentity self = current();
        if (namespace == 0 || namespace != self.namespace || ticks == 0 || pid <= 0) {
            return Evidence.NONE;
        }
        for (int i = 0; i < ATTEMPTS; i++) {
            Path folder = PROC.resolve(Long.toString(pid));
            try {
                Stat stat = Stat.of(folder);
                if (stat.ticks != ticks || (stat.isZombie() && isLastThread(folder))) {
                    return Evidence.GONE;
                }
                // The same process; or, after another boot, one that happens to have the same number and the same tick.
                // Containers may have
                // a boot id of their own, so that it proves nothing by itself.
                return boot == self.boot ? Evidence.LIVES : Evidence.NONE;
            } catch (IOException | SecurityException e) {
                if (isGone(folder)) {
                    return Evidence.GONE;
                }
                // The process was reaped between two looks, its id belongs to another process by now, or there are no
                // descriptors left.
            }
        }
        return Evidence.NONE;
    }

    private static boolean isGone(Path folder) {
        try {
            Files.readAttributes(folder, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return false;
        } catch (NoSuchFileException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Whether no other thread is left: an ended main thread is a zombie, too, while other threads may still be in the middle of a write.
     */
    private static boolean isLastThread(Path folder) throws IOException {
        int count = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(folder.resolve("task"))) {
            for (Path task : tasks) {
                count += task.getNameCount() > 0 ? 1 : 0;
            }
        }
        return count <= 1;
    }

    /** Two fields of {@code /proc/PID/stat}. */
    private record Stat(char state, long ticks) {
        /** Read without a channel: an interrupt would close it. */
        static Stat of(Path folder) throws IOException {
            byte[] bytes;
            try (InputStream in = new FileInputStream(folder.resolve("stat").toFile())) {
                bytes = in.readNBytes(LONGEST_STAT);
            } catch (FileNotFoundException e) {
                throw new IOException(folder + " can't be read", e);
            }
            String text = new String(bytes, StandardCharsets.ISO_8859_1);
            // The second field is the command in brackets and may contain any character.
            String[] fields = text.substring(text.lastIndexOf(')') + 1).trim().split(" ", -1);
            try {
                return new Stat(fields[0].charAt(0), Long.parseLong(fields[TICKS_FIELD - STATE_FIELD].trim()));
            } catch (IndexOutOfBoundsException | NumberFormatException e) {
                throw new IOException("unknown format of " + folder + "/stat", e);
            }
        }

        boolean isZombie() {
            return state == 'Z' || state == 'X';
        }
    }
}
