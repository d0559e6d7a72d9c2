package dev.tailrace.probe.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A process in Linux's {@code /proc}; elsewhere nothing is known. Reads only. */
public final class Proc {
    private static final Path ROOT = Path.of("/proc");

    private final long pid;
    private final Path folder;

    /** The process of a number, whether there is one or not. */
    public Proc(long pid) {
        this.pid = pid;
        this.folder = ROOT.resolve(Long.toString(pid));
    }

    public long pid() {
        return pid;
    }

    /** Whether this system has such a folder. */
    public static boolean isThere() {
        return Files.isDirectory(ROOT.resolve("self"));
    }

    /** Whether there is a process of this number. */
    public boolean exists() {
        return Files.isDirectory(folder);
    }

    /** Its descriptor folder and others below it. */
    public Path folder(String name) {
        return folder.resolve(name);
    }

    /** A small file of it; null when it is gone or not for us to read. */
    @Nullable
    public String text(String name) {
        try {
            return Files.readString(folder.resolve(name), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return null;
        }
    }

    /** Where a link of it leads; null when it is gone or not for us to see. */
    @Nullable
    public Path link(String name) {
        try {
            return Files.readSymbolicLink(folder.resolve(name));
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }

    /** The effective user's number; -1 when it is not known. */
    long user() {
        String line = status("Uid:");
        String[] ids = line == null ? new String[0] : line.split("\\s+", -1);
        return ids.length > 1 ? Long.parseLong(ids[1]) : -1;
    }

    /** Ended, but not yet taken note of by its parent. */
    public boolean isZombie() {
        String state = status("State:");
        return state != null && (state.startsWith("Z") || state.startsWith("X"));
    }

    /** Stopped by a signal or a debugger, so that it answers nothing. */
    boolean isStopped() {
        String state = status("State:");
        return state != null && (state.startsWith("T") || state.startsWith("t"));
    }

    /** Whether the process handles a signal by itself; a process that does not is ended by most of them. */
    boolean catches(int signal) {
        String mask = status("SigCgt:");
        return mask != null && ((Long.parseUnsignedLong(mask, 16) >> (signal - 1)) & 1) == 1;
    }

    private @Nullable String status(String field) {
        String status = text("status");
        if (status == null) {
            return null;
        }
        return status.lines()
                .filter(line -> line.startsWith(field))
                .map(line -> line.substring(field.length()).strip())
                .findFirst()
                .orElse(null);
    }

    /** The words of its command line; empty when they are not known. */
    List<String> command() {
        String line = text("cmdline");
        return line == null || line.isEmpty() ? List.of() : List.of(line.split("\0", -1));
    }

    /** Its name, in few words. */
    public String name() {
        List<String> command = command();
        String comm = text("comm");
        return !command.isEmpty() ? command.get(0) : comm == null ? "process " + pid : comm.strip();
    }

    /** Whether the library of a JVM is in its memory; false also when looking is not permitted. */
    boolean hasJvm() {
        String maps = text("maps");
        return maps != null && (maps.contains("/libjvm.so") || maps.contains("/libj9vm"));
    }

    /** The files in a folder of it; empty when it is gone or not for us to see. */
    public List<Path> list(String name) {
        List<Path> paths = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder.resolve(name))) {
            stream.forEach(paths::add);
        } catch (IOException | DirectoryIteratorException e) {
            return paths;
        }
        return paths;
    }

    /** All processes that there are. */
    public static List<Proc> all() {
        List<Proc> all = new ArrayList<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(ROOT, "[1-9]*")) {
            for (Path path : stream) {
                String digits = String.valueOf(path.getFileName());
                if (digits.chars().allMatch(Character::isDigit) && digits.length() < 12) {
                    all.add(new Proc(Long.parseLong(digits)));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return all;
        }
        return all;
    }
}
