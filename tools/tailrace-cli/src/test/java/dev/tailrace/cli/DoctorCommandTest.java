package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb: what it prints and writes, and how it ends. */
class DoctorCommandTest {
    private static final String WAITS = """
            "http-%d" #%d daemon prio=5 os_prio=0 cpu=12.00ms elapsed=9.00s tid=0x00007f00%04d nid=0x%d waiting on condition  [0x0]
               java.lang.Thread.State: WAITING (parking)
            	at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)
            	at java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@17/AbstractQueuedSynchronizer.java:1623)
            	at java.util.concurrent.ArrayBlockingQueue.put(java.base@17/ArrayBlockingQueue.java:370)
            	at ch.qos.logback.core.AsyncAppenderBase.put(AsyncAppenderBase.java:138)
            	at ch.qos.logback.classic.Logger.info(Logger.java:579)
            	at com.acme.shop.Orders\u009b[2J.fill(Orders.java:42)

            """;

    private static final String WORKER = """
            "AsyncAppender-Worker-ASYNC" #99 daemon prio=5 os_prio=0 cpu=12.00ms elapsed=9.00s tid=0x00007f00ffff nid=0x99 runnable  [0x0]
               java.lang.Thread.State: RUNNABLE
            	at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)
            	at java.io.PrintStream.write(java.base@17/PrintStream.java:568)
            	at ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:199)
            	at ch.qos.logback.core.AsyncAppenderBase$Worker.run(AsyncAppenderBase.java:289)

            """;

    @TempDir
    Path folder;

    private String sick = "";
    private String healthy = "";

    @BeforeEach
    void writeDumps() throws Exception {
        StringBuilder dumps = new StringBuilder();
        StringBuilder quiet = new StringBuilder();
        for (int second = 10; second < 13; second++) {
            String head = "2026-01-02 03:04:" + second + "\nFull thread dump OpenJDK 64-Bit Server VM (17.0.10+7):\n\n";
            dumps.append(head);
            for (int i = 1; i <= 9; i++) {
                dumps.append(WAITS.formatted(i, i, i, i));
            }
            dumps.append(WORKER).append("JNI global refs: 15, weak refs: 0\n\n");
            // It is in the same call each time, but goes on.
            quiet.append(head)
                    .append(WORKER.replace("cpu=12", "cpu=" + second * 100))
                    .append("JNI global refs: 15, weak refs: 0\n\n");
        }
        sick = Files.writeString(folder.resolve("sick.txt"), dumps).toString();
        healthy = Files.writeString(folder.resolve("healthy.txt"), quiet).toString();
    }

    @Test
    void sick_isToldInEightyColumnsAndEndsWithOne() {
        Scene.Said said = Scene.run("doctor", sick);

        assertThat(said.status()).isEqualTo(ExitStatus.FOUND);
        assertThat(said.out())
                .contains("1 finding", "TR3103", "docs/reference/doctor.md#tr3103", "With Tailrace: ", "-> ")
                // What to do is on the terminal, too, and not only on the page.
                .contains("ls -l /proc/PID/fd/1", "lsof -E -a -p PID -d 1", "mode=non-blocking", "kill -CONT");
        assertThat(said.out()).doesNotContain("\u009b");
        assertThat(said.out().lines())
                .filteredOn(line -> line.contains(" ") && !line.contains("/"))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(said.err()).isEmpty();
    }

    @Test
    void healthy_saysWhatWasLookedAtAndEndsWithZero() {
        Scene.Said said = Scene.run("doctor", healthy);

        assertThat(said.out()).contains("NOTHING FOUND.", "3 thread dumps", "03:04:10 to 03:04:12");
        assertThat(said.status()).isEqualTo(ExitStatus.GOOD);
    }

    @Test
    void unreadable_endsWithTwoAndTheOthersAreJudged() {
        Scene.Said said = Scene.run("doctor", sick, folder.resolve("none.txt").toString());

        // Where the lines are broken depends on the folder's name.
        assertThat(said.out().replaceAll("\\s+", " "))
                .contains("COULD NOT READ EVERYTHING", "TR3103", "TR3191", "There is no such file.");
        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
    }

    @Test
    void folder_itsFilesAreRead() throws Exception {
        Path all = Files.createDirectory(folder.resolve("all"));
        Path deeper = Files.createDirectory(all.resolve("deeper"));
        assertThat(Scene.run("doctor", all.toString()).out().replaceAll("\\s+", " "))
                .contains("It is a folder without a file that doctor knows");

        Files.copy(Path.of(sick), all.resolve("dumps.txt"));
        Files.copy(Path.of(sick), deeper.resolve("not-read.txt"));
        Files.writeString(all.resolve("empty.txt"), "");
        Files.writeString(all.resolve("notes.txt"), "we restarted it at noon");
        Scene.Said said = Scene.run("doctor", all.toString());

        assertThat(said.out().replaceAll("\\s+", " "))
                .contains("3 thread dumps", "TR3103", "nothing that doctor knows in notes.txt")
                .doesNotContain("not-read.txt", "COULD NOT READ");
        assertThat(said.status()).isEqualTo(ExitStatus.FOUND);
    }

