package dev.tailrace.engine.journal.ring;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    /** The rings in a directory, those of a lane in the order of writing; empty if there is no such directory. */
    public static List<RingName> all(Path directory) throws IOException {
        List<RingName> rings = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            for (Path file : files) {
                RingName name = read(file);
                if (name != null) {
                    rings.add(name);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        } catch (NoSuchFileException e) {
            return List.of();
        }
        rings.sort(Comparator.comparing(RingName::owner)
                .thenComparingInt(RingName::lane)
                .thenComparingInt(RingName::generation));
        return rings;
    }

    public Path in(Path directory) {
        return directory.resolve(owner + "-" + lane + "-" + generation + SUFFIX);
    }
}
