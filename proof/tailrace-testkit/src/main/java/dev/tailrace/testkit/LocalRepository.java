package dev.tailrace.testkit;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A local repository of Maven's for builds of examples: this build's own artifacts are put into it, and everything else is there by links to
 * the usual one, into which nothing of ours gets. The system property {@code tailrace.localRepository} says where the usual one is, else it
 * is below the user's home. Not thread-safe.
 */
public final class LocalRepository {
    /** The version of all modules. */
    public static final String VERSION = "0.1.0-SNAPSHOT";

    private final Path folder;

    private LocalRepository(Path folder) {
        this.folder = folder;
    }

    /** Makes one in a folder, which may have one already. */
    public static LocalRepository in(Path folder) throws IOException {
        Path usual = Path.of(
                System.getProperty("tailrace.localRepository", System.getProperty("user.home") + "/.m2/repository"));
        Files.createDirectories(folder.resolve("dev").resolve("tailrace"));
        link(usual, folder, "dev");
        link(usual.resolve("dev"), folder.resolve("dev"), "tailrace");
        return new LocalRepository(folder);
    }

    /** Where it is. */
    public Path folder() {
        return folder;
    }

    /** Where this build's root is, above the working folder. */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        for (Path at = here; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("README.md")) && Files.isDirectory(at.resolve("proof"))) {
                return at;
            }
        }
        throw new AssertionError("no project around " + here);
    }

    /** The folder of a module of this build. */
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

    /** Puts a POM into it. */
    public void pom(String name, Path pom) throws IOException {
        Files.copy(pom, artifact(name, "pom"), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Puts the POM of a module into it, and its jar, which is made where classes are a folder. */
    public void module(String name, Path classes) throws IOException {
        pom(name, moduleFolder(name).resolve("pom.xml"));
        jar(name, classes);
    }

    /** Puts a jar into it, which is made where classes are a folder. */
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

    /** Copies a project, without what its builds have made. */
    public static void copyProject(Path original, Path to) throws IOException {
        delete(to);
        try (Stream<Path> files = Files.walk(original)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path relative = original.relativize(file);
                boolean made = false;
                for (Path part : relative) {
                    made |= part.toString().equals("target");
                }
                if (!made) {
                    Path copy = to.resolve(relative.toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    /** Deletes a folder with all that is in it; one that isn't there is deleted already. */
    public static void delete(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }
}
