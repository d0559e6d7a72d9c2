package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** An application outside of this build, built by Maven and by Gradle from installed artifacts alone, and the README that shows it. */
class OrdersExampleTest {
    private static final Path ORIGINAL = MavenBuild.root().resolve("examples").resolve("orders");
    private static final Path COPIES = Path.of("target", "examples").toAbsolutePath();

    @Test
    void maven_withTheBom_logsItsLine() throws Exception {
        MavenBuild build = MavenBuild.copyOf(ORIGINAL, COPIES.resolve("orders-maven"));

        MavenBuild.Result result = build.run("process-classes");

        assertThat(result.status()).as(result.output()).isZero();
        assertLogs(build.project(), "target/classes" + File.pathSeparator + "target/lib/*");
    }

    @Test
    void gradle_withoutABuildOfOurs_logsItsLine() throws Exception {
        if (!hasGradle()) {
            System.out.println("NOT RUN: needs another system (there is no Gradle)");
            Assumptions.assumeTrue(false, "needs another system");
        }
        Path project =
                MavenBuild.copyOf(ORIGINAL, COPIES.resolve("orders-gradle")).project();
        List<String> command = List.of(
                "gradle",
                "--offline",
                "--no-daemon",
                "--console=plain",
                "--gradle-user-home=" + Files.createDirectories(COPIES.resolve("gradle-home")),
                "-Dmaven.repo.local=" + MavenBuild.repository(),
                "lib");

        try (ChildProcess gradle = ChildProcess.start(
                new ProcessBuilder(command).directory(project.toFile()).redirectErrorStream(true))) {
            gradle.succeeded();
        }

        assertLogs(project, "build/lib/*");
    }

    private static boolean hasGradle() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder).resolve("gradle")));
    }

    private static void assertLogs(Path project, String classPath) throws Exception {
        ChildProcess child = JvmLauncher.of("Orders")
                .options(ChildRun.QUICK)
                .options("-Dtailrace.dir=" + project.resolve("lanes"))
                .classPath(classPath)
                .in(project)
                .run();

        assertThat(child.out() + child.err()).isEmpty();
        assertThat(Files.readAllLines(project.resolve("log/app.log")))
                .singleElement()
                .asString()
                .endsWith(" INFO  [main] Orders - order 4711 filled at 101.25 qty 3");
    }

    /** The README's excerpts are in the project's files. */
    @Test
    void readme_showsTheFilesOfTheExample() throws Exception {
        String readme = Files.readString(MavenBuild.root().resolve("README.md"));
        assertThat(Files.readString(ORIGINAL.resolve("src/main/java/Orders.java")))
                .isEqualTo(shown(readme, "Orders.java"));
        assertThat(Files.readString(ORIGINAL.resolve("src/main/resources/logback.xml")))
                .isEqualTo(shown(readme, "logback.xml"));
        assertThat(squeezed(Files.readString(ORIGINAL.resolve("pom.xml"))))
                .contains(squeezed(shown(readme, "pom.xml")));
        assertThat(Files.readString(ORIGINAL.resolve("build.gradle"))).contains(shown(readme, "build.gradle"));
    }

    private static String shown(String readme, String file) {
        Matcher block = Pattern.compile(
                        "<!-- example: " + Pattern.quote(file) + " -->\\R```\\w*\\R(.*?)```", Pattern.DOTALL)
                .matcher(readme);
        assertThat(block.find()).as("README shows " + file).isTrue();
        return block.group(1);
    }

    /** The text without indentation. */
    private static String squeezed(String text) {
        return text.replaceAll("\\s+", "");
    }
}
