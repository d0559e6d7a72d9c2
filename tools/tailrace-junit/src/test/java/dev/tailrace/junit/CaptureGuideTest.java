package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.Origins;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes that docs/guide/capture.md shows, compiled and run. */
class CaptureGuideTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Pattern NAME = Pattern.compile("(?m)^class (\\w+) ");

    @TempDir
    Path folder;

    @Test
    void classes_ofThePage_pass() throws Exception {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> names = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(MavenBuild.root().resolve("docs/guide/capture.md")));
        while (block.find()) {
            Matcher name = NAME.matcher(block.group(1));
            assertThat(name.find()).isTrue();
            names.add(name.group(1));
            Path source = Files.writeString(folder.resolve(name.group(1) + ".java"), block.group(1));
            int status = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-proc:none",
                            "-d",
                            classes.toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            source.toString());
            assertThat(status).isZero();
        }
        assertThat(names).containsExactly("OrdersTest", "OrdersAssertTest");

        ChildRun.Output output = new ChildRun(folder, ChildRun.Logging.TAILRACE)
                .with("-Dtailrace.kpis=off")
                .withSuites(classes)
                .withLibrary(Origins.of(Assertions.class))
                .run(names);

        assertThat(output.out().lines().filter(line -> line.startsWith("SUCCESSFUL ")))
                .as(output.out() + output.err())
                .hasSize(3);
    }
}
