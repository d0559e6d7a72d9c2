package dev.tailrace.junit;

import dev.tailrace.testkit.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.spi.ToolProvider;

/** Twenty generated classes with fifty different empty tests and a logger each. */
final class ManyClasses {
    private static final int CLASSES = 20;
    private static final int TESTS = 50;
    private static final String PACKAGE = "com.acme.orders";

    private ManyClasses() {}

    static List<String> names() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < CLASSES; i++) {
            names.add(String.format(Locale.ROOT, "%s.Orders%02dTest", PACKAGE, i));
        }
        return names;
    }

    /** Writes the class files to a folder. */
    static void compile(Path folder) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", folder.toString(), "-cp"));
        arguments.add(Origins.classPath(
                org.junit.jupiter.api.Test.class,
                org.junit.platform.commons.JUnitException.class,
                org.apiguardian.api.API.class,
                org.slf4j.Logger.class));
        Path sources = Files.createDirectories(folder.resolve("src"));
        for (String name : names()) {
            String simple = name.substring(PACKAGE.length() + 1);
            Path source = Files.writeString(sources.resolve(simple + ".java"), source(simple));
            arguments.add(source.toString());
        }
        int status = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(System.out, System.err, arguments.toArray(new String[0]));
        if (status != 0) {
            throw new IOException("javac: exit status " + status);
        }
    }

    private static String source(String name) {
        StringBuilder source = new StringBuilder("package " + PACKAGE + ";\n\nclass " + name + " {\n")
                .append("    static final org.slf4j.Logger log = org.slf4j.LoggerFactory.getLogger(" + name
                        + ".class);\n");
        for (int i = 0; i < TESTS; i++) {
            source.append(String.format(
                    Locale.ROOT,
                    "%n    @org.junit.jupiter.api.Test%n    void worksAsItShould%02d() {%n"
                            + "        log.trace(\"not even this\");%n    }%n",
                    i));
        }
        return source.append("}\n").toString();
    }
}
