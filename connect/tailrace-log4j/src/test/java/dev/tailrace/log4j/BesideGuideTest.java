package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.LocalRepository;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.logging.log4j.core.LoggerContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of the guide. */
class BesideGuideTest {
    @TempDir
    Path folder;

    @Test
    void example_ofLog4j_writesItsFile() throws Exception {
        String page = Files.readString(LocalRepository.root().resolve("docs/guide/beside.md"));
        Matcher example = Pattern.compile(
                        "<!-- example: log4j2.xml -->\\R```xml\\R(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(page);
        assertThat(example.find()).isTrue();
        LoggerContext context = Contexts.start(folder, example.group(1).replace("log/", folder + "/"));
        context.getLogger("com.example.Shop").info("order {} filled", 7);
        Contexts.stop(context);
        assertThat(Files.readString(folder.resolve("app.log")))
                .matches("[0-9:.]{12} INFO  \\[main] c\\.e\\.Shop - order 7 filled\\R");
    }
}
