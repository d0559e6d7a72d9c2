package dev.tailrace.doctor.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Lock.Role;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import dev.tailrace.probe.evidence.ThreadSample;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dumps as people paste them: of other tools, in excerpts, quoted, broken by a terminal. */
class PastedDumpsTest {
    private static final String BLOCKED = """
            "shop-1" #31 daemon prio=5 os_prio=0 cpu=71,12ms elapsed=3,02s tid=0x00007f8a nid=4711 waiting for monitor entry  [0x00007f90]
               java.lang.Thread.State: BLOCKED (on object monitor)
                at org.apache.log4j.Category.callAppenders(Category.java:204)
                - waiting to lock <0x00000000c0a1> (a org.apache.log4j.spi.RootLogger)
                at com.acme.shop.Orders.fill(Orders.java:42)

            "shop-2" #32 prio=5 os_prio=0 tid=0x00007f8b nid=4712 runnable  [0x00007f91]
               java.lang.Thread.State: RUNNABLE
                at java.io.FileOutputStream.writeBytes(Native Method)
                - locked <0x00000000c0a1> (a org.apache.log4j.spi.RootLogger)
                at com.acme.shop.Orders.fill(Orders.java:42)

            """;

    private static ThreadSample only(Evidence evidence) {
        assertThat(evidence.all(ThreadSample.class)).hasSize(1);
        return evidence.all(ThreadSample.class).get(0);
    }

    private static void assertIsBlocked(String text) throws Exception {
        ThreadSample sample = only(Reading.of(text));
        ThreadInfo waiter = Reading.thread(sample, "shop-1");
        assertThat(waiter.state()).as(text).isEqualTo(State.BLOCKED);
        assertThat(waiter.frames()).as(text).hasSize(2);
        assertThat(waiter.frames().get(1).toString()).isEqualTo("com.acme.shop.Orders.fill(Orders.java:42)");
        assertThat(waiter.locks())
                .containsExactly(new Lock(Role.ENTERS, "0x00000000c0a1", "org.apache.log4j.spi.RootLogger", "", 0));
        ThreadInfo holder = Reading.thread(sample, "shop-2");
        assertThat(holder.frames()).as(text).hasSize(2);
        assertThat(holder.locks())
                .containsExactly(new Lock(Role.HOLDS, "0x00000000c0a1", "org.apache.log4j.spi.RootLogger", "", 0));
    }

    private static String each(String text, String prefix) {
        return text.replaceAll("(?m)^", prefix);
    }

    @Test
    void excerpt_quotedIndentedOrPrefixed_isReadAllTheSame() throws Exception {
        assertIsBlocked(BLOCKED);
        assertIsBlocked(each(BLOCKED, "> "));
        assertIsBlocked(each(BLOCKED, ">> > "));
        assertIsBlocked(each(BLOCKED, "        "));
        assertIsBlocked("It hangs:\n\n```\n" + BLOCKED + "```\n\nWhat now?\n");
        assertIsBlocked("> ```text\n" + each(BLOCKED, "> ") + "> ```\n");
        assertIsBlocked(each(BLOCKED, "INFO   | jvm 1    | 2026/01/01 12:00:00 | "));
        assertIsBlocked(each(BLOCKED, "[ERROR] [2026-01-01 12:00:00,123] "));
    }

    @Test
    void excerpt_inHtml_isReadAllTheSame() throws Exception {
        String html = BLOCKED.replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
        assertIsBlocked(html);
        assertIsBlocked(html.replace("\n", "<br />\n"));
        assertIsBlocked(html.replace("\n", "<br/>"));
        assertIsBlocked("<pre>" + html + "</pre>");
        assertIsBlocked(html.replace("- waiting to lock", "* waiting to lock").replace("- locked", "* locked"));
    }

    @Test
    void excerpt_withoutItsFirstQuote_isReadAllTheSame() throws Exception {
        assertIsBlocked(BLOCKED.substring(1));
    }

