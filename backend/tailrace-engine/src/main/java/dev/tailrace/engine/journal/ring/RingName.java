package dev.tailrace.engine.journal.ring;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The name of a ring's file: {@code OWNER-LANE-GENERATION.ring}. */
public record RingName(String owner, int lane, int generation) {
    public static final String SUFFIX = ".ring";
    private static final Pattern FORM = Pattern.compile("([\\w-]{1,100})-(\\d{1,4})-(\\d{1,9})\\.ring");

    /** Null when the file's name is not of this form. */
    public static @Nullable RingName read(Path file) {
        Matcher form = FORM.matcher(String.valueOf(file.getFileName()));
        return form.matches()
                ? new RingName(form.group(1), Integer.parseInt(form.group(2)), Integer.parseInt(form.group(3)))
                : null;
    }

    public Path in(Path directory) {
        return directory.resolve(owner + "-" + lane + "-" + generation + SUFFIX);
    }
}
