package dev.tailrace.probe.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.tools.attach.VirtualMachine;
import dev.tailrace.corpus.Crowd;
import dev.tailrace.corpus.Programs;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    @TempDir
    Path folder;

    @Test
    void run_bothWays_giveTheWholeDump() throws Exception {
        try (ChildProcess child = Programs.start(
                Jdk.java(),
                List.of(),
                Crowd.class,
                "200",
                folder.resolve("app.log").toString())) {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(child.pid()));
            Commands attach = Objects.requireNonNull(AttachCommands.of(machine));
            Commands bean = BeanCommands.of(machine);
            for (Commands commands : List.of(attach, bean)) {
                String dump = commands.run("Thread.print");
                assertThat(dump.length()).isGreaterThan(100_000);
                assertThat(dump).contains("\"worker-0\"", "\"worker-199\"", "JNI global refs");
                assertThat(commands.run("GC.class_histogram -all")).contains("#instances", "Total");
                assertThat(commands.run("VM.version")).contains("JDK");
                assertThatThrownBy(() -> commands.run("No.such_command")).isInstanceOf(IOException.class);
            }
            bean.close();
        }
    }

    @Test
    void operation_names_areThoseOfTheBean() {
        assertThat(BeanCommands.operation("Thread.print")).isEqualTo("threadPrint");
        assertThat(BeanCommands.operation("GC.class_histogram")).isEqualTo("gcClassHistogram");
        assertThat(BeanCommands.operation("VM.command_line")).isEqualTo("vmCommandLine");
        assertThat(BeanCommands.operation("JFR.start")).isEqualTo("jfrStart");
    }
}
