package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.Jdk;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands of docs/guide/startup.md, with an application of jars. */
@Tag("anyjdk")
class StartupGuideTest {
    @TempDir
    Path folder;

    /** {@code app.jar}, whose manifest names the other jars. */
    @BeforeEach
    void buildApplication() throws Exception {
        List<String> libraries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (path.endsWith("target/classes")) {
                String name = path.getParent().getParent().getFileName() + ".jar";
                jar(folder.resolve(name), path, new Manifest());
                libraries.add(name);
            } else if (path.getFileName().toString().matches("(tailrace|slf4j-api)-.*\\.jar")) {
                // Of Tailrace's other modules, "mvn verify" gives the jar and "mvn test" the directory.
                Files.copy(path, folder.resolve(path.getFileName()));
                libraries.add(path.getFileName().toString());
            }
        }
        Path classes = Files.createDirectory(folder.resolve("classes"));
        Path source = Files.writeString(
                folder.resolve("App.java"),
                "public class App { public static void main(String[] a) {"
                        + " org.slf4j.LoggerFactory.getLogger(App.class).info(\"started\"); } }");
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                null,
                                null,
                                "--release",
                                "17",
                                "-proc:none",
                                "-d",
                                classes.toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                source.toString()))
                .isZero();
        Files.writeString(
                classes.resolve("logback.xml"),
                "<configuration><appender name='F' class='ch.qos.logback.core.FileAppender'><file>app.log</file>"
                        + "<encoder><pattern>%msg%n</pattern></encoder></appender>"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "App");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", libraries));
        jar(folder.resolve("app.jar"), classes, manifest);
    }

    private static void jar(Path jar, Path classes, Manifest manifest) throws IOException {
        manifest.getMainAttributes().putIfAbsent(Attributes.Name.MANIFEST_VERSION, "1.0");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                if (!name.equals("META-INF/MANIFEST.MF")) {
                    entries.putNextEntry(new JarEntry(name));
                    Files.copy(file, entries);
                }
            }
        }
    }

    @Test
    void classDataSharing_takesTheClassesFromTheArchive() throws Exception {
        assertArchived(Jdk.java(), "cds");
    }

    @Test
    void aotCache_takesTheClassesFromTheCache() throws Exception {
        Optional<Path> java = Jdk.java25();
        if (java.isEmpty()) {
            System.out.println("NOT RUN: needs JDK 25 (the AOT cache)");
            Assumptions.abort("needs JDK 25");
        }
        assertArchived(java.orElseThrow(), "aot");
    }

    /** Runs the two commands of an example; of the second, the JVM says where each class comes from. */
    private void assertArchived(Path java, String example) throws Exception {
        List<String> commands =
                Guide.page("startup.md").example(example).lines().toList();
        assertThat(commands).hasSize(2);

        run(java, commands.get(0));
        run(java, commands.get(1).replace(" -jar", " -Xlog:class+load:file=loaded.txt -jar"));

        assertThat(Files.readAllLines(folder.resolve("app.log"))).containsExactly("started", "started");
        List<String> ours = Files.readAllLines(folder.resolve("loaded.txt")).stream()
                .filter(line -> line.contains(" dev.tailrace.") && !line.contains("$$Lambda"))
                .toList();
        assertThat(ours).hasSizeGreaterThan(200);
        List<String> elsewhere = ours.stream()
                .filter(line -> !line.contains("source: shared objects file"))
                .collect(Collectors.toList());
        assertThat(elsewhere.size()).as(String.join("\n", elsewhere)).isLessThan(ours.size() / 10);
    }

    private void run(Path java, String command) throws Exception {
        List<String> words = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
        assertThat(words.get(0)).isEqualTo("java");
        words.set(0, java.toString());
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("out.txt").toFile())
                .start();
        assertThat(process.waitFor())
                .as(Files.readString(folder.resolve("out.txt")))
                .isZero();
    }
}