    @Test
    void excerpt_brokenByATerminal_isPutTogether() throws Exception {
        assertIsBlocked(BLOCKED.replace("Category.callAppenders(", "Category.call\nAppenders("));
        assertIsBlocked(BLOCKED.replace("Orders.java:42)", "Orders.\njava:42)"));
        assertIsBlocked(
                BLOCKED.replace("(a org.apache.log4j.spi.RootLogger)", "(a\n org.apache.log4j.spi.\nRootLogger)"));
        assertIsBlocked(BLOCKED.replace("nid=4711 waiting", "nid=\n4711 waiting"));
        assertIsBlocked(BLOCKED.replace("tid=0x00007f8b", "tid=0x0000\n7f8b"));
        assertIsBlocked(each(BLOCKED.replace("Orders.java:42)", "Orders.\njava:42)"), "> "));
    }

    @Test
    void excerpt_commaOfACountry_tellsProcessorTime() throws Exception {
        assertThat(Reading.thread(only(Reading.of(BLOCKED)), "shop-1").cpuSeconds())
                .isEqualTo(0.07112);
    }

    @Test
    void threadInfoToString_ofJdkAndDubbo() throws Exception {
        ThreadSample sample = only(Reading.of("""
                "a" Id=12 BLOCKED on java.lang.Object@1f owned by "b "x"" Id=3
                	at a.B.c(B.java:8)
                	-  blocked on java.lang.Object@1f
                	at a.B.d(B.java:9)
                	...

                "b "x"" daemon prio=5 Id=3 WAITING on java.util.concurrent.locks.ReentrantLock$NonfairSync@2e owned by "a" Id=12
                	at java.base@17.0.1/jdk.internal.misc.Unsafe.park(Native Method)
                	-  waiting on java.util.concurrent.locks.ReentrantLock$NonfairSync@2e
                	at app//a.B.e(B.java:10)
                	-  locked java.lang.Object@1f

                	Number of locked synchronizers = 1
                	- java.util.concurrent.ThreadPoolExecutor$Worker@7

                "c" Id=4 RUNNABLE (in native)
                	at java.net.SocketInputStream.socketRead0(Native Method)

                """));
        ThreadInfo a = Reading.thread(sample, "a");
        assertThat(a.id()).isEqualTo("#12");
        assertThat(a.state()).isEqualTo(State.BLOCKED);
        assertThat(a.locks()).containsExactly(new Lock(Role.ENTERS, "@1f", "java.lang.Object", "b \"x\"", 0));
        assertThat(a.frames()).hasSize(2);
        ThreadInfo b = Reading.thread(sample, "b \"x\"");
        assertThat(b.state()).isEqualTo(State.WAITING);
        assertThat(b.locks())
                .containsExactly(
                        new Lock(Role.PARKS, "@2e", "java.util.concurrent.locks.ReentrantLock$NonfairSync", "a", 0),
                        new Lock(Role.HOLDS, "@1f", "java.lang.Object", "", 1),
                        new Lock(Role.HOLDS, "@7", "java.util.concurrent.ThreadPoolExecutor$Worker", "", -1));
        assertThat(b.frames().get(1).type()).isEqualTo("a.B");
        assertThat(Reading.thread(sample, "c").state()).isEqualTo(State.RUNNABLE);
    }

    @Test
    void idInState_isAThread() throws Exception {
        ThreadSample sample = only(Reading.of("""
                "a" id=12 in RUNNABLE
                    at a.B.c(B.java:8)
                "b" id=13 state=WAITING
                    - waiting on <0x1f> (a java.lang.Object)
                    at java.lang.Object.wait(Native Method)
                "c" Id=14 cpuUsage=97.45% deltaTime=195ms time=2500ms TIMED_WAITING
                    at java.lang.Thread.sleep(Native Method)
                """));
        assertThat(sample.threads())
                .extracting(ThreadInfo::state)
                .containsExactly(State.RUNNABLE, State.WAITING, State.TIMED_WAITING);
        assertThat(sample.threads().get(2).cpuSeconds()).isEqualTo(2.5);
        assertThat(sample.threads())
                .allSatisfy(each -> assertThat(each.frames()).hasSize(1));
    }

