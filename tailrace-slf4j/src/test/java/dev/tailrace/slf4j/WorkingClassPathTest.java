package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The engine, the provider and slf4j-api are all that an application needs. */
class WorkingClassPathTest {
    @Test
    void threeJars_writeTheConfiguredFile(@TempDir Path folder) throws Exception {
        Path source = Files.writeString(folder.resolve("Shop.java"), """
                import org.slf4j.LoggerFactory;

                class Shop {
                    public static void main(String[] args) {
                        LoggerFactory.getLogger(Shop.class).info("order {} filled at {} qty {}", 17L, 99.5, 3);
                    }
                }
                """);
        ChildJvm.Output output = new ChildJvm(folder, "%-5level [%thread] %logger{36} - %msg%n").run(source);
        assertThat(output.log()).containsExactly("INFO  [main] Shop - order 17 filled at 99.5 qty 3");
        assertThat(output.err()).isEmpty();
        assertThat(output.out()).isEmpty();
    }
}
