package dev.tailrace.probe;

import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.archive.OpenFile.Holder;
import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds which files a process writes, and which other processes write them; from {@code /proc}, so that the process does not notice. */
final class OpenFiles {
    private static final int ACCESS_MODE = 3;
    private static final int APPEND = 02000;
    private static final int MOST_FILES = 5_000;

    private OpenFiles() {}

    private record Descriptor(Path target, boolean appends, long bytes, long free) {}

    /** The regular files that a process has open for writing, and the others that have. */
    static List<OpenFile> of(Proc proc) {
        Map<Object, Descriptor> own = written(proc, null);
        Map<Object, List<Holder>> others = new LinkedHashMap<>();
        if (!own.isEmpty()) {
            long self = ProcessHandle.current().pid();
            for (Proc other : Proc.all()) {
                if (other.pid() != proc.pid() && other.pid() != self) {
                    written(other, own)
                            .keySet()
                            .forEach(file -> others.computeIfAbsent(file, f -> new ArrayList<>())
                                    .add(new Holder(other.pid(), other.name())));
                }
            }
        }
        List<OpenFile> files = new ArrayList<>();
        own.forEach((file, descriptor) -> files.add(new OpenFile(
                descriptor.target().toString(),
                descriptor.bytes(),
                descriptor.free(),
                descriptor.appends(),
                others.getOrDefault(file, List.of()))));
        return files;
    }

    /** By device and number of the file; those of interest only, where given. */
    private static Map<Object, Descriptor> written(Proc proc, @Nullable Map<Object, Descriptor> wanted) {
        Map<Object, Descriptor> found = new LinkedHashMap<>();
        for (Path fd : proc.list("fd")) {
            if (found.size() >= MOST_FILES) {
                break;
            }
            try {
                Path target = Files.readSymbolicLink(fd);
                if (!target.isAbsolute() || target.startsWith("/dev") || target.startsWith("/proc")) {
                    continue;
                }
                // Through the descriptor, so that it is the file of that process even in another file system.
                Object file = Files.readAttributes(fd, "unix:dev,ino").toString();
                boolean counts = wanted == null ? Files.isRegularFile(fd) : wanted.containsKey(file);
                if (!counts || found.containsKey(file)) {
                    continue;
                }
                int flags = flags(proc, fd);
                if ((flags & ACCESS_MODE) != 0) {
                    long free = fd.toFile().getTotalSpace() > 0 ? fd.toFile().getUsableSpace() : -1;
                    found.put(file, new Descriptor(target, (flags & APPEND) != 0, Files.size(fd), free));
                }
            } catch (IOException | RuntimeException e) {
                // Descriptors come and go while we look, and not all are for us to see.
            }
        }
        return found;
    }

    /** The flags with which the file was opened, in octal as Linux reports them. */
    static int flags(Proc proc, Path fd) {
        String info = proc.text("fdinfo/" + fd.getFileName());
        if (info == null) {
            return 0;
        }
        return info.lines()
                .filter(line -> line.startsWith("flags:"))
                .map(line -> Integer.parseInt(line.substring(6).strip(), 8))
                .findFirst()
                .orElse(0);
    }
}
