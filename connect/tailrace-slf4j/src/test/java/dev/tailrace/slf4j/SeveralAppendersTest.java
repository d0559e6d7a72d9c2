package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serial;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An event with several appenders asks each object for its text once, so that all files show the same. */
class SeveralAppendersTest {
    private static final List<String> FILES = List.of("a.log", "b.log", "c.log");

    private static final String LOGBACK = """
            <configuration>
              <appender name='A' class='ch.qos.logback.core.FileAppender'><file>a.log</file>
                <encoder><pattern>%msg %kvp%n</pattern></encoder></appender>
              <appender name='B' class='ch.qos.logback.core.FileAppender'><file>b.log</file>
                <encoder class='ch.qos.logback.classic.encoder.JsonEncoder'/></appender>
              <appender name='C' class='ch.qos.logback.core.FileAppender'><file>c.log</file>
                <encoder><pattern>%msg %msg %kvp %rEx%n</pattern></encoder></appender>
              <root level='INFO'>
                <appender-ref ref='A'/><appender-ref ref='B'/><appender-ref ref='C'/>
              </root>
            </configuration>
            """;
    private static final String LOG4J = """
            <Configuration>
              <Appenders>
                <File name='A' fileName='a.log'><PatternLayout pattern='%m %X%n%ex'/></File>
                <File name='B' fileName='b.log'><JsonTemplateLayout eventTemplateUri='classpath:EcsLayout.json'/></File>
                <File name='C' fileName='c.log'>
                  <PatternLayout pattern='%m %X %ex{short.message} %ex{short.localizedMessage} %xEx%n'/></File>
              </Appenders>
              <Loggers><Root level='info'>
                <AppenderRef ref='A'/><AppenderRef ref='B'/><AppenderRef ref='C'/>
              </Root></Loggers>
            </Configuration>
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"logback.xml", "log4j2.xml"})
    void event_ofSeveralAppenders_asksEachObjectOnce(String dialect) throws Exception {
        ChildJvm child = new ChildJvm(folder, "");
        Path config =
                Files.writeString(folder.resolve("three-" + dialect), dialect.startsWith("log4j") ? LOG4J : LOGBACK);
        List<String> out =
                child.options("-Dtailrace.config=" + config).run(Scenario.class).out();
        assertThat(out)
                .containsExactly(
                        "arguments 1 1 pairs 1 1",
                        "failing 1",
                        "thrown 1 cause 1 suppressed 1",
                        "thrown as argument 1",
                        "own text 1 message 1",
                        "nested 9",
                        "again 2",
                        "many 100");
        for (String file : FILES) {
            String text = Files.readString(folder.resolve(file));
            assertThat(text)
                    .contains("a1", "b1", "k1", "s1", "l1", "[FAILED toString()]", "thrown message1")
                    .containsPattern("0\\W+grows")
                    .containsPattern("x\\W+grows")
                    .doesNotContain("message2", "k2", "s2", "b2", "e2", "l2");
            assertThat(Pattern.compile("\\bd[0-8]\\b").matcher(text).results())
                    .hasSize(file.equals("c.log") && dialect.startsWith("logback") ? 18 : 9);
        }
    }

    static final class Scenario {
        private static final Logger LOG = LoggerFactory.getLogger("shop");
        private static int nested;
        private static int many;

        private static final class Counted {
            private final String name;
            private int calls;

            Counted(String name) {
                this.name = name;
            }

            @Override
            public String toString() {
                return name + ++calls;
            }
        }

        private record Argument(Runnable code, String text) {
            @Override
            public String toString() {
                code.run();
                return text;
            }
        }

        private static class Thrown extends RuntimeException {
            @Serial
            private static final long serialVersionUID = 1;

            private int calls;

            @Override
            public String getMessage() {
                return "message" + ++calls;
            }
        }

        private static final class Speaking extends Thrown {
            @Serial
            private static final long serialVersionUID = 1;

            private int texts;

            @SuppressWarnings("OverrideThrowableToString") // some do
            @Override
            public String toString() {
                return "speaking" + ++texts;
            }
        }

        private static Object nested(int depth) {
            return new Argument(
                    () -> {
                        nested++;
                        if (depth > 0) {
                            LOG.info("nested {}", nested(depth - 1));
                        }
                    },
                    "d" + depth);
        }

        public static void main(String[] args) {
            Counted first = new Counted("a");
            Counted second = new Counted("b");
            Counted value = new Counted("k");
            Counted supplied = new Counted("s");
            LOG.info("arguments {} {}", first, second);
            LOG.atInfo()
                    .addKeyValue("k", value)
                    .addKeyValue("s", () -> supplied)
                    .log("pairs");
            System.out.println(
                    "arguments " + first.calls + " " + second.calls + " pairs " + value.calls + " " + supplied.calls);

            AtomicInteger failing = new AtomicInteger();
            LOG.info(
                    "fails {}",
                    new Argument(
                            () -> {
                                throw new IllegalStateException("call " + failing.incrementAndGet());
                            },
                            ""));
            System.out.println("failing " + failing);

            AtomicInteger number = new AtomicInteger();
            LOG.info("number {} {}", number, new Argument(number::incrementAndGet, "grows"));
            StringBuilder builder = new StringBuilder("x");
            LOG.info("builder {} {}", builder, new Argument(() -> builder.append('y'), "grows"));
            LOG.info("array {} list {}", new Object[] {new Counted("e")}, List.of(new Counted("l")));

            Thrown cause = new Thrown();
            Thrown suppressed = new Thrown();
            Thrown thrown = new Thrown();
            thrown.initCause(cause);
            thrown.addSuppressed(suppressed);
            LOG.error("thrown message1", thrown);
            System.out.println("thrown " + thrown.calls + " cause " + cause.calls + " suppressed " + suppressed.calls);
            Thrown argument = new Thrown();
            LOG.info("argument {} {}", argument, "last");
            System.out.println("thrown as argument " + argument.calls);
            Speaking speaking = new Speaking();
            LOG.error("speaking", speaking);
            System.out.println("own text " + speaking.texts + " message " + ((Thrown) speaking).calls);

            LOG.info("nested {}", nested(8));
            System.out.println("nested " + nested);
            // The next event asks anew.
            LOG.info("again {}", first);
            System.out.println("again " + first.calls);
            Object[] all = new Object[100];
            for (int i = 0; i < all.length; i++) {
                all[i] = new Argument(() -> many++, "m");
            }
            LOG.info("{}".repeat(all.length), all);
            System.out.println("many " + many);
        }
    }
}
