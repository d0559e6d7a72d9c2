package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Assert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.testHarness.MultithreadedInitializationTest;

/** SLF4J's kit for the start: events of many threads during the provider's initialization arrive exactly once. */
class EarlyEventsTest {
    @Test
    void threadsThatLogDuringTheStart_loseNothing(@TempDir Path folder) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%logger %msg%n")
                .with(MultithreadedInitializationTest.class, Assert.class, org.hamcrest.Matcher.class)
                .run(Scenario.class, folder.resolve("app.log").toString());
        assertThat(output.out()).containsExactly("done");
        assertThat(output.log()).isNotEmpty().doesNotHaveDuplicates();
    }

    static final class Scenario extends MultithreadedInitializationTest {
        private final Path log;

        private Scenario(Path log) {
            this.log = log;
        }

        public static void main(String[] args) throws Exception {
            new Scenario(Path.of(args[0])).multiThreadedInitialization();
            System.out.println("done");
        }

        @Override
        protected long getRecordedEventCount() {
            Tailrace.flush();
            try {
                return Files.readAllLines(log).size();
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
    }
}
