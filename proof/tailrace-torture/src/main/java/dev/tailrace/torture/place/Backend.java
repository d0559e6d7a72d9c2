package dev.tailrace.torture.place;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The sources of the backend in a checkout. */
public final class Backend {
    /** The backend's modules, below the checkout. */
    public static final List<String> MODULES = List.of(
            "backend/tailrace-base",
            "backend/tailrace-engine",
            "backend/tailrace-guest",
            "backend/tailrace-layout",
            "backend/tailrace-config",
            "backend/tailrace-core");

    private Backend() {}

    /**
     * The folder with this path in each module of the backend.
     *
     * @param folder for instance {@code src/main/java}
     */
    public static List<Path> folders(Path checkout, String folder) {
        return MODULES.stream()
                .map(module -> checkout.resolve(module).resolve(folder))
                .filter(Files::isDirectory)
                .toList();
    }

    /**
     * The folder that contains the file, among the folders of all modules.
     *
     * @param folder for instance {@code src/main/java}
     * @param file path of the file below the folder
     * @throws IOException if no module has the file
     */
    public static Path folderOf(Path checkout, String folder, String file) throws IOException {
        for (Path each : folders(checkout, folder)) {
            if (Files.exists(each.resolve(file))) {
                return each;
            }
        }
        throw new IOException("no module of the backend has " + folder + "/" + file);
    }
}