    @Test
    void visualVm_namesOwners() throws Exception {
        ThreadSample sample = only(Reading.of("""
                2026-01-01 12:00:00
                Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):

                "a" - Thread t@332
                   java.lang.Thread.State: BLOCKED
                	at a.B.c(B.java:8)
                	- waiting to lock <79cb85b4> (a java.lang.Object) owned by "b" t@12

                   Locked ownable synchronizers:
                	- locked <5d1ebd> (a java.util.concurrent.ThreadPoolExecutor$Worker)

                "b" - Thread t@12
                   java.lang.Thread.State: TIMED_WAITING on java.util.TaskQueue@7b9e
                	at java.lang.Object.wait(Native Method)
                	- locked <79cb85b4> (a java.lang.Object)

                   Locked ownable synchronizers:
                	- None

                """));
        ThreadInfo a = Reading.thread(sample, "a");
        assertThat(a.id()).isEqualTo("t@332");
        assertThat(a.locks().get(0)).isEqualTo(new Lock(Role.ENTERS, "79cb85b4", "java.lang.Object", "b", 0));
        ThreadInfo b = Reading.thread(sample, "b");
        assertThat(b.state()).isEqualTo(State.TIMED_WAITING);
        assertThat(b.locks())
                .containsExactly(
                        new Lock(Role.AWAITS, "@7b9e", "java.util.TaskQueue", "", -1),
                        new Lock(Role.HOLDS, "79cb85b4", "java.lang.Object", "", 0));
    }

    @Test
    void jstackF_tellsBlockedFromWaitingByTheStack() throws Exception {
        ThreadSample sample = only(Reading.of("""
                Attaching to process ID 4711, please wait...
                Deadlock Detection:

                No deadlocks found.

                Thread 10: (state = BLOCKED)
                 - sun.misc.Unsafe.park(boolean, long) @bci=0 (Compiled frame; information may be imprecise)
                 - java.util.concurrent.locks.LockSupport.park(java.lang.Object) @bci=14, line=175 (Compiled frame)

                Thread 11: (state = BLOCKED)
                 - a.B.close() @bci=49, line=122 (Compiled frame)
                	- waiting to lock <0x00000000c0a1> (a a.B)

                Thread 12: (state = IN_NATIVE)
                 - java.io.FileOutputStream.writeBytes(byte[], int, int, boolean) @bci=0 (Interpreted frame)
                """));
        assertThat(sample.threads())
                .extracting(ThreadInfo::state)
                .containsExactly(State.WAITING, State.BLOCKED, State.RUNNABLE);
        assertThat(sample.threads().get(1).frames().get(0).line()).isEqualTo(122);
        assertThat(sample.threads().get(1).locks())
                .containsExactly(new Lock(Role.ENTERS, "0x00000000c0a1", "a.B", "", 0));
        assertThat(sample.threads().get(2).frames().get(0).call()).isEqualTo("java.io.FileOutputStream.writeBytes");
    }

    @Test
    void jconsoleAndHadoop_stateOnALineOfItsOwn() throws Exception {
        ThreadSample sample = only(Reading.of("""
                Name: a
                State: BLOCKED on java.lang.Object@1f owned by: b
                Total blocked: 12  Total waited: 22

                Stack trace:
                a.B.c(B.java:8)
                   - locked java.lang.Object@2e
                a.B.d(B.java:9)

                Thread 12 (b):
                  State: TIMED_WAITING
                  Blocked count: 1
                  Waited count: 3
                  Stack:
                    java.lang.Object.wait(Native Method)
                    a.B.e(B.java:10)
                """));
        ThreadInfo a = Reading.thread(sample, "a");
        assertThat(a.locks())
                .containsExactly(
                        new Lock(Role.ENTERS, "@1f", "java.lang.Object", "b", -1),
                        new Lock(Role.HOLDS, "@2e", "java.lang.Object", "", 0));
        assertThat(a.frames()).hasSize(2);
        assertThat(Reading.thread(sample, "b").state()).isEqualTo(State.TIMED_WAITING);
        assertThat(Reading.thread(sample, "b").frames()).hasSize(2);
    }

    @Test
    void stacksOfADeadlockReport_withoutItsHead_areADumpOfItsThreads() throws Exception {
        Evidence evidence = Reading.of("""
                Both of them hang since noon:
                "a":
                	at a.B.c(B.java:8)
                	- waiting to lock <0x00000000c0a1> (a java.util.Properties)
                	- locked <0x00000000c0a3> (a a.B)
                "b":
                	at a.B.d(B.java:9)
                	- waiting to lock <0x00000000c0a3> (a a.B)
                """);
        ThreadSample sample = only(evidence);
        assertThat(sample.threads()).hasSize(2);
        assertThat(Reading.thread(sample, "a").locks())
                .containsExactly(
                        new Lock(Role.ENTERS, "0x00000000c0a1", "java.util.Properties", "", 0),
                        new Lock(Role.HOLDS, "0x00000000c0a3", "a.B", "", 0));
        assertThat(Reading.thread(sample, "b").state()).isEqualTo(State.BLOCKED);
    }

