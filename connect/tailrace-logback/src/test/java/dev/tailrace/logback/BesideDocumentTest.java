package dev.tailrace.logback;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import dev.tailrace.testkit.JvmLauncher;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The examples of docs/guide/beside.md. */
class BesideDocumentTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"logback.xml, app.log, TailraceAppender[FILE]", "async.xml, async.log, AsyncAppender[ASYNC]"})
    void aConfiguration_works(String example, String log, String origin) throws IOException {
        String page = Files.readString(Path.of("..", "..", "docs", "guide", "beside.md"));
        Matcher block = Pattern.compile("<!-- example: " + example + " -->\n```xml\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertThat(block.find()).isTrue();
        Files.writeString(folder.resolve("logback.xml"), block.group(1));
        StringBuilder absolute = new StringBuilder();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            absolute.append(absolute.isEmpty() ? "" : File.pathSeparator)
                    .append(Path.of(entry).toAbsolutePath());
        }
        String out = JvmLauncher.of(Example.class)
                .classPath(absolute.toString())
                .in(folder)
                .run()
                .out();
        assertThat(out)
                .contains("INFO in dev.tailrace.logback." + origin + " - Writes ")
                .contains(", encoded by Tailrace");
        assertThat(out).doesNotContain("WARN").doesNotContain("ERROR");
        assertThat(Files.readString(folder.resolve("log").resolve(log)))
                .matches("\\d\\d:\\d\\d:\\d\\d\\.\\d{3} INFO  (\\[main] )?shop\\.Orders - order 4711 filled\n");
    }

    /** An application that leaves the end to the exit hook. */
    static final class Example {
        private Example() {}

        public static void main(String[] arguments) throws Exception {
            LoggerContext context = Host.context();
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(new File("logback.xml"));
            context.getLogger("shop.Orders").info("order {} filled", 4711);
            Host.statuses(context).forEach(System.out::println);
        }
    }
}
