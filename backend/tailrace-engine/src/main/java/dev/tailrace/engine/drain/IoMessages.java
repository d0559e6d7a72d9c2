package dev.tailrace.engine.drain;

import dev.tailrace.engine.sink.FileFindings;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Messages for people about why a file could not be used: most exceptions of the JDK only name the file. */
public final class IoMessages {
    private IoMessages() {}

    /**
     * A plain sentence without a capital and without a full stop.
     *
     * @param known the file that the message may call "it"; null: none
     */
    public static String words(@Nullable Path known, IOException problem) {
        String message = problem.getMessage();
        String plain = message == null ? problem.toString() : message;
        if (!(problem instanceof FileSystemException named) || named.getFile() == null) {
            return plain;
        }
        Path file = Path.of(named.getFile());
        String about = file.equals(known) ? "it" : file.toString();
        boolean denied = problem instanceof AccessDeniedException;
        String owner = otherOwner(file, denied);
        if (owner != null) {
            return about + " belongs to user " + owner
                    + ", and the lanes of a log are private to the user that runs its processes; run this as "
                    + owner + ", such as by sudo -u " + owner;
        }
        if (denied) {
            return "user " + FileFindings.user() + " may not look at " + about;
        }
        return problem instanceof NoSuchFileException ? "there is no " + file : plain;
    }

    /**
     * The owner of a file; null when it is this user, or isn't known.
     *
     * @param climb whether to look at the nearest readable directory above when the file itself can't be looked at
     */
    private static @Nullable String otherOwner(Path file, boolean climb) {
        Path at = file.toAbsolutePath();
        while (climb && at != null && !Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
            at = at.getParent();
        }
        try {
            String owner = at == null
                    ? FileFindings.user()
                    : Files.getOwner(at, LinkOption.NOFOLLOW_LINKS).getName();
            return owner.equals(FileFindings.user()) ? null : owner;
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }
}
