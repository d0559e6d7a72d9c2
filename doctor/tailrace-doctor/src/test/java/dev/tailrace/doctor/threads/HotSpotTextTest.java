package dev.tailrace.doctor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import dev.tailrace.probe.evidence.ThreadSample;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The text of HotSpot through the years, and what may stand around it. The lines are as real JVMs write them. */
class HotSpotTextTest {
    private static final String JDK_6 = """
            2012-05-01 12:00:00
            Full thread dump Java HotSpot(TM) 64-Bit Server VM (20.45-b01 mixed mode):

            "http-8080-1" daemon prio=10 tid=0x00007f0c3408e800 nid=0x1b3c in Object.wait() [0x00007f0c38ffe000]
               java.lang.Thread.State: WAITING (on object monitor)
            	at java.lang.Object.wait(Native Method)
            	- waiting on <0x00000000e0a3d0c8> (a org.apache.tomcat.util.net.JIoEndpoint$Worker)
            	at java.lang.Object.wait(Object.java:485)
            	at org.apache.tomcat.util.net.JIoEndpoint$Worker.await(JIoEndpoint.java:458)
            	- locked <0x00000000e0a3d0c8> (a org.apache.tomcat.util.net.JIoEndpoint$Worker)
            	at org.apache.tomcat.util.net.JIoEndpoint$Worker.run(JIoEndpoint.java:484)
            	at java.lang.Thread.run(Thread.java:662)

            "VM Thread" prio=10 tid=0x00007f0c4006e800 nid=0x1b22 runnable

            JNI global references: 1056

            """;

    private static final String JDK_8 = """
            2019-03-02 03:04:05
            Full thread dump Java HotSpot(TM) 64-Bit Server VM (25.201-b09 mixed mode):

            "worker-1" #12 prio=5 os_prio=0 tid=0x00007fd3c4123800 nid=0x5d1f waiting for monitor entry [0x00007fd3a1bfa000]
               java.lang.Thread.State: BLOCKED (on object monitor)
            	at com.acme.Cache.get(Cache.java:10)
            	- waiting to lock <0x00000000f59f4590> (a java.lang.Object)
            	at com.acme.Main.lambda$main$0(Main.java:5)
            	at com.acme.Main$$Lambda$1/1234567.run(Unknown Source)
            	at java.lang.Thread.run(Thread.java:748)

               Locked ownable synchronizers:
            	- <0x00000000f59f4777> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

            "worker-2" #13 daemon prio=5 os_prio=0 tid=0x00007fd3c4125000 nid=0x5d20 runnable [0x00007fd3a1af9000]
               java.lang.Thread.State: RUNNABLE
            	at com.acme.Cache.load(Cache.java:20)
            	- locked <0x00000000f59f4590> (a java.lang.Object)
            	at com.acme.Main.main(Main.java)

               Locked ownable synchronizers:
            	- None

            JNI global references: 310

            """;

    private static final String DEADLOCK = """

            Found one Java-level deadlock:
            =============================
            "a":
              waiting to lock monitor 0x00007fd38c003828 (object 0x00000000f59f4590, a java.lang.String),
              which is held by "b"
            "b":
              waiting to lock monitor 0x00007fd38c0062c8 (object 0x00000000f59f45c0, a java.lang.String),
              which is held by "a"

            Java stack information for the threads listed above:
            ===================================================
            "a":
            	at Lock2.run(Lock2.java:37)
            	- waiting to lock <0x00000000f59f4590> (a java.lang.String)

            Found 1 deadlock.

            """;

