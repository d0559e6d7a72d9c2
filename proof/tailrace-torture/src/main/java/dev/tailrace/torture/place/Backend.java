package dev.tailrace.torture.place;

import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sources of the backend in a checkout. */
public final class Backend {
    public static final List<String> MODULES = Stream.concat(
                    Origins.BACKEND_MODULES.stream(), Stream.of("tailrace-guest"))
            .map(module -> "backend/" + module)
            .toList();

    private Backend() {}

    /** The folder with this path, such as {@code src/main/java}, in each module of the backend. */
    public static List<Path> folders(Path checkout, String folder) {
        return MODULES.stream()
                .map(module -> checkout.resolve(module).resolve(folder))
                .filter(Files::isDirectory)
                .toList();
    }

    /** The one of {@link #folders} that contains the file. */
    public static Path folderOf(Path checkout, String folder, String file) throws IOException {
        for (Path each : folders(checkout, folder)) {
            if (Files.exists(each.resolve(file))) {
                return each;
            }
        }
        throw new IOException("no module of the backend has " + folder + "/" + file);
    }
}
