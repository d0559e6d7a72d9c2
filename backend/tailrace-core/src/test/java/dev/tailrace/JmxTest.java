package dev.tailrace;

import static dev.tailrace.Scenario.fileAppender;
import static dev.tailrace.Scenario.root;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.tailrace.jmx.LoggersRegistration;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmxTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @TempDir
    Path folder;

    private static Object call(ObjectName bean, String operation, @Nullable String... arguments) throws Exception {
        String[] types = new String[arguments.length];
        Arrays.fill(types, String.class.getName());
        return SERVER.invoke(bean, operation, arguments, types);
    }

    @Test
    void bean_hasTheFourOperations_andGoesWithTheEngine() throws Exception {
        ObjectName bean = new ObjectName(LoggersRegistration.NAME);
        try (Scenario scenario = Scenario.of(
                folder,
                "<tailrace jmx='true'/>" + fileAppender("app.log") + "<logger name='jmx.own' level='ERROR'/>"
                        + root("INFO"))) {
            Logger logger = Tailrace.logger("jmx.deep.one");
            await().atMost(PATIENCE).until(() -> SERVER.isRegistered(bean));

            assertThat((String[]) SERVER.getAttribute(bean, "LoggerNames"))
                    .contains("ROOT", "jmx", "jmx.deep", "jmx.deep.one", "jmx.own");
            assertThat(call(bean, "getLoggerLevel", "jmx.own")).isEqualTo("ERROR");
            assertThat(call(bean, "getLoggerLevel", "jmx.deep")).isEqualTo("");
            assertThat(call(bean, "getLoggerLevel", "jmx.unknown")).isNull();
            assertThat(call(bean, "getParentLoggerName", "jmx.deep")).isEqualTo("jmx");
            assertThat(call(bean, "getParentLoggerName", "jmx")).isEqualTo("ROOT");
            assertThat(call(bean, "getParentLoggerName", "ROOT")).isEqualTo("");
            assertThat(call(bean, "getParentLoggerName", "jmx.unknown")).isNull();

            call(bean, "setLoggerLevel", "jmx.deep", "debug");
            assertThat(logger.isEnabled(Level.DEBUG.code())).isTrue();
            assertThat(call(bean, "getLoggerLevel", "jmx.deep")).isEqualTo("DEBUG");
            call(bean, "setLoggerLevel", "jmx.deep", null);
            assertThat(logger.isEnabled(Level.DEBUG.code())).isFalse();
            assertThatThrownBy(() -> call(bean, "setLoggerLevel", "jmx.deep", "LOUD"))
                    .isInstanceOf(RuntimeMBeanException.class)
                    .hasMessageContaining("LOUD");
            Tailrace.flush();
            assertThat(scenario.lines("app.log"))
                    .hasSize(2)
                    .allSatisfy(line -> assertThat(line).contains("Level of jmx.deep", "by JMX, thread "));
        }
        assertThat(SERVER.isRegistered(bean)).isFalse();
    }

    @Test
    void bean_secondInAJvm_hasANameOfItsOwn() throws Exception {
        ObjectName first = new ObjectName(LoggersRegistration.NAME);
        ObjectName second = new ObjectName(LoggersRegistration.NAME + ",instance=2");
        LoggersRegistration other = LoggersRegistration.start(Tailrace.levels().loggers(), finding -> {});
        try {
            await().atMost(PATIENCE).until(() -> SERVER.isRegistered(first));
            try (Scenario scenario = Scenario.ofFile(folder, "jmx='true'")) {
                Tailrace.logger("jmx");
                await().atMost(PATIENCE).until(() -> SERVER.isRegistered(second));
                assertThat(scenario.errors()).doesNotContain("TR2033");
            }
            assertThat(SERVER.isRegistered(second)).isFalse();
            assertThat(SERVER.isRegistered(first)).isTrue();
        } finally {
            other.end(System.nanoTime() + PATIENCE.toNanos());
        }
    }

    @Test
    void start_withoutJmx_loadsNothingOfIt_withItDoes() throws Exception {
        String bean = " " + LoggersRegistration.class.getName() + " ";
        try (ChildProcess with = child("true");
                ChildProcess without = child("false")) {
            await().atMost(PATIENCE).until(() -> with.out().contains("JmxMBeanServer "));
            assertThat(with.out()).contains(bean);
            // As long as the other one took, at least.
            await().atMost(PATIENCE).until(() -> without.out().contains("started"));
            assertThat(without.out()).doesNotContain("MBeanServer", bean);
        }
    }

    private static ChildProcess child(String jmx) throws Exception {
        return JvmLauncher.of(WaitingProgram.class)
                .options("-Xmx64m", "-Xlog:class+load", "-Dtailrace.jmx=" + jmx)
                .start();
    }
}
