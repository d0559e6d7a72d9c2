package dev.tailrace.engine.sink.archive;

import dev.tailrace.engine.sink.DerivedName;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of the {@linkplain RolledNote note} about a rolled file that waits for the archiver: {@code
 * .app.log.STAMP-PERIOD-ORIGIN.rolled}. The stamps (milliseconds of the roll, made unique and ascending) give the order of the rolls; the
 * period is the beginning of the lines' period; the origin identifies the rolling that made the file. So a later process finds all it needs
 * in the directory.
 */
public final class RolledName {
    private static final String SUFFIX = ".rolled";
    private static final Pattern STAMPS = Pattern.compile("(\\d{1,18})-(-?\\d{1,18})-([0-9a-f]{8})");

    /** In the year 5138; a later stamp comes from another program and is ignored. */
    private static final long LATEST = 100_000_000_000_000L;

    private RolledName() {}

    /** A stamp behind one that was read. */
    static long stampAfter(long stamp) {
        return Math.min(stamp, LATEST) + 1;
    }

    public static Path of(Path active, long stamp, long periodMillis, String origin) {
        return active.resolveSibling(
                "." + DerivedName.of(active) + "." + stamp + "-" + periodMillis + "-" + origin + SUFFIX);
    }

    /** The {@linkplain DerivedName derived name} of the active file of a note; null when it isn't a note's name. */
    public static @Nullable String active(String name) {
        int stamps = name.lastIndexOf('.', name.length() - SUFFIX.length() - 1);
        return name.startsWith(".")
                        && name.endsWith(SUFFIX)
                        && stamps > 1
                        && STAMPS.matcher(name.substring(stamps + 1, name.length() - SUFFIX.length()))
                                .matches()
                ? name.substring(1, stamps)
                : null;
    }

    /** The content of a note's name. */
    public record Stamps(Path note, long stampMillis, long periodMillis) {}

    /** The stamps of {@code file} if it is a note about a file that was rolled from {@code active}, else null. */
    public static @Nullable Stamps read(Path active, Path file) {
        Matcher stamps = stamps(active, file);
        return stamps == null
                ? null
                : new Stamps(file, Long.parseLong(stamps.group(1)), Long.parseLong(stamps.group(2)));
    }

    /** Whether {@code file} is a note of a rolling with that origin. */
    public static boolean isOf(String origin, Path active, Path file) {
        Matcher stamps = stamps(active, file);
        return stamps != null && stamps.group(3).equals(origin);
    }

    private static @Nullable Matcher stamps(Path active, Path file) {
        String name = String.valueOf(file.getFileName());
        String prefix = "." + DerivedName.of(active) + ".";
        if (!name.startsWith(prefix) || !name.endsWith(SUFFIX) || name.length() < prefix.length() + SUFFIX.length()) {
            return null;
        }
        Matcher stamps = STAMPS.matcher(name.substring(prefix.length(), name.length() - SUFFIX.length()));
        return stamps.matches() ? stamps : null;
    }
}
