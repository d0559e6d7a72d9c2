package dev.tailrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmLauncherTest {
    @TempDir
    Path folder;

    /** Executes commands, line by line. */
    static final class Obedient {
        private Obedient() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println("ready " + String.join(",", arguments));
            for (String line = read(); !line.isEmpty(); line = read()) {
                switch (line) {
                    case "where" -> System.out.println(Path.of("").toAbsolutePath());
                    case "property" -> System.out.println(System.getProperty("asked"));
                    case "variable" -> System.out.println(System.getenv("ASKED"));
                    case "path" -> System.out.println(System.getProperty("java.class.path"));
                    case "fail" -> {
                        System.err.println("as asked");
                        System.exit(3);
                    }
                    case "half" -> {
                        System.out.print("no end");
                        System.exit(0);
                    }
                    default -> System.out.println("what? " + line);
                }
            }
        }

        private static String read() throws Exception {
            StringBuilder line = new StringBuilder();
            for (int next = System.in.read(); next >= 0 && next != '\n'; next = System.in.read()) {
                line.append((char) next);
            }
            return line.toString();
        }
    }

    private JvmLauncher launcher() {
        return JvmLauncher.of(Obedient.class, "a", "b")
                .options("-XX:TieredStopAtLevel=1")
                .classPath(Obedient.class);
    }

    @Test
    void start_withAllThatCanBeSaid_isAsSaid() throws Exception {
        try (ChildProcess child = launcher()
                .options("-Dasked=yes")
                .environment("ASKED", "too")
                .in(folder)
                .behind(List.of("env", "OTHER=1"))
                .start()) {
            assertThat(child.line()).isEqualTo("ready a,b");
            assertThat(child.ask("where")).isEqualTo(folder.toRealPath().toString());
            assertThat(child.ask("property")).isEqualTo("yes");
            assertThat(child.ask("variable")).isEqualTo("too");
            assertThat(child.ask("path")).isEqualTo(Origins.of(Obedient.class).toString());
            child.say("");
            assertThat(child.status()).isZero();
            assertThat(child.out().lines()).hasSize(5);
        }
    }

    @Test
    void run_failure_isAnErrorWithTheCommandTheStatusAndWhatWasWritten() throws Exception {
        try (ChildProcess child = launcher().start()) {
            child.say("fail");
            assertThatThrownBy(child::succeeded)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContainingAll("Obedient a b", "status 3", "ready a,b", "as asked");
        }
    }

    @Test
    void line_processEndsOrIsLate_isNullAndAwaitedAnError() throws Exception {
        try (ChildProcess child = launcher().start()) {
            child.awaitLine("ready");
            assertThat(child.line("never", Duration.ofMillis(1))).isNull();
            child.say("half");
            assertThat(child.line()).isEqualTo("no end");
            assertThatThrownBy(child::line)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("ended with status 0");
        }
    }

    @Test
    void outputAndErrors_toFiles_areThereAndReadFromThere() throws Exception {
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        try (ChildProcess child = launcher().outputTo(out).errorsTo(err).start()) {
            child.say("fail");
            assertThat(child.status()).isEqualTo(3);
            assertThat(child.out()).isEqualTo("ready a,b\n").isEqualTo(Files.readString(out));
            assertThat(child.err()).isEqualTo("as asked\n").isEqualTo(Files.readString(err));
        }
    }

    @Test
    void merged_hasBothInOne() throws Exception {
        try (ChildProcess child = launcher().merged().start()) {
            child.say("fail");
            child.status();
            assertThat(child.out()).isEqualTo("ready a,b\nas asked\n");
            assertThat(child.err()).isEmpty();
        }
    }

    @Test
    void unread_leavesThePipe() throws Exception {
        try (ChildProcess child = launcher().unread().start()) {
            assertThat(child.process().inputReader().readLine()).isEqualTo("ready a,b");
            assertThatThrownBy(child::line).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void stopAndResume_holdTheProcessAndLetItGo() throws Exception {
        try (ChildProcess child = launcher().start()) {
            child.awaitLine("ready");
            child.stop();
            await().ignoreExceptions()
                    .untilAsserted(() -> assertThat(states(child)).containsOnly("T"));
            child.say("property");
            assertThat(child.line("", Duration.ofMillis(50))).isNull();
            child.resume();
            assertThat(child.line()).isEqualTo("null");
        }
    }

    /** The states of the child's threads, which stop one by one: the third field of their lines in {@code /proc}. */
    private static Set<String> states(ChildProcess child) throws Exception {
        Set<String> states = new HashSet<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(Path.of("/proc/" + child.pid() + "/task"))) {
            for (Path thread : threads) {
                states.add(Files.readString(thread.resolve("stat")).replaceAll("(?s).*\\) (.).*", "$1"));
            }
        }
        return states;
    }

    @Test
    void status_later_isAnErrorAndKillsIt() throws Exception {
        try (ChildProcess child = launcher().start()) {
            assertThatThrownBy(() -> child.status(Duration.ofMillis(1)))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("still running");
            assertThat(child.isAlive()).isFalse();
        }
    }

    @Test
    void kill_isKillMinusNine_andNoSignalReachesTheDead() throws Exception {
        try (ChildProcess child = launcher().start()) {
            child.kill();
            assertThat(child.status()).isEqualTo(128 + 9);
            assertThatThrownBy(child::stop).isInstanceOf(AssertionError.class);
        }
    }

    /** Starts a child and ends without closing it. */
    static final class Careless {
        private Careless() {}

        public static void main(String[] arguments) throws Exception {
            System.out.println(JvmLauncher.of(Obedient.class).start().pid());
            System.exit(0);
        }
    }

    @Test
    void endOfTheJvm_killsItsChildren() throws Exception {
        String pid = JvmLauncher.of(Careless.class)
                .classPath(Careless.class, JvmLauncher.class)
                .run()
                .out()
                .strip();
        ProcessHandle.of(Long.parseLong(pid))
                .ifPresent(orphan -> orphan.onExit().join());
    }

    @Test
    void since_aMoment_hasThoseStartedLater() throws Exception {
        try (ChildProcess before = launcher().start()) {
            long moment = System.nanoTime();
            try (ChildProcess after = launcher().start()) {
                assertThat(ChildProcess.since(moment)).contains(after).doesNotContain(before);
            }
        }
    }
}