    @Test
    void json_isAListOfFindings() throws Exception {
        Path json = folder.resolve("doctor.json");
        Scene.run("doctor", sick, "--json", json.toString());

        JsonArray findings = JsonParser.parseString(Files.readString(json)).getAsJsonArray();
        JsonObject first = findings.get(0).getAsJsonObject();
        assertThat(first.get("code").getAsString()).isEqualTo("TR3103");
        assertThat(first.get("severity").getAsString()).isEqualTo("error");
        assertThat(first.get("consumer").getAsString()).contains("AsyncAppender-Worker-ASYNC");
        assertThat(first.get("evidence").getAsJsonArray()).hasSizeBetween(2, 4);
        assertThat(first.get("file").getAsString()).isEqualTo(sick);

        Scene.run("doctor", healthy, "--json", json.toString());
        assertThat(JsonParser.parseString(Files.readString(json)).getAsJsonArray())
                .isEmpty();
    }

    @Test
    void html_isOnePageWithTheThreadsOverTime() throws Exception {
        Path html = folder.resolve("doctor.html");
        Scene.run("doctor", sick, "--html", html.toString());

        assertThat(Files.readString(html))
                .contains("TR3103", "Threads over time", "AsyncAppenderBase.put")
                .doesNotContain("src=\"http", "\u009b");
    }

    @Test
    void wrongUsage_isToldWithTwo() {
        assertThat(Scene.run("doctor").status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(Scene.run("doctor", "--json", "-", "--html", "-", sick).err())
                .contains("can't both");
        assertThat(Scene.run("doctor", "--for", "2h", sick).err()).contains("--for must be");
        assertThat(Scene.run("doctor", "--budget", "0", sick).err()).contains("--budget must be");
        assertThat(Scene.run("doctor", "1", "2").err()).contains("one process at a time");
        assertThat(Scene.run("doctor", "--agent", sick).err()).contains("--agent needs a process id");
        assertThat(Scene.run("doctor", "1", "--agent", "--ramp", "http://localhost/")
                        .err())
                .contains("--agent needs a process id");
    }

    @Test
    void process_isLookedAtAndKeptInAnArchive() throws Exception {
        Path archive = folder.resolve("evidence.zip");
        ChildProcess process = sleeper();
        try {
            Scene.Said said = Scene.run(
                    "doctor",
                    Long.toString(process.pid()),
                    "--for",
                    "1s",
                    "--budget",
                    "90",
                    "--out",
                    archive.toString());

            assertThat(said.err()).contains("looking at process " + process.pid(), "kept in ");
            assertThat(said.out()).contains("Doctor's own disturbance: ", "(allowed: 90.0 %)");
            assertThat(said.status()).as(said.out()).isEqualTo(ExitStatus.GOOD);
        } finally {
            process.close();
        }
        Scene.Said later = Scene.run("doctor", archive.toString(), sick);
        assertThat(later.out()).contains("process " + process.pid(), "TR3103");
        assertThat(later.status()).isEqualTo(ExitStatus.FOUND);
    }

    /** A JVM that is ready to be looked at. */
    private static ChildProcess sleeper() throws Exception {
        ChildProcess process = JvmLauncher.of(Sleeper.class).start();
        assertThat(process.line()).isEqualTo("ready");
        return process;
    }

    /** Waits until it is ended. */
    static final class Sleeper {
        private Sleeper() {}

        public static void main(String[] args) throws Exception {
            System.out.println("ready");
            while (System.in.read() >= 0) {
                System.out.flush();
            }
        }
    }

    @Test
    void deadProcess_isToldInPlainWordsWithTwo() throws Exception {
        Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        Scene.Said said = Scene.run("doctor", Long.toString(ended.pid()), "--for", "1s");

        assertThat(said.err())
                .startsWith("TR3160: There is no process " + ended.pid() + ".")
                .contains("->");
        assertThat(said.out()).isEmpty();
        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
    }

    @Test
    void unreadLines_areCounted() throws Exception {
        Path dump = Path.of(sick);
        Files.writeString(
                dump, Files.readString(dump).replace("\tat java.util.concurrent.ArrayBlockingQueue", "\tax q"));

        assertThat(Scene.run("doctor", sick).out()).containsPattern("I could not read \\d+ lines\\s+of");
    }

    @Test
    void page_hasTheHelp() throws Exception {
        Matcher help = Pattern.compile("<!-- help -->\\n```\\n(.*?)```\\n", Pattern.DOTALL)
                .matcher(Files.readString(Project.root().resolve("docs/reference/doctor.md")));

        assertThat(help.find()).isTrue();
        assertThat(help.group(1)).isEqualTo(Scene.run("doctor", "--help").out());
    }
}
