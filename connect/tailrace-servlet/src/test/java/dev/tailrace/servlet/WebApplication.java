package dev.tailrace.servlet;

import dev.tailrace.slf4j.TailraceServiceProvider;
import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.slf4j.Logger;
import shop.Shop;

/** Creates a web application with Tailrace in its {@code WEB-INF/lib}. */
final class WebApplication {
    private static final List<Path> LIBRARIES = Stream.concat(
                    Origins.backend().stream(), Origins.of(TailraceServiceProvider.class, Logger.class).stream())
            .toList();

    private WebApplication() {}

    /** The configuration of the application, and of a neighbouring process. */
    static Path configuration(Path folder) throws IOException {
        return Files.writeString(
                folder.resolve("logback.xml"), """
                <configuration>
                  <tailrace directory='%s'/>
                  <appender name='FILE' class='ch.qos.logback.core.FileAppender'>
                    <file>%s</file>
                    <encoder><pattern>%%msg%%n</pattern></encoder>
                  </appender>
                  <root level='INFO'><appender-ref ref='FILE'/></root>
                </configuration>
                """.formatted(folder.resolve("lanes"), folder.resolve("app.log")));
    }

    /** Creates {@code folder/shop}, which logs to {@code folder/app.log}. */
    static void layOut(Path folder, boolean withServletModule) throws IOException {
        Path inside = folder.resolve("shop/WEB-INF");
        Path classes = Files.createDirectories(inside.resolve("classes/shop"));
        Path libraries = Files.createDirectories(inside.resolve("lib"));
        Files.copy(configuration(folder), inside.resolve("classes/logback.xml"));
        Files.copy(Origins.of(Shop.class).resolve("shop/Shop.class"), classes.resolve("Shop.class"));
        for (Path each : LIBRARIES) {
            addLibrary(each, libraries);
        }
        if (withServletModule) {
            addLibrary(module(), libraries);
        }
    }

    private static Path module() {
        return Path.of("target", "classes").toAbsolutePath();
    }

    private static void addLibrary(Path origin, Path libraries) throws IOException {
        int number = libraries.toFile().list().length;
        Path jar = libraries.resolve("library-" + number + ".jar");
        if (Files.isRegularFile(origin)) {
            Files.copy(origin, jar);
        } else {
            pack(origin, jar);
        }
    }

    private static void pack(Path folder, Path jar) throws IOException {
        try (OutputStream out = Files.newOutputStream(jar);
                ZipOutputStream zip = new ZipOutputStream(out);
                Stream<Path> files = Files.walk(folder)) {
            files.filter(Files::isRegularFile).sorted().forEach(file -> add(folder, file, zip));
        }
    }

    private static void add(Path folder, Path file, ZipOutputStream zip) {
        try {
            zip.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
            Files.copy(file, zip);
            zip.closeEntry();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The class path of a process beside the container. */
    static String classPath() {
        return Stream.concat(LIBRARIES.stream(), Stream.of(Origins.of(Shop.class)))
                .map(Path::toString)
                .collect(Collectors.joining(java.io.File.pathSeparator));
    }
}