    @Test
    void nameAndColon_withoutACall_beginNoDump() throws Exception {
        assertThat(Reading.of("\"limits\":\n  rate: 3\n\"at\":\n").all(ThreadSample.class))
                .isEmpty();
    }

    @Test
    void deadlockSection_alone_isADumpOfItsThreads() throws Exception {
        Evidence evidence = Reading.of("""
                Found one Java-level deadlock:
                =============================
                "a":
                  waiting to lock monitor 0x00007ded75b2 (object 0x00000000c0a1, a java.util.Properties),
                  which is held by "b"
                "b":
                  waiting for ownable synchronizer 0x00000000c0a2, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
                  which is held by "a"

                Java stack information for the threads listed above:
                ===================================================
                "a":
                	at a.B.c(B.java:8)
                	- waiting to lock <0x00000000c0a1> (a java.util.Properties)
                	- locked <0x00000000c0a3> (a a.B)
                "b":
                	at jdk.internal.misc.Unsafe.park(Native Method)
                	- parking to wait for  <0x00000000c0a2> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

                Found 1 deadlock.
                """);
        ThreadSample sample = only(evidence);
        assertThat(sample.deadlocks()).hasSize(1);
        assertThat(Reading.thread(sample, "a").locks())
                .containsExactly(
                        new Lock(Role.ENTERS, "0x00000000c0a1", "java.util.Properties", "b", 0),
                        new Lock(Role.HOLDS, "0x00000000c0a3", "a.B", "", 0));
        ThreadInfo b = Reading.thread(sample, "b");
        assertThat(b.state()).isEqualTo(State.WAITING);
        assertThat(b.locks().get(0).owner()).isEqualTo("a");
    }

    @Test
    void intellij_saysWhoReleasesALock() throws Exception {
        ThreadSample sample = only(Reading.of("""
                "worker-12@18840" daemon prio=5 tid=0x9e nid=NA waiting for monitor entry
                  java.lang.Thread.State: BLOCKED
                	 blocks Main@18831
                	 waiting for Main@18831 to release lock on <0x3ab2> (a java.lang.Object)
                	  at a.B.c(B.java:8)
                """));
        assertThat(sample.threads().get(0).locks())
                .containsExactly(new Lock(Role.ENTERS, "0x3ab2", "java.lang.Object", "Main@18831", -1));
        assertThat(sample.threads().get(0).frames()).hasSize(1);
    }

    @Test
    void javacore_excerptInMarkdown_isRead() throws Exception {
        ThreadSample sample = only(Reading.of("""
                ```
                3XMTHREADINFO      "Worker-17" J9VMThread:0x27500D0, j9thread_t:0x776, java/lang/Thread:0x81C5, state:CW, prio=5
                3XMTHREADBLOCK     **Waiting on: java/lang/Object@0x85 Owned by: <unowned>**
                4XESTACKTRACE                at com/acme/Main.run(Main.java:12)
                ```
                """));
        assertThat(sample.threads().get(0).locks())
                .containsExactly(new Lock(Role.AWAITS, "0x85", "java.lang.Object", "", 0));
        assertThat(sample.threads().get(0).frames()).hasSize(1);
    }

    private static final String ACTUATOR = """
            {"threads": [
              {"threadName": "a", "threadId": 12, "blockedTime": -1, "lockName": "java.lang.Object@1f", "lockOwnerId": 13,
               "lockOwnerName": "b", "daemon": true, "inNative": false, "threadState": "BLOCKED", "priority": 5,
               "stackTrace": [{"classLoaderName": "app", "moduleName": null, "methodName": "c", "fileName": "B.java",
                               "lineNumber": 8, "className": "a.B", "nativeMethod": false}],
               "lockedMonitors": [{"className": "a.B", "identityHashCode": 46, "lockedStackDepth": 0,
                                   "lockedStackFrame": {"methodName": "c", "className": "a.B"}}],
               "lockedSynchronizers": [], "lockInfo": {"className": "java.lang.Object", "identityHashCode": 31}},
              {"threadName": "b", "threadId": 13, "threadState": "RUNNABLE", "lockOwnerId": -1, "lockOwnerName": null,
               "stackTrace": [{"methodName": "read0", "fileName": "S.java", "lineNumber": -2, "className": "a.S", "nativeMethod": true}],
               "lockedMonitors": [{"className": "java.lang.Object", "identityHashCode": 31, "lockedStackDepth": 0}]}
            ]}
            """;

