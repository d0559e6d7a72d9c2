package dev.tailrace.engine.journal.owner;

import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the owners in a lane directory without mapping their files. Stateless. */
public final class Owners {
    private static final long MOST_AGE_MILLIS = 60_000;

    private Owners() {}

    /**
     * The owners that take part in the log with lanes and aren't proved dead. An owner with an unreadable file is left out.
     *
     * @param except the id of an owner to leave out
     */
    public static List<OwnerHead> living(Path directory, long except) throws IOException {
        List<OwnerHead> living = new ArrayList<>();
        for (Path file : files(directory)) {
            OwnerHead head = OwnerHead.of(file);
            if (head != null && head.isMember() && head.id() != except && head.evidence() != Evidence.GONE) {
                living.add(head);
            }
        }
        return living;
    }

    /** The owner with this id; null when there is none. */
    public static @Nullable OwnerHead find(Path directory, long id) throws IOException {
        for (Path file : files(directory)) {
            OwnerHead head = OwnerHead.of(file);
            if (head != null && head.id() == id) {
                return head;
            }
        }
        return null;
    }

    /** Whether the owner with this id exists and isn't proved dead. */
    public static boolean isAlive(Path directory, long id) throws IOException {
        OwnerHead head = find(directory, id);
        return head != null && head.isAlive();
    }

    /** Whether the owner with this file isn't proved dead; where nothing can be proved, its lock decides, without waiting. */
    public static boolean isAlive(Path file) {
        try {
            OwnerHead head = OwnerHead.of(file);
            return head == null
                    ? Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Liveness.isLockFree(file)
                    : head.isAlive();
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether a file of this name is an owner's that isn't complete yet; sockets and requests have one more dot. */
    public static boolean isUnfinished(String name) {
        return name.endsWith(Owner.UNFINISHED) && name.indexOf('.') == name.length() - Owner.UNFINISHED.length();
    }

    /** Removes the unfinished file of an owner if its process is proved dead: a newcomer would fail without it. */
    public static void removeIfDead(Path unfinished) {
        try {
            OwnerHead head = OwnerHead.of(unfinished);
            if (head != null && ProcessIdentity.of(head.words()).evidence() == Evidence.GONE) {
                Files.deleteIfExists(unfinished);
            }
        } catch (IOException e) {
            // It was finished meanwhile, or it stays and takes some room.
            return;
        }
    }

    /** Removes the files of owners whose processes are proved dead, and of requests older than a minute, where no drainer does so. */
    public static void removeDead(Path directory) throws IOException {
        for (Path file : files(directory)) {
            removeIfGone(file);
        }
        long since = System.currentTimeMillis() - MOST_AGE_MILLIS;
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*{.request,.answer,.new}")) {
            for (Path each : entries) {
                removeOlder(each, since);
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private static void removeIfGone(Path file) {
        try {
            OwnerHead head = OwnerHead.of(file);
            if (head != null && head.evidence() == Evidence.GONE) {
                Files.deleteIfExists(file);
                Files.deleteIfExists(Owner.socketOf(file));
            }
        } catch (IOException e) {
            // It stays, and takes some room.
            return;
        }
    }

    private static void removeOlder(Path file, long since) {
        try {
            if (Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).toMillis() < since) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            // Another process removed it meanwhile, or it stays.
            return;
        }
    }

    /** Whether the owner with this file answers requests. */
    public static boolean answers(Path file) {
        return is(file, OwnerHead::answers);
    }

    /** Whether the owner with this file only drains other processes' lanes. */
    public static boolean isGuest(Path file) {
        return is(file, OwnerHead::isGuest);
    }

    private static boolean is(Path file, Predicate<OwnerHead> condition) {
        try {
            OwnerHead head = OwnerHead.of(file);
            return head != null && condition.test(head);
        } catch (IOException e) {
            return false;
        }
    }

    /** How many owners, living or dead, have files in a lane directory. */
    public static int count(Path directory) throws IOException {
        return files(directory).size();
    }

    private static List<Path> files(Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory, "*" + Owner.SUFFIX)) {
            entries.forEach(files::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return files;
        }
        return files;
    }
}
