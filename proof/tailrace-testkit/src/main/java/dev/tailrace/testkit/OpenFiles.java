package dev.tailrace.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What this process has open, as Linux lists it. */
public final class OpenFiles {
    private OpenFiles() {}

    /** Those below a folder; none where the system doesn't list it. A removed file has more than its name. */
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
            // Closed between the listing and the look.
            return "";
        }
    }
}