    @Test
    void actuator_alsoBehindTheHeadOfAnAnswer() throws Exception {
        String list = ACTUATOR.substring(ACTUATOR.indexOf('['), ACTUATOR.lastIndexOf(']') + 1);
        String head = "HTTP/1.1 200 \r\nContent-Type: application/json\r\nDate: Wed, 25 Nov 2026 04:00:00 GMT\r\n\r\n";
        for (String text : List.of(ACTUATOR, list, head + ACTUATOR, head + list)) {
            Evidence evidence = Reading.of(text);
            ThreadSample sample = only(evidence);
            ThreadInfo a = Reading.thread(sample, "a");
            assertThat(a.state()).isEqualTo(State.BLOCKED);
            assertThat(a.frames()).extracting(Object::toString).containsExactly("a.B.c(B.java:8)");
            assertThat(a.locks())
                    .containsExactlyInAnyOrder(
                            new Lock(Role.ENTERS, "@1f", "java.lang.Object", "b", -1),
                            new Lock(Role.HOLDS, "@2e", "a.B", "", 0));
            assertThat(Reading.thread(sample, "b").frames().get(0).isNative()).isTrue();
            assertThat(evidence.unread()).isEmpty();
        }
    }

    @Test
    void json_behindTheHeadOfAnAnswer_isRead() throws Exception {
        String text =
                "HTTP/1.1 200 OK\nContent-Type: application/json\n\n{\"threadDump\": {\"threadContainers\": [{\"threads\": ["
                        + "{\"tid\": \"1\", \"name\": \"main\", \"stack\": [\"a.B.c(B.java:8)\"]}]}]}}";
        assertThat(only(Reading.of(text)).threads()).hasSize(1);
    }

