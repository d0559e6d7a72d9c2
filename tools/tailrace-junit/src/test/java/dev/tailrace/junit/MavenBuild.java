package dev.tailrace.junit;

import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Folders;
import dev.tailrace.testkit.LocalRepository;
import dev.tailrace.testkit.Origins;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs Maven on a project outside this build, with its own local repository below {@code target}. It contains this build's artifacts, and
 * links to the usual repository, which stays free of our artifacts.
 */
final class MavenBuild {
    private static final Duration PATIENCE = Duration.ofSeconds(280);
    static final String VERSION = LocalRepository.VERSION;
    private static final Path MODULE = Path.of("").toAbsolutePath();
    private static final Path REPOSITORY = MODULE.resolve("target").resolve("repository");

    private final Path project;

    MavenBuild(Path project) {
        this.project = project;
    }

    /** The root of this build. */
    static Path root() {
        return LocalRepository.root();
    }

    /** Copies a project without its build output. */
    static MavenBuild copyOf(Path original, Path to) throws IOException {
        LocalRepository.copyProject(original, to);
        return new MavenBuild(to);
    }

    static void delete(Path folder) throws IOException {
        Folders.delete(folder);
    }

    Path project() {
        return project;
    }

    /** Maven's exit status and output. */
    record Result(int status, String output) {}

    Result run(String... arguments) throws Exception {
        repository();
        boolean windows = File.separatorChar == '\\';
        List<String> command = new ArrayList<>(List.of(windows ? "mvn.cmd" : "mvn"));
        command.addAll(List.of("-B", "-ntp", "-o", "-Dmaven.repo.local=" + REPOSITORY));
        // The tests' JVMs, too, end before compiling well would pay.
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

    /** Updates the local repository with this build's artifacts, and returns it. */
    static Path repository() throws IOException {
        LocalRepository own = LocalRepository.in(REPOSITORY);
        own.pom("tailrace-parent", root().resolve("pom.xml"));
        own.pom("tailrace-bom", LocalRepository.moduleFolder("tailrace-bom").resolve("pom.xml"));
        own.pom("tailrace-junit", MODULE.resolve("dependency-reduced-pom.xml"));
        own.jar("tailrace-junit", ChildRun.JAR);
        List<Path> backend = Origins.backend();
        for (int i = 0; i < backend.size(); i++) {
            own.module(Origins.BACKEND_MODULES.get(i), backend.get(i));
        }
        own.module("tailrace-slf4j", Origins.of(TailraceServiceProvider.class));
        return REPOSITORY;
    }
}
