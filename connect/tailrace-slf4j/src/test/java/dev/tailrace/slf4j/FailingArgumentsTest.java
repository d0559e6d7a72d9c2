package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** A failure of an argument's own code never reaches the application, and never damages another line. */
class FailingArgumentsTest {
    @Test
    void arguments_failingOrLogging_leaveTheApplicationAlone(@TempDir Path folder) throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%msg%n").run(Scenario.class);
        assertThat(output.out()).containsExactly("alive");
        assertThat(output.log())
                .contains("inner", "outer from toString", "deep 0", "deep 1", "deep 2", "the end")
                .contains("an exception [FAILED toString()]", "an error [FAILED toString()]")
                .contains("no stack [FAILED toString()]", "no memory [FAILED toString()]")
                .contains("changed the context done")
                .hasSize(11);
        assertThat(output.log().indexOf("inner")).isLessThan(output.log().indexOf("outer from toString"));
    }

    static final class Scenario {
        private static final Logger LOG = LoggerFactory.getLogger("shop");

        private interface Text {
            String text();
        }

        private record Argument(Text code) {
            @Override
            public String toString() {
                return code.text();
            }
        }

        public static void main(String[] args) {
            LOG.info("outer {}", new Argument(() -> {
                LOG.info("inner");
                return "from toString";
            }));
            LOG.info("deep {}", nested(2));
            LOG.info("an exception {}", new Argument(() -> {
                throw new IllegalStateException("of the argument");
            }));
            LOG.info("an error {}", new Argument(() -> {
                throw new AssertionError("of the argument");
            }));
            LOG.info("no stack {}", new Argument(Scenario::withoutEnd));
            LOG.info("no memory {}", new Argument(() -> {
                throw new OutOfMemoryError("of the argument");
            }));
            MDC.put("user", "ann");
            LOG.info("changed the context {}", new Argument(() -> {
                MDC.clear();
                return "done";
            }));
            LOG.info("the end");
            System.out.println("alive");
        }

        private static Object nested(int depth) {
            return new Argument(() -> {
                if (depth > 0) {
                    LOG.info("deep {}", nested(depth - 1));
                }
                return String.valueOf(depth);
            });
        }

        @SuppressWarnings("InfiniteRecursion")
        private static String withoutEnd() {
            return withoutEnd() + "!";
        }
    }
}
