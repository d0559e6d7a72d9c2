package dev.tailrace.doctor.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the page shows of a series of dumps and a log of the collector. */
class DiagnosisPageTest {
    @TempDir
    Path folder;

    @Test
    void page_threadsThatCantLog_showsWhatHeldThemUpAndWhere() throws IOException {
        String html = page(series(), "");

        assertThat(html).contains("Threads over time", "What held them up", "full queue of Logback");
        assertThat(html).contains("All stuck stacks", ">Orders.fill<", "thread pool and frameworks");
        assertThat(html).contains("com.acme.shop.Orders.fill(Orders.java:42)");
        assertThat(html).contains("What the words mean").doesNotContain("What the garbage collector did");
    }

    @Test
    void page_deadlock_hasTheStacksOfItsThreadsAndWhatToDo() throws IOException {
        String html = page(DEADLOCK, "");

        assertThat(html)
                .containsSubsequence(
                        "<div class=\"summary bad\">",
                        "Deadlock: threads wait for each other",
                        "What to do: ",
                        "jcmd PID Thread.print -l &gt; before-restart.txt",
                        "<nav",
                        "&quot;till-1&quot;</h3>",
                        "com.acme.Till.move(Till.java:48)",
                        "– is blocked at com.acme.Account &lt;0x0000000739d1ffb8&gt;",
                        "– holds com.acme.Account &lt;0x00000007015ae270&gt;",
                        "1 of the application&#39;s 3 threads waits here at 18:00:05",
                        "<a href=\"#tr3140\">TR3140</a>",
                        "<h3 id=\"tr3140\">TR3140");
    }

    @Test
    void page_threadsBehindAFullQueue_showTheirStackAndTheirNames() throws IOException {
        assertThat(page(series(), ""))
                .containsSubsequence(
                        "<div class=\"summary",
                        "The threads that wait",
                        "20 of the application&#39;s 20 threads wait here",
                        "&quot;http-0&quot;, &quot;http-1&quot;",
                        "and 12 more",
                        "<em>logging</em><code>ch.qos.logback.core.AsyncAppenderBase.put(AsyncAppenderBase.java:138)");
    }

    @Test
    void page_logOfTheCollector_showsPausesAndRates() throws IOException {
        StringBuilder log = new StringBuilder("[0.010s][info][gc] Using G1\n");
        for (int i = 0; i < 40; i++) {
            log.append(String.format(
                    Locale.ROOT,
                    "[%.3fs][info][gc] GC(%d) Pause Young (Normal) (G1 Evacuation Pause) 900M->90M(1024M) 12.000ms%n",
                    1 + i * 0.5,
                    i));
        }

        String html = page("", log.toString());

        assertThat(html).contains("What the garbage collector did", "Pauses", "How often it collected", "The heap");
        assertThat(html).contains("collections a minute").doesNotContain("What held them up");
    }

    @Test
    void page_nothingGiven_isAPageAllTheSame() throws IOException {
        assertThat(page("", "")).contains("Nothing found").doesNotContain("All stuck stacks");
    }

    @Test
    void page_manyFilesOfAFolder_areToldInALine() {
        Diagnosis diagnosis =
                Doctor.examine(Stream.of("logs/1.txt", "logs/2.txt", "logs/3.txt", "logs/4.txt", "conf/a.xml", "b.xml")
                        .map(Path::of)
                        .toList());

        assertThat(DiagnosisPage.of(diagnosis).html())
                .contains("Read: 4 files in logs, 1.txt to 4.txt; a.xml in conf; b.xml in the current folder.");
    }

    private String page(String dumps, String gc) throws IOException {
        List<Path> files = new ArrayList<>();
        if (!dumps.isEmpty()) {
            files.add(Files.writeString(folder.resolve("dumps"), dumps));
        }
        if (!gc.isEmpty()) {
            files.add(Files.writeString(folder.resolve("gc.log"), gc));
        }
        return DiagnosisPage.of(Doctor.examine(files)).html();
    }

    private static String series() {
        StringBuilder text = new StringBuilder();
        for (int second = 0; second < 6; second++) {
            text.append("2026-03-04 12:00:0").append(second).append('\n');
            text.append("Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):\n\n");
            for (int i = 0; i < 20; i++) {
                text.append(second < 2 ? idle(i) : waits(i)).append('\n');
            }
            text.append("JNI global refs: 15, weak refs: 0\n\n");
        }
        return text.toString();
    }

    private static String head(int i) {
        return "\"http-" + i + "\" #" + (20 + i) + " daemon prio=5 os_prio=0 cpu=12.00ms elapsed=9.00s tid=0x00007f0000"
                + (10 + i)
                + " nid=0x" + (100 + i) + " waiting on condition  [0x0]\n   java.lang.Thread.State: WAITING (parking)\n"
                + "\tat jdk.internal.misc.Unsafe.park(java.base@17/Native Method)\n";
    }

    private static String pool() {
        return """
                \tat java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@17/ThreadPoolExecutor.java:1136)
                \tat java.util.concurrent.ThreadPoolExecutor$Worker.run(java.base@17/ThreadPoolExecutor.java:635)
                \tat java.lang.Thread.run(java.base@17/Thread.java:840)
                """;
    }

    private static String idle(int i) {
        return head(i)
                + "\tat java.util.concurrent.LinkedBlockingQueue.take(java.base@17/LinkedBlockingQueue.java:435)\n"
                + "\tat java.util.concurrent.ThreadPoolExecutor.getTask(java.base@17/ThreadPoolExecutor.java:1062)\n"
                + pool();
    }

    private static String waits(int i) {
        return head(i) + "\tat java.util.concurrent.ArrayBlockingQueue.put(java.base@17/ArrayBlockingQueue.java:370)\n"
                + "\tat ch.qos.logback.core.AsyncAppenderBase.put(AsyncAppenderBase.java:138)\n"
                + "\tat ch.qos.logback.classic.Logger.info(Logger.java:579)\n"
                + "\tat com.acme.shop.Orders.fill(Orders.java:42)\n"
                + "\tat java.util.concurrent.FutureTask.run(java.base@17/FutureTask.java:264)\n" + pool();
    }

    private static final String DEADLOCK = """
            2026-03-04 18:00:05
            Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):

            "till-1" #21 prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x00007f0000000001 nid=0x1 waiting for monitor entry  [0x0]
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat com.acme.Till.move(Till.java:48)
            \t- waiting to lock <0x0000000739d1ffb8> (a com.acme.Account)
            \t- locked <0x00000007015ae270> (a com.acme.Account)

            "till-2" #22 prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x00007f0000000002 nid=0x2 waiting for monitor entry  [0x0]
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat com.acme.Till.move(Till.java:48)
            \t- waiting to lock <0x00000007015ae270> (a com.acme.Account)
            \t- locked <0x0000000739d1ffb8> (a com.acme.Account)

            "till-3" #23 prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x00007f0000000003 nid=0x3 waiting for monitor entry  [0x0]
               java.lang.Thread.State: BLOCKED (on object monitor)
            \tat com.acme.Account.balance(Account.java:31)
            \t- waiting to lock <0x00000007015ae270> (a com.acme.Account)

            JNI global refs: 15, weak refs: 0
            """;
}
