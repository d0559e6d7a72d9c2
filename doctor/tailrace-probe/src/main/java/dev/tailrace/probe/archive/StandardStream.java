package dev.tailrace.probe.archive;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Where a process's standard output or standard error goes. Immutable.
 *
 * @param descriptor 1: standard output; 2: standard error
 * @param target what the system says it is: {@code pipe:[4711]}, {@code /dev/pts/3}, a file; of a named pipe {@code pipe:/run/log.fifo}
 * @param readers of a pipe: the processes that hold its other end; empty when none was seen, which may also be another user's
 */
public record StandardStream(int descriptor, String target, List<OpenFile.Holder> readers) {
    private static final String PIPE = "pipe:";

    public StandardStream {
        readers = List.copyOf(readers);
    }

    /** Whether the stream is a pipe, which is full when its reader doesn't read. */
    public boolean isPipe() {
        return target.startsWith(PIPE);
    }

    /** Whether the stream is a file, which a disk has to take. */
    public boolean isFile() {
        return target.startsWith("/") && !target.startsWith("/dev/");
    }

    /** The target of a pipe with a name in the file system. */
    public static String named(String path) {
        return PIPE + path;
    }

    /** The stream in a sentence. */
    public String text() {
        String name = descriptor == 1 ? "Standard output" : "Standard error";
        if (isPipe()) {
            String what = target.startsWith(PIPE + "/")
                    ? " is the named pipe " + target.substring(PIPE.length())
                    : " is a pipe";
            if (readers.isEmpty()) {
                return name + what + "; no process that doctor may look at has its other end.";
            }
            return readers.stream()
                    .map(each -> "process " + each.pid() + " (" + each.name() + ")")
                    .collect(Collectors.joining(", ", name + what + "; its other end is held by ", "."));
        }
        if (target.startsWith("/dev/pts/") || target.startsWith("/dev/tty")) {
            return name + " is the terminal " + target + "; Ctrl+S or a marked text stops it.";
        }
        return name + " is " + (isFile() ? "the file " : "") + target + ".";
    }
}
