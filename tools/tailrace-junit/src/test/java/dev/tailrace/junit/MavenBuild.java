package dev.tailrace.junit;

import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Runs Maven on a project that isn't part of this build, against a local repository of its own below {@code target}: what this build has
 * made is in it, and everything else by links to the usual one, so that nothing of ours gets into that.
 */
final class MavenBuild {
    private static final Duration PATIENCE = Duration.ofSeconds(280);
    static final String VERSION = "0.1.0-SNAPSHOT";
    /** In the order of {@link Origins#backend}. */
    private static final List<String> BACKEND =
            List.of("tailrace-base", "tailrace-engine", "tailrace-layout", "tailrace-config", "tailrace-core");

    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path REPOSITORY = MODULE.resolve("target").resolve("repository");

    private final Path project;

    MavenBuild(Path project) {
        this.project = project;
    }

    /** Where this build's root is. */
    static Path root() {
        for (Path at = MODULE; at != null; at = at.getParent()) {
            if (Files.exists(at.resolve("README.md"))) {
                return at;
            }
        }
        throw new AssertionError("no project around " + MODULE);
    }

    /** Copies a project, without what its builds have made. */
    static MavenBuild copyOf(Path original, Path to) throws IOException {
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
                    Files.copy(file, copy);
                }
            }
        }
        return new MavenBuild(to);
    }

    static void delete(Path folder) throws IOException {
        if (Files.notExists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        }
    }

    Path project() {
        return project;
    }

    /** What Maven said, and whether the build was good. */
    record Result(int status, String output) {}

    Result run(String... arguments) throws Exception {
        repository();
        boolean windows = File.separatorChar == '\\';
        List<String> command = new ArrayList<>(List.of(windows ? "mvn.cmd" : "mvn"));
        command.addAll(List.of("-B", "-ntp", "-o", "-Dmaven.repo.local=" + REPOSITORY));
        // The JVMs of the tests, too, are over before compiling well would pay.
        command.add("-DargLine=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dtailrace.dir=target/lanes");
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(project.resolve("build.log").toFile());
        builder.environment().put("MAVEN_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        builder.environment().remove("MAVEN_ARGS");
        try (ChildProcess maven = ChildProcess.start(builder)) {
            int status = maven.status(PATIENCE);
            return new Result(status, maven.out());
        }
    }

    /** Makes the local repository what this build has made, and returns it. */
    static Path repository() throws IOException {
        Path usual = Path.of(
                System.getProperty("tailrace.localRepository", System.getProperty("user.home") + "/.m2/repository"));
        Path own = REPOSITORY.resolve("dev").resolve("tailrace");
        Files.createDirectories(own);
        link(usual, REPOSITORY, "dev");
        link(usual.resolve("dev"), REPOSITORY.resolve("dev"), "tailrace");
        Map<String, Path> modules = new LinkedHashMap<>();
        List<Path> backend = Origins.backend();
        for (int i = 0; i < backend.size(); i++) {
            modules.put(BACKEND.get(i), backend.get(i));
        }
        modules.put("tailrace-slf4j", Origins.of(TailraceServiceProvider.class));
        pom("tailrace-parent", root().resolve("pom.xml"));
        pom("tailrace-bom", folder("tailrace-bom").resolve("pom.xml"));
        pom("tailrace-junit", MODULE.resolve("dependency-reduced-pom.xml"));
        Files.copy(ChildRun.JAR, artifact("tailrace-junit", "jar"), StandardCopyOption.REPLACE_EXISTING);
        for (Map.Entry<String, Path> module : modules.entrySet()) {
            pom(module.getKey(), folder(module.getKey()).resolve("pom.xml"));
            Path classes = module.getValue();
            Path jar = artifact(module.getKey(), "jar");
            if (Files.isDirectory(classes)) {
                jar(classes, jar);
            } else {
                Files.copy(classes, jar, StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return REPOSITORY;
    }

    /** Of a module of this project. */
    private static Path folder(String module) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(root())) {
            for (Path each : folders) {
                if (Files.exists(each.resolve(module).resolve("pom.xml"))) {
                    return each.resolve(module);
                }
            }
        }
        throw new IOException("no module " + module + " below " + root());
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

    private static void pom(String name, Path pom) throws IOException {
        Files.copy(pom, artifact(name, "pom"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static Path artifact(String name, String extension) throws IOException {
        Path folder =
                REPOSITORY.resolve("dev").resolve("tailrace").resolve(name).resolve(VERSION);
        Files.createDirectories(folder);
        return folder.resolve(name + "-" + VERSION + "." + extension);
    }

    private static void jar(Path classes, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                entries.putNextEntry(new JarEntry(name));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
    }
}
