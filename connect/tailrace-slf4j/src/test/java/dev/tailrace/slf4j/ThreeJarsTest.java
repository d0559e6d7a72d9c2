package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application needs only the engine, the provider and slf4j-api. */
class ThreeJarsTest {
    private static final String PATTERN = "%-5level [%thread] %logger{36} - %msg%n";

    @TempDir
    private Path folder;

    @Test
    void classPath_ofThreeJars_writesTheConfiguredFile() throws Exception {
        assertWritten(new ChildJvm(folder, PATTERN).run(application()));
    }

    @Test
    void modulePath_ofThreeJars_writesTheConfiguredFile() throws Exception {
        assertWritten(new ChildJvm(folder, PATTERN).asModules().run(application()));
    }

    private Path application() throws Exception {
        return Files.writeString(folder.resolve("Shop.java"), """
                import org.slf4j.LoggerFactory;

                class Shop {
                    public static void main(String[] args) {
                        LoggerFactory.getLogger(Shop.class).info("order {} filled at {} qty {}", 17L, 99.5, 3);
                    }
                }
                """);
    }

    private static void assertWritten(ChildJvm.Output output) throws Exception {
        assertThat(output.log()).containsExactly("INFO  [main] Shop - order 17 filled at 99.5 qty 3");
        assertThat(output.err()).isEmpty();
        assertThat(output.out()).isEmpty();
    }
}
