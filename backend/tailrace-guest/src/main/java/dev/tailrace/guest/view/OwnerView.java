package dev.tailrace.guest.view;

import dev.tailrace.bytes.MappedFiles;
import dev.tailrace.bytes.Memory;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.journal.owner.Owner;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.engine.journal.owner.OwnerHead;
import dev.tailrace.engine.journal.ring.RingDescriptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;

/**
 * A process that has, or had, lanes of a log, read without changing any file.
 *
 * @param name the beginning of its files' names
 * @param alive whether its process isn't proved dead
 * @param pid process id; 0 when its file is gone
 * @param here whether it has this process id here; else it is in a PID namespace that can't be seen from here, and has it there
 * @param startMillis when it was started, milliseconds since 1970; 0 when that isn't known
 * @param dropped events it had to drop, ever
 * @param unreported those of them that the log doesn't report yet
 * @param otherRolling whether it lives and wants another rolling than the one in use
 * @param rings by lane and generation
 * @param problem the problem of its file, without a full stop; empty: none
 */
public record OwnerView(
        String name,
        boolean alive,
        long pid,
        boolean here,
        long startMillis,
        long dropped,
        long unreported,
        boolean otherRolling,
        List<RingView> rings,
        String problem) {

    /** @param rolling the hash of the rolling in use */
    static OwnerView of(Path directory, String name, List<RingView> rings, boolean alive, long rolling) {
        Path file = directory.resolve(name + Owner.SUFFIX);
        ByteBuffer page = ByteBuffer.allocateDirect(OwnerDescriptor.LENGTH);
        String problem;
        try {
            problem = read(file, page);
        } catch (NoSuchFileException e) {
            // The last thing a process removes when it ends.
            return new OwnerView(name, false, 0, true, 0, 0, 0, false, rings, "");
        } catch (IOException e) {
            problem = "its file can't be read: " + e.getMessage();
        }
        if (!problem.isEmpty()) {
            return new OwnerView(name, alive, 0, true, 0, 0, 0, false, rings, problem);
        }
        DropCounters losses = new DropCounters(Memory.getPlain(page, OwnerDescriptor.ID_OFFSET), page);
        LossReport unreported = losses.unreported();
        long dropped = losses.total();
        OwnerHead head = new OwnerHead(file, page);
        long pid = alive ? head.pidHere() : head.pid();
        boolean damaged = dropped < 0 || (unreported != null && unreported.damaged());
        return new OwnerView(
                name,
                alive,
                pid > 0 ? pid : head.pid(),
                pid > 0,
                Memory.getPlain(page, OwnerDescriptor.START_OFFSET),
                damaged ? 0 : dropped,
                unreported == null ? 0 : unreported.total(),
                alive && head.wantsOtherRolling(rolling),
                rings,
                damaged ? "what it says its process dropped can't be" : "");
    }

    /** Whether it is, or was, the process with this id. */
    public boolean is(long process) {
        return pid == 0 ? name.startsWith(process + "-") : here && pid == process;
    }

    static String read(Path file, ByteBuffer page) throws IOException {
        MappedFiles.requireFile(file);
        try (FileChannel in = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            in.read(page, 0);
            if (Memory.getPlain(page, OwnerDescriptor.MAGIC_OFFSET) != OwnerDescriptor.MAGIC
                    || in.size() != OwnerDescriptor.LENGTH) {
                return "its file is no owner's";
            }
        }
        long major = Memory.getPlain(page, OwnerDescriptor.VERSION_OFFSET) >>> 32;
        return major == RingDescriptor.VERSION_MAJOR
                ? ""
                : "its format is of version " + major + ", this Tailrace knows " + RingDescriptor.VERSION_MAJOR;
    }
}