    @Test
    void jdk6_threadsStatesAndLocks() throws Exception {
        Evidence evidence = Reading.of(JDK_6);
        ThreadSample sample = evidence.all(ThreadSample.class).get(0);

        assertThat(sample.at()).isEqualTo(LocalDateTime.of(2012, 5, 1, 12, 0, 0));
        assertThat(sample.jvm()).isEqualTo("Java HotSpot(TM) 64-Bit Server VM (20.45-b01 mixed mode)");
        assertThat(sample.threads()).hasSize(2);
        ThreadInfo worker = sample.threads().get(0);
        assertThat(worker.state()).isEqualTo(State.WAITING);
        assertThat(worker.id()).isEqualTo("0x00007f0c3408e800");
        assertThat(worker.frames()).hasSize(5);
        assertThat(worker.frames().get(0)).isEqualTo(new Frame("java.lang.Object", "wait", "", Frame.NATIVE));
        // The monitor that it waits on is given back: only one of the two lines counts.
        assertThat(worker.locks())
                .containsExactly(new Lock(
                        Lock.Role.AWAITS,
                        "0x00000000e0a3d0c8",
                        "org.apache.tomcat.util.net.JIoEndpoint$Worker",
                        "",
                        0));
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void jdk8_synchronizersBelongToTheThreadBefore() throws Exception {
        Evidence evidence = Reading.of(JDK_8);
        ThreadSample sample = evidence.all(ThreadSample.class).get(0);

        ThreadInfo first = Reading.thread(sample, "worker-1");
        assertThat(first.state()).isEqualTo(State.BLOCKED);
        assertThat(first.id()).isEqualTo("#12");
        assertThat(first.locks()).extracting(Lock::role).containsExactly(Lock.Role.ENTERS, Lock.Role.HOLDS);
        assertThat(first.frames().get(2).type()).isEqualTo("com.acme.Main$$Lambda$1/1234567");
        assertThat(first.source().line()).isEqualTo(4);
        ThreadInfo second = Reading.thread(sample, "worker-2");
        assertThat(second.locks())
                .containsExactly(new Lock(Lock.Role.HOLDS, "0x00000000f59f4590", "java.lang.Object", "", 0));
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void newerJdks_moduleNamesProcessorTimesAndVirtualThreads() throws Exception {
        ThreadSample sample = Reading.samples("""
                        2026-11-21 20:03:15
                        Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

                        Threads class SMR info:
                        _java_thread_list=0x00007fc864001ef0, length=20, elements={
                        0x00007fc8a4029e70, 0x00007fc8a40fd9b0
                        }

                        "ForkJoinPool-1-worker-1" #24 [14835] daemon prio=5 os_prio=0 cpu=745.90ms elapsed=4.12s tid=0x00007fc8a43d nid=14835 runnable  [0x00007fc84bdfe000]
                           Carrying virtual thread #27
                        	at jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)
                        	at java.lang.VirtualThread.runContinuation(java.base@25.0.3/VirtualThread.java:297)
                           Mounted virtual thread #27
                        	at com.acme.Virt.lambda$main$1(Virt.java:7)
                        	at com.acme.Virt$$Lambda/0x0000000020164440.call(Unknown Source)

                        "holder "q" x" #29 [14838] prio=5 os_prio=0 cpu=0.14ms elapsed=4.10s tid=0x00007fc8a43e nid=14838 waiting on condition  [0x00007fc84bcfe000]
                           java.lang.Thread.State: TIMED_WAITING (sleeping)
                        	at java.lang.Thread.sleepNanos0(java.base@25.0.3/Native Method)
                        	at app//com.acme.Virt.lambda$main$2(Virt.java:8)
                        	- locked <0x000000069d976f18> (a java.lang.Object)

                        JNI global refs: 15, weak refs: 0

                        """).get(0);

        assertThat(sample.threads()).hasSize(3);
        assertThat(sample.threads().get(0).cpuSeconds()).isEqualTo(0.7459);
        assertThat(sample.threads().get(1).id()).isEqualTo("#27");
        assertThat(sample.threads().get(1).frames().get(1).method()).isEqualTo("call");
        ThreadInfo holder = Reading.thread(sample, "holder \"q\" x");
        assertThat(holder.frames().get(0)).isEqualTo(new Frame("java.lang.Thread", "sleepNanos0", "", Frame.NATIVE));
        assertThat(holder.frames().get(1).type()).isEqualTo("com.acme.Virt");
    }

    @Test
    void deadlock_isToldWithoutItsStacks() throws Exception {
        Evidence evidence = Reading.of(JDK_8 + DEADLOCK);
        ThreadSample sample = evidence.all(ThreadSample.class).get(0);

        assertThat(sample.threads()).hasSize(2);
        assertThat(sample.deadlocks())
                .singleElement()
                .asString()
                .startsWith("\"a\": waiting to lock monitor")
                .contains("which is held by \"a\"");
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void severalInALog_areFoundAmidItsLines() throws Exception {
        String log = "03:00:00 INFO starting\n".repeat(1000);
        Evidence evidence = Reading.of(log + JDK_8 + log + JDK_8.replace("03:04:05", "03:04:06") + log);

        List<ThreadSample> samples = evidence.all(ThreadSample.class);
        assertThat(samples).hasSize(2);
        assertThat(samples.get(1).at()).isEqualTo(LocalDateTime.of(2019, 3, 2, 3, 4, 6));
        assertThat(samples.get(0).source().line()).isEqualTo(1002);
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void foreignLinesAmidADump_areCountedAndTheThreadGoesOn() throws Exception {
        Evidence evidence = Reading.of(
                JDK_8.replace("\tat com.acme.Main.lambda", "03:04:05 INFO order filled\n\tat com.acme.Main.lambda"));

        assertThat(evidence.all(ThreadSample.class).get(0).threads().get(0).frames())
                .hasSize(4);
        assertThat(evidence.unread()).singleElement().satisfies(each -> {
            assertThat(each.lines()).isEqualTo(1);
            assertThat(each.source().line()).isEqualTo(8);
        });
    }

    @Test
    void containerPrefix_isTakenOff() throws Exception {
        StringBuilder prefixed = new StringBuilder();
        int second = 10;
        for (String line : JDK_8.split("\n", -1)) {
            prefixed.append("2024-05-01T12:00:")
                    .append(second++)
                    .append(".123456789Z stdout F ")
                    .append(line)
                    .append('\n');
        }
        Evidence evidence = Reading.of(prefixed.toString());

        ThreadSample sample = evidence.all(ThreadSample.class).get(0);
        assertThat(sample.threads()).hasSize(2);
        assertThat(sample.at()).isEqualTo(LocalDateTime.of(2019, 3, 2, 3, 4, 5));
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void windowsLineEndsAndByteOrderMark_areRead() throws Exception {
        byte[] text = ("\ufeff" + JDK_8.replace("\n", "\r\n")).getBytes(StandardCharsets.UTF_8);

        assertThat(Reading.of(text).all(ThreadSample.class).get(0).threads()).hasSize(2);
    }

    @Test
    void cutOff_isTold() throws Exception {
        Evidence evidence = Reading.of(JDK_8.substring(0, JDK_8.indexOf("\"worker-2\"")));

        assertThat(evidence.all(ThreadSample.class).get(0).threads()).hasSize(1);
        assertThat(evidence.unread())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("has no end"));
    }

    @Test
    void withoutAHead_isReadAndTold() throws Exception {
        Evidence evidence = Reading.of(JDK_8.substring(JDK_8.indexOf("\"worker-1\"")));

        assertThat(evidence.all(ThreadSample.class).get(0).at()).isNull();
        assertThat(evidence.unread())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("no head"));
    }

    @Test
    void aHeadWithoutThreads_isTold() throws Exception {
        Evidence evidence = Reading.of("2024-01-01 00:00:00\nFull thread dump OpenJDK (17):\n");

        assertThat(evidence.exhibits()).isEmpty();
        assertThat(evidence.unread()).isNotEmpty();
    }

    @Test
    void equalStacks_areKeptOnce() throws Exception {
        List<ThreadSample> samples = Reading.samples(JDK_8 + JDK_8);

        assertThat(samples.get(0).threads().get(0).frames())
                .isSameAs(samples.get(1).threads().get(0).frames());
    }
}
