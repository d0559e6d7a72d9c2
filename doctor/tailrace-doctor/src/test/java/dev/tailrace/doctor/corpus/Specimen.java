package dev.tailrace.doctor.corpus;

import dev.tailrace.corpus.Programs;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A program of the corpus that runs in a JVM of its own and has said that it is ready. Its standard output is read up to
 * that word and no further, for one of them wants a pipe that nobody reads.
 */
public final class Specimen implements AutoCloseable {
    private static final String READY = "READY\n";
    private static final Duration END = Duration.ofSeconds(10);

    private final ChildProcess process;
    private final Path folder;

    private Specimen(ChildProcess process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /** Starts an entry's program with that {@code java} and waits until its fault is established. */
    public static Specimen start(Entry entry, Path java) throws IOException {
        Path folder = Files.createTempDirectory("specimen");
        ChildProcess process = JvmLauncher.of(
                        Specimen.class.getPackageName() + "." + entry.what(),
                        entry.arguments().toArray(new String[0]))
                .java(java)
                .options(entry.jvm())
                .classPath(Programs.classPath(entry.what().startsWith("Tailrace")))
                .options("-Djava.io.tmpdir=" + folder)
                .unread()
                .start();
        Specimen specimen = new Specimen(process, folder);
        String said = specimen.readToReady();
        if (!said.endsWith(READY)) {
            String why = process.err();
            specimen.close();
            throw new IOException(entry.id() + " " + entry.what() + " did not get ready: " + said + why);
        }
        return specimen;
    }

    private String readToReady() throws IOException {
        InputStream output = process.process().getInputStream();
        StringBuilder said = new StringBuilder();
        while (!said.toString().endsWith(READY)) {
            // The stream's buffer may take some of what follows, but far less than a pipe holds.
            int next = output.read();
            if (next < 0) {
                return said.toString();
            }
            said.append((char) next);
        }
        return said.toString();
    }

    public long pid() {
        return process.pid();
    }

    /** Where its own folder with logs and configuration lies. */
    public Path folder() {
        return folder;
    }

    /** Ends it, and removes what it left. */
    @Override
    public void close() throws IOException {
        // Its end is asked for first: that ends its neighbours, too.
        process.process().getOutputStream().close();
        process.awaitEnd(END);
        process.close();
        removeFolder();
    }

    /** Its neighbours may take a moment longer to end, and write meanwhile. */
    private void removeFolder() throws IOException {
        for (int attempt = 0; Files.exists(folder) && attempt < 50; attempt++) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            } catch (DirectoryNotEmptyException | NoSuchFileException | UncheckedIOException changing) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }
}
