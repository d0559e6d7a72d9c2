package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of logs that are as long as file systems allow, or that a locale can't encode. */
class LogNamesTest {
    @TempDir
    Path folder;

    private ChildJvm child(String file) throws IOException {
        ChildJvm child = new ChildJvm(folder, "%msg%n");
        Path config = folder.resolve("logback.xml");
        Files.writeString(config, Files.readString(config).replace("app.log", file));
        return child;
    }

    @ParameterizedTest
    @ValueSource(ints = {190, 200, 240, 241, 255})
    void longName_isLoggedTo(int bytes) throws Exception {
        String name = "x".repeat(bytes - 4) + ".log";
        for (int lines = 3; lines <= 6; lines += 3) {
            ChildJvm.Output output = child(name).run(SpecialFileTest.Logs.class);
            assertThat(output.out()).as("the console").isEmpty();
            assertThat(output.err()).isEmpty();
            assertThat(Files.readAllLines(folder.resolve(name))).hasSize(lines);
        }
    }

    @Test
    void name_thatTheLocaleCantEncode_hasQuestionMarks() throws Exception {
        ChildJvm.Output output =
                child("d\u00e9/\u00e4pp.log").behind("env", "LC_ALL=C").run(SpecialFileTest.Logs.class);

        assertThat(output.out()).as("the console").isEmpty();
        assertThat(String.join("\n", output.err())).contains("TR2025").doesNotContain("TR2014");
        try (Stream<Path> all = Files.list(folder.resolve("d?"))) {
            assertThat(all.map(each -> each.getFileName().toString())).contains("?pp.log");
        }
        assertThat(Files.readAllLines(folder.resolve("d?/?pp.log"))).isEqualTo(List.of("line 0", "line 1", "line 2"));
    }
}
