package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the example on the README's first screen. */
class ReadmeTest {
    @TempDir
    Path folder;

    @Test
    void firstScreen_runAsItStands_printsWhatItSays() throws Exception {
        String readme = readme();
        Path source = Files.writeString(folder.resolve("Orders.java"), example(readme, "Orders.java"));
        ChildJvm jvm = new ChildJvm(folder, "replaced by the README's");
        Files.writeString(folder.resolve("logback.xml"), example(readme, "logback.xml"));

        ChildJvm.Output output = jvm.run(source);

        assertThat(output.err()).as("standard error").isEmpty();
        String expected = example(readme, "output").strip().replaceFirst("^\\S+", "");
        assertThat(Files.readAllLines(folder.resolve("log/app.log")))
                .singleElement()
                .asString()
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d\\d\\d" + Pattern.quote(expected));
    }

    private static String example(String readme, String name) {
        Matcher matcher = Pattern.compile(
                        "<!-- example: " + Pattern.quote(name) + " -->\\R```\\w*\\R(.*?)```", Pattern.DOTALL)
                .matcher(readme);
        assertThat(matcher.find()).as("README has the example " + name).isTrue();
        return matcher.group(1);
    }

    private static String readme() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        while (here != null && !Files.exists(here.resolve("README.md"))) {
            here = here.getParent();
        }
        assertThat(here)
                .as("a folder with README.md above the working directory")
                .isNotNull();
        return Files.readString(here.resolve("README.md"));
    }
}
