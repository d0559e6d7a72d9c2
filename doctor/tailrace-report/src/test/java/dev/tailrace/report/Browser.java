package dev.tailrace.report;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A real browser without a window, where the machine has one. */
final class Browser {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private final Path program;
    private final Path folder;

    private Browser(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    static Optional<Browser> find(Path folder) {
        String path = System.getenv("PATH");
        for (String name : NAMES) {
            for (String place : (path == null ? "" : path).split(File.pathSeparator, -1)) {
                Path candidate = Path.of(place, name);
                if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                    return Optional.of(new Browser(candidate, folder));
                }
            }
        }
        return Optional.empty();
    }

    /** The page as it stands after its scripts ran, in a window of that many pixels. */
    String dom(Path page, int width, int height) throws IOException, InterruptedException {
        Path profile = Files.createTempDirectory(folder, "profile");
        Path out = Files.createTempFile(folder, "dom", ".html");
        List<String> command = new ArrayList<>(List.of(program.toString(), "--headless", "--no-sandbox"));
        command.addAll(List.of("--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"));
        command.addAll(List.of("--disable-background-networking", "--disable-component-update", "--disable-sync"));
        command.addAll(List.of("--user-data-dir=" + profile, "--virtual-time-budget=5000"));
        command.addAll(List.of("--window-size=" + width + "," + height, "--dump-dom"));
        command.add(page.toUri().toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(out.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        if (!process.waitFor(90, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            throw new IOException("the browser did not end within 90 s: " + String.join(" ", command));
        }
        return Files.readString(out, StandardCharsets.UTF_8);
    }
}
