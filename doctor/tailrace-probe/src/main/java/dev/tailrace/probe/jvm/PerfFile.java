package dev.tailrace.probe.jvm;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file in which a HotSpot JVM keeps its counters, {@code hsperfdata_USER/PID} in the folder for temporary files. The process has it mapped, so
 * its name and number stand in {@code /proc/PID/maps}: that of an earlier process with the same number is not taken for it, nor another that
 * was put in its place. To read it costs the process nothing. Immutable.
 */
public final class PerfFile {
    private static final Pattern MAPPED = Pattern.compile(
            "(?m)^\\S+ \\S+ \\S+ \\S+ ([0-9]{1,20}) +(/.*/hsperfdata_[^/\n]+/[0-9]{1,12})( \\(deleted\\))?$");

    private final Path path;

    private PerfFile(Path path) {
        this.path = path;
    }

    /** Says why there are no counters, in a sentence. */
    public static final class AbsentException extends Exception {
        private static final long serialVersionUID = 1;

        AbsentException(String why) {
            super(why);
        }
    }

    /** The file that a process has mapped. */
    public static PerfFile of(Proc proc) throws AbsentException {
        String maps = proc.text("maps");
        if (maps == null) {
            throw new AbsentException("What process " + proc.pid() + " has mapped is not for us to see.");
        }
        if (maps.contains("/libj9vm")) {
            throw new AbsentException("Process " + proc.pid() + " runs on OpenJ9, which keeps none.");
        }
        Matcher matcher = MAPPED.matcher(maps);
        if (!matcher.find()) {
            throw new AbsentException(
                    "Process " + proc.pid()
                            + " keeps none for others to read (-XX:-UsePerfData, -XX:+PerfDisableSharedMem, or no folder to write to).");
        }
        if (matcher.group(3) != null) {
            throw new AbsentException(
                    "Another program deleted " + matcher.group(2) + ", where process " + proc.pid() + " keeps them.");
        }
        Path named = Path.of(matcher.group(2));
        Path inside = Scratch.root(proc).resolve(named.toString().replaceFirst("^/+", ""));
        // A process in a folder of its own (chroot) is shown with the path that we see.
        for (Path each : List.of(inside, named)) {
            if (isIt(each, Long.parseUnsignedLong(matcher.group(1)), proc.user())) {
                return new PerfFile(each);
            }
        }
        throw new AbsentException(named + ", where process " + proc.pid()
                + " keeps them, is not to be found from here, or not for us to read.");
    }

    private static boolean isIt(Path file, long number, long user) {
        try {
            Object found = Files.getAttribute(file, "unix:ino", LinkOption.NOFOLLOW_LINKS);
            Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.isReadable(file)
                    && found instanceof Long inode
                    && inode == number
                    && owner instanceof Integer uid
                    && uid == user;
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
            return false;
        }
    }

    /** Its values now. */
    public PerfData read() throws AbsentException {
        try (InputStream in = Files.newInputStream(path, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(PerfData.LARGEST + 1);
            if (bytes.length > PerfData.LARGEST) {
                throw new AbsentException(path + " is larger than " + PerfData.LARGEST + " bytes.");
            }
            return PerfData.of(bytes);
        } catch (NoSuchFileException e) {
            throw new AbsentException("There is no " + path + " any more.");
        } catch (IOException e) {
            throw new AbsentException(path + " can't be read: " + e.getMessage() + ".");
        } catch (PerfData.DamagedException e) {
            throw new AbsentException(path + " is no file of counters: " + e.getMessage() + ".");
        }
    }
}
