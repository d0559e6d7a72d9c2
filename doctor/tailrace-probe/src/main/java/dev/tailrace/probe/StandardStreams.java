package dev.tailrace.probe;

import dev.tailrace.probe.archive.OpenFile.Holder;
import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Finds where standard output and standard error of a process go, and what reads them; from {@code /proc}, so that it does not notice. */
final class StandardStreams {
    private static final int ACCESS_MODE = 3;

    /** The bits of a file's mode that say what it is, and those of a pipe. */
    private static final int TYPE = 0170000;

    private static final int FIFO = 0010000;

    private StandardStreams() {}

    /** Both streams, as far as they can be seen; none where there is no {@code /proc}. */
    static List<StandardStream> of(Proc proc) {
        List<StandardStream> streams = new ArrayList<>();
        for (int descriptor = 1; descriptor <= 2; descriptor++) {
            Path target = proc.link("fd/" + descriptor);
            if (target != null) {
                String text = target.toString();
                boolean named = target.isAbsolute() && isPipe(proc, descriptor);
                boolean pipe = named || text.startsWith("pipe:");
                streams.add(new StandardStream(
                        descriptor,
                        named ? StandardStream.named(text) : text,
                        pipe ? readers(proc, target) : List.of()));
            }
        }
        return streams;
    }

    /** Whether what has a name in the file system is a pipe all the same. */
    private static boolean isPipe(Proc proc, int descriptor) {
        try {
            int mode = (Integer) Files.getAttribute(proc.folder("fd/" + descriptor), "unix:mode");
            return (mode & TYPE) == FIFO;
        } catch (IOException | RuntimeException e) {
            // Not for us to see, or closed meanwhile.
            return false;
        }
    }

    private static List<Holder> readers(Proc proc, Path pipe) {
        List<Holder> readers = new ArrayList<>();
        for (Proc other : Proc.all()) {
            if (other.pid() != proc.pid() && reads(other, pipe)) {
                readers.add(new Holder(other.pid(), other.name()));
            }
        }
        return readers;
    }

    private static boolean reads(Proc proc, Path pipe) {
        for (Path fd : proc.list("fd")) {
            try {
                if (Files.readSymbolicLink(fd).equals(pipe) && (OpenFiles.flags(proc, fd) & ACCESS_MODE) == 0) {
                    return true;
                }
            } catch (IOException | RuntimeException e) {
                // Descriptors come and go while we look, and not all are for us to see.
            }
        }
        return false;
    }
}
