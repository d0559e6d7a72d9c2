package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class BuildKeyTest {
    /** The build key of a JVM that is started by this one through shells. */
    private static String[] found(String script, String... option) throws Exception {
        List<String> java = JvmLauncher.of(Printing.class)
                .options("-XX:TieredStopAtLevel=1")
                .options(option)
                .classPath(BuildKey.class, BuildKeyTest.class)
                .command();
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", script);
        builder.environment().put("CHILD", String.join(" ", java));
        String out;
        try (ChildProcess child = ChildProcess.start(builder)) {
            out = child.succeeded().out();
        }
        return out.strip().split(" ", -1);
    }

    /** Prints the key of its build, its own and its parent's. */
    static final class Printing {
        private Printing() {}

        public static void main(String[] arguments) {
            ProcessHandle self = ProcessHandle.current();
            System.out.println(BuildKey.find() + " " + BuildKey.key(self) + " "
                    + self.parent().map(BuildKey::key).orElse(""));
        }
    }

    @Test
    void find_forkedThroughShells_isTheNearestJavaAboveAndItsStart() throws Exception {
        String own = BuildKey.key(ProcessHandle.current());
        assertThat(own).matches(ProcessHandle.current().pid() + "-\\d{13}");
        for (String tool : List.of("surefire.test.class.path", "surefire.real.class.path", "org.gradle.test.worker")) {
            assertThat(found("sh -c '$CHILD; exit $?'; exit $?", "-D" + tool + "=1")[0])
                    .as(tool)
                    .isEqualTo(own);
        }
    }

    @Test
    void find_notForked_isItsOwn() throws Exception {
        String[] found = found("$CHILD; exit $?");
        assertThat(found[0]).isEqualTo(found[1]).isNotEqualTo(BuildKey.key(ProcessHandle.current()));
    }

    /** The first process of a machine has no parent, and is a shell, a supervisor or a JVM. */
    @Test
    void buildTool_noJavaAbove_isTheParentIfThereIsOne() {
        ProcessHandle first = ProcessHandle.of(1).orElseThrow();
        assertThat(BuildKey.buildTool(first)).isEqualTo(first.parent().orElse(first));
    }
}
