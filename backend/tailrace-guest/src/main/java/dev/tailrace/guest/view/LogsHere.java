package dev.tailrace.guest.view;

import dev.tailrace.engine.journal.owner.LaneDirectory;
import dev.tailrace.engine.journal.owner.Owner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The logs of this machine, or those that a person names.
 *
 * @param lockFiles in order; of processes without log files the directory of their owners
 * @param pid the process id that was given; 0: all
 * @param remarks what could not be read, in plain sentences without a full stop
 */
public record LogsHere(List<Path> lockFiles, long pid, List<String> remarks) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String RING = ".ring";

    /**
     * Finds logs.
     *
     * @param given a log, a directory of logs or of lanes, or a process id; null: all in the usual places of lane directories
     * @throws IOException when there are none; the message is a plain sentence
     */
    public static LogsHere of(@Nullable String given) throws IOException {
        if (given == null) {
            return all();
        }
        Path path = Path.of(given);
        if (given.matches("[1-9]\\d{0,9}") && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return of(Long.parseLong(given));
        }
        for (Path consoles : new Path[] {path, path.resolve(LaneDirectory.CONSOLES)}) {
            if (LogView.isConsoles(consoles)) {
                Set<Path> found = new TreeSet<>(Set.of(consoles.toAbsolutePath()));
                if (!consoles.equals(path)) {
                    add(path, found, new ArrayList<>());
                }
                return new LogsHere(List.copyOf(found), 0, List.of());
            }
        }
        return new LogsHere(LogSearch.lockFiles(path), 0, List.of());
    }

    private static LogsHere all() {
        Set<Path> found = new TreeSet<>();
        List<String> remarks = new ArrayList<>();
        for (Path place : places()) {
            if (Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS)) {
                add(place, found, remarks);
            }
        }
        return new LogsHere(List.copyOf(found), 0, remarks);
    }

    /** Directories that have a lane directory for each log. */
    static List<Path> places() {
        List<Path> places = given();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(SHARED_MEMORY, "tailrace-*")) {
            entries.forEach(places::add);
        } catch (IOException | DirectoryIteratorException e) {
            // No such directory on this system.
            return places;
        }
        return places;
    }

    /** The directories that this process was given. */
    static List<Path> given() {
        List<Path> places = new ArrayList<>();
        for (String named : new String[] {System.getProperty("tailrace.dir"), System.getenv("TAILRACE_DIR")}) {
            if (named != null && !named.isEmpty()) {
                places.add(Path.of(named).toAbsolutePath());
            }
        }
        return places;
    }

    private static void add(Path place, Set<Path> found, List<String> remarks) {
        if (!Files.isReadable(place) || !Files.isExecutable(place)) {
            String owner = ownerOf(place);
            remarks.add("the lanes in " + place + " are of user " + owner + " and private; run this as " + owner);
            return;
        }
        Map<String, Integer> foreign = new TreeMap<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(place)) {
            for (Path each : entries) {
                if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS) && !Files.isExecutable(each)) {
                    foreign.merge(ownerOf(each), 1, Integer::sum);
                } else if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
                    addLog(each, found);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            remarks.add(place + " can't be read");
        }
        foreign.forEach((owner, count) -> remarks.add("the lanes of " + (count == 1 ? "a log" : count + " logs")
                + " in " + place + " are of user " + owner + " and private; run this as " + owner));
    }

    private static void addLog(Path lanes, Set<Path> found) {
        if (LogView.isConsoles(lanes)) {
            found.add(lanes);
            return;
        }
        try {
            found.addAll(LogSearch.lockFiles(lanes));
        } catch (IOException e) {
            // A leftover of a log that went on with another directory.
            return;
        }
    }

    private static String ownerOf(Path place) {
        try {
            return Files.getOwner(place, LinkOption.NOFOLLOW_LINKS).getName();
        } catch (IOException | UnsupportedOperationException e) {
            return "not known";
        }
    }

    private static LogsHere of(long pid) throws IOException {
        Set<Path> found = new TreeSet<>();
        for (Path lanes : mapped(pid)) {
            addLog(lanes, found);
        }
        found.removeIf(each ->
                LogView.isConsoles(each) && LogView.once(each).owners().stream().noneMatch(owner -> owner.is(pid)));
        for (Path lockFile : found.isEmpty() ? all().lockFiles : List.<Path>of()) {
            LogView view = LogView.once(lockFile);
            if (view.owners().stream().anyMatch(each -> each.is(pid))) {
                found.add(lockFile);
            }
        }
        if (found.isEmpty()) {
            Path process = Path.of("/proc", String.valueOf(pid));
            String why = !Files.exists(process)
                    ? "there is no process " + pid + ", and none of that number has left lanes"
                    : Files.isReadable(process.resolve("maps")) && canRead(process.resolve("maps"))
                            ? "process " + pid + " doesn't log through Tailrace"
                            : "process " + pid + " is of user " + ownerOf(process) + "; run this as "
                                    + ownerOf(process);
            throw new IOException(why);
        }
        return new LogsHere(List.copyOf(found), pid, List.of());
    }

    private static boolean canRead(Path file) {
        try {
            return !Files.readString(file, StandardCharsets.ISO_8859_1).isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /** The directories of the rings that a process has mapped, as the kernel lists them. */
    private static Set<Path> mapped(long pid) {
        Set<Path> directories = new TreeSet<>();
        Path folder = Path.of("/proc", String.valueOf(pid));
        try {
            for (String line : Files.readAllLines(folder.resolve("maps"), StandardCharsets.UTF_8)) {
                int path = line.indexOf('/');
                boolean lanes = line.endsWith(RING) || line.endsWith(Owner.SUFFIX);
                Path directory = path < 0 || !lanes
                        ? null
                        : ProcessState.seen(Path.of(line.substring(path)), folder)
                                .getParent();
                if (directory != null && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                    directories.add(directory);
                }
            }
        } catch (IOException | IllegalArgumentException e) {
            return directories;
        }
        return directories;
    }
}
