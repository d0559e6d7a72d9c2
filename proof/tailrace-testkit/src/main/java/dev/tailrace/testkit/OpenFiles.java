package dev.tailrace.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The open files of this process, as Linux lists them. */
public final class OpenFiles {
    private OpenFiles() {}

    /**
     * The open files below a folder; none where the system doesn't list open files. Linux appends a suffix to the name of a removed file.
     */
    public static List<String> below(Path folder) throws IOException {
        String beginning = folder.toRealPath() + "/";
        List<String> files = new ArrayList<>();
        Path open = Path.of("/proc/self/fd");
        if (Files.isDirectory(open)) {
            try (Stream<Path> links = Files.list(open)) {
                links.map(OpenFiles::target)
                        .filter(file -> file.startsWith(beginning))
                        .forEach(files::add);
            }
        }
        return files;
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // Closed since the listing.
            return "";
        }
    }
}
