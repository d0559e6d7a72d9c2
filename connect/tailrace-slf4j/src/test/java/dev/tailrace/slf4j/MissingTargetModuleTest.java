package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** An appender with a target where the module that could send is missing. */
class MissingTargetModuleTest {
    @TempDir
    Path folder;

    @Test
    void theAppender_isReported_theOthersWrite() throws Exception {
        Path file = folder.resolve("app.log");
        ChildJvm.Output output = new ChildJvm(
                        folder,
                        "%msg%n",
                        "<appender name='OTLP' class='dev.tailrace.ShipAppender'><target>otlp</target><directory>"
                                + folder.resolve("row")
                                + "</directory></appender>"
                                + "<appender name='APP' class='ch.qos.logback.core.FileAppender'><file>" + file
                                + "</file><encoder><pattern>%msg%n</pattern></encoder></appender>"
                                + "<root level='INFO'><appender-ref ref='OTLP'/><appender-ref ref='APP'/></root>")
                .run(Shop.class);

        assertThat(String.join("\n", output.err()))
                .contains("TR2056")
                .contains("OTLP")
                .contains("dev.tailrace:tailrace-otlp");
        assertThat(Files.readAllLines(file)).containsExactly("paid");
        assertThat(folder.resolve("row")).doesNotExist();
    }

    @Test
    void theOnlyAppender_writesToTheConsole() throws Exception {
        ChildJvm.Output output = new ChildJvm(
                        folder,
                        "%msg%n",
                        "<appender name='NET' class='ch.qos.logback.classic.net.SyslogAppender'>"
                                + "<syslogHost>localhost</syslogHost><facility>USER</facility></appender>"
                                + "<root level='INFO'><appender-ref ref='NET'/></root>")
                .run(Shop.class);

        // Lines are wrapped, where depends on the folder's name.
        assertThat(String.join(" ", output.err()).replaceAll("\\s+", " "))
                .contains("TR2056")
                .contains("go to the console");
        assertThat(output.out()).singleElement().asString().endsWith("paid");
    }

    static final class Shop {
        private Shop() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger(Shop.class).info("paid");
        }
    }
}
