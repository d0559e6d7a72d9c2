package dev.tailrace.torture.mutant;

import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Compiles sources without further checks. Stateless. */
final class Compiler {
    private Compiler() {}

    /**
     * Compiles.
     *
     * @param sourcePath folder of referenced sources; null for none
     * @throws IOException if there is no compiler, or the sources don't compile
     */
    static void compile(List<Path> sources, List<Path> classPath, @Nullable Path sourcePath, Path into)
            throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IOException("this Java has no compiler: the mutants need a JDK");
        }
        Files.createDirectories(into);
        List<String> options = new ArrayList<>(List.of("-nowarn", "-proc:none", "-d", into.toString(), "-cp"));
        options.add(Origins.join(classPath));
        if (sourcePath != null) {
            options.addAll(List.of("-sourcepath", sourcePath.toString()));
        }
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files =
                compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
            boolean good = compiler.getTask(
                            said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
                    .call();
            if (!good) {
                throw new IOException("cannot be compiled: " + said);
            }
        }
    }
}
