package dev.tailrace.testkit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A local Maven repository for builds of examples. It contains this build's own artifacts and links to the usual repository, which stays
 * free of our artifacts. The system property {@code tailrace.localRepository} sets the usual repository; the default is below the user's
 * home. Not thread-safe.
 */
public final class LocalRepository {
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private final Path folder;

    private LocalRepository(Path folder) {
        this.folder = folder;
    }

    /** Creates a repository in a folder, or uses the one there. */
    public static LocalRepository in(Path folder) throws IOException {
        Path usual = Path.of(
                System.getProperty("tailrace.localRepository", System.getProperty("user.home") + "/.m2/repository"));
        Files.createDirectories(folder.resolve("dev").resolve("tailrace"));
        link(usual, folder, "dev");
        link(usual.resolve("dev"), folder.resolve("dev"), "tailrace");
        return new LocalRepository(folder);
    }

    public Path folder() {
        return folder;
    }

    /** The root of this build, above the working folder. */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        for (Path at = here; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("README.md")) && Files.isDirectory(at.resolve("proof"))) {
                return at;
            }
        }
        throw new AssertionError("no project around " + here);
    }

    public static Path moduleFolder(String name) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root())) {
            for (Path each : folders) {
                if (Files.exists(each.resolve(name).resolve("pom.xml"))) {
                    return each.resolve(name);
                }
            }
        }
        throw new IOException("no module " + name + " below " + root());
    }

    public void pom(String name, Path pom) throws IOException {
        Files.copy(pom, artifact(name, "pom"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Installs the POM and the jar of a module; the jar is built if {@code classes} is a folder. */
    public void module(String name, Path classes) throws IOException {
        pom(name, moduleFolder(name).resolve("pom.xml"));
        jar(name, classes);
    }

    /** Installs a jar, which is built if {@code classes} is a folder. */
    public void jar(String name, Path classes) throws IOException {
        Path jar = artifact(name, "jar");
        if (!Files.isDirectory(classes)) {
            Files.copy(classes, jar, StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                entries.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
    }

    private Path artifact(String name, String extension) throws IOException {
        Path versions = folder.resolve("dev").resolve("tailrace").resolve(name).resolve(VERSION);
        Files.createDirectories(versions);
        return versions.resolve(name + "-" + VERSION + "." + extension);
    }

    private static void link(Path from, Path to, String except) throws IOException {
        if (!Files.isDirectory(from)) {
            return;
        }
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(Files::isDirectory).toList()) {
                Path link = to.resolve(each.getFileName().toString());
                if (!each.getFileName().toString().equals(except) && Files.notExists(link, LinkOption.NOFOLLOW_LINKS)) {
                    Files.createSymbolicLink(link, each);
                }
            }
        }
    }

    /** Copies a project without its build output. */
    public static void copyProject(Path original, Path to) throws IOException {
        Folders.delete(to);
        Path output = Path.of("target");
        Folders.copy(
                original,
                to,
                file -> StreamSupport.stream(file.spliterator(), false).noneMatch(output::equals));
    }
}