    @Test
    void locksInUnknownWords_areToldAsDecisive() throws Exception {
        Evidence evidence = Reading.of("""
                "a" #12 prio=5 tid=0x7f nid=0x1 waiting for monitor entry [0x7f]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                	at a.B.c(B.java:8)
                	- queueing for gadget <0x00000000c0a1>
                	- eliminated <owner is scalar replaced> (a a.B)

                """);
        assertThat(evidence.unread())
                .filteredOn(ParseProblem::decisive)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.why()).contains("locks in words that doctor does not know");
                    assertThat(each.source().line()).isEqualTo(4);
                });
    }

    @Test
    void dumpWithoutThreadsOrStacks_isToldAsDecisive() throws Exception {
        String head = "Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):\n\n";
        assertThat(Reading.of(head + "JNI global refs: 1\n").unread())
                .anySatisfy(each -> assertThat(each.decisive()).isTrue());
        assertThat(Reading.of(head + "\"a\" #1 prio=5 tid=0x7f nid=0x1 runnable\n\nJNI global refs: 1\n")
                        .unread())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("no stack that doctor understands"));
    }

    @Test
    void manyHalvesAndBreaks_endSoon() {
        String half = "\"a\" #1 prio=5 tid=0x7f nid=0x1 runnable [0x7f]\n" + "at a.b.C.d(\n".repeat(100_000);
        String breaks = "Found one Java-level deadlock:" + "<br />\"x\":".repeat(200_000);
        String quotes = ">".repeat(15_000) + "\n" + "\"".repeat(15_000) + " tid=0x1 nid=1\n";
        String entities = "&amp;".repeat(3_000) + "\n";
        for (String text : List.of(half, breaks, quotes.repeat(20), entities.repeat(100), "[".repeat(100_000))) {
            assertTimeoutPreemptively(Duration.ofSeconds(20), () -> Reading.of(text));
        }
    }

    @Test
    void fence_onTheLineOfTheHeader_isTakenAway() throws Exception {
        for (String fence :
                List.of("```", "~~~", "{code}", "{code:java|title=dump}", "{noformat}", "<pre>", "<pre><code>")) {
            assertIsBlocked(fence + BLOCKED);
        }
        for (String fence : List.of("```\n", "```java\n", "```text\n", "{code:java}\n")) {
            assertIsBlocked(fence + BLOCKED.stripTrailing() + "```\n");
        }
    }

    private static final String WATCHDOG = """
            ------------------------------
            Server thread dump (Look for plugins here before reporting):
            ------------------------------
            Current Thread: shop-1
            	PID: 31 | Suspended: false | Native: false | State: BLOCKED
            	Thread is waiting on monitor(s):
            		Locked on:com.acme.shop.Orders.fill(Orders.java:42)
            	Stack:
            		com.acme.shop.Stock.reserve(Stock.java:20)
            		com.acme.shop.Orders.fill(Orders.java:42)
            ------------------------------
            Entire Thread Dump:
            ------------------------------
            Current Thread: shop-1
            	PID: 31 | Suspended: false | Native: false | State: BLOCKED
            	Stack:
            		com.acme.shop.Stock.reserve(Stock.java:20)
            		com.acme.shop.Orders.fill(Orders.java:42)
            ------------------------------
            Current Thread: Shop pool - 2
            	PID: 32 | Suspended: false | Native: true | State: RUNNABLE
            	Stack:
            		java.base@17/java.io.FileOutputStream.writeBytes(Native Method)
            		com.acme.shop.Orders.fill(Orders.java:42)
            ------------------------------
            """;

    /** Paper's and Spigot's, whose number of a process is that of a thread. */
    @Test
    void watchdogOfAGameServer_showsEachThreadOnce() throws Exception {
        for (String prefix : List.of("", "[12:00:31 ERROR]: ", "[12:00:31] [Paper Watchdog Thread/ERROR]: ")) {
            ThreadSample sample = only(Reading.of(each(WATCHDOG, prefix)));

            assertThat(sample.threads())
                    .as(prefix)
                    .extracting(ThreadInfo::name)
                    .containsExactly("shop-1", "Shop pool - 2");
            ThreadInfo first = Reading.thread(sample, "shop-1");
            assertThat(first.id()).isEqualTo("#31");
            assertThat(first.state()).isEqualTo(State.BLOCKED);
            assertThat(first.frames()).hasSize(2);
            assertThat(Reading.thread(sample, "Shop pool - 2").frames().get(0).isNative())
                    .isTrue();
        }
    }

    /** From JDK 9 on with the priority; a service for builds puts the time before each line. */
    @Test
    void threadInfo_behindTheTimeStampsOfABuild_isRead() throws Exception {
        String text = """
                "shop-1" prio=5 Id=31 BLOCKED on com.acme.shop.Stock@1b2c owned by "shop-2" Id=32
                	at com.acme.shop.Stock.reserve(Stock.java:20)
                	-  blocked on com.acme.shop.Stock@1b2c

                "shop-2" daemon prio=5 Id=32 TIMED_WAITING
                	at java.base@17/java.lang.Thread.sleep(Native Method)

                """;
        for (String prefix :
                List.of("", "2026-11-28T02:14:00.1234567Z ", "[2026-11-28T02:14:00.123Z] ", "02:14:00  [INFO] ")) {
            ThreadSample sample = only(Reading.of(each(text, prefix)));

            assertThat(sample.threads()).as(prefix).extracting(ThreadInfo::name).containsExactly("shop-1", "shop-2");
            assertThat(Reading.thread(sample, "shop-1").state()).isEqualTo(State.BLOCKED);
            assertThat(Reading.thread(sample, "shop-1").locks().get(0).owner()).isEqualTo("shop-2");
        }
    }

    @Test
    void callsOfSapsJvm_haveTheTypesOfTheirParameters() throws Exception {
        ThreadInfo thread = Reading.thread(only(Reading.of("""
                        "a" prio=1 tid=0x2c nid=0x4f runnable [0x44]
                           java.lang.Thread.State: RUNNABLE
                        	at com.acme.net.Gate.nativeAccept(I)Lcom/acme/net/Line;(Native Method)
                        	at com.acme.net.Gate.accept()Lcom/acme/net/Line;(Gate.java:114)

                        """)), "a");

        assertThat(thread.frames().get(0).isNative()).isTrue();
        assertThat(thread.frames().get(1)).hasToString("com.acme.net.Gate.accept(Gate.java:114)");
    }
}
