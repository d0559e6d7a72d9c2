package dev.tailrace.doctor.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadInfo.State;
import dev.tailrace.probe.evidence.ThreadSample;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

/** Dumps that are not HotSpot's usual text. */
class OtherDumpsTest {
    private static final String JSON = """
            {
              "threadDump": {
                "processId": "14348",
                "time": "2026-11-21T20:03:17.131464502Z",
                "runtimeVersion": "25.0.3+9-LTS",
                "threadContainers": [
                  {
                    "container": "<root>",
                    "parent": null,
                    "owner": null,
                    "threads": [
                      {"tid": "29", "name": "holder", "state": "TIMED_WAITING",
                       "stack": ["java.base\\/java.lang.Thread.sleepNanos0(Native Method)", "a.B.c(B.java:8)"],
                       "monitorsOwned": [{"depth": 1, "locks": ["java.lang.Object@30a0c6fe"]}]}
                    ],
                    "threadCount": "1"
                  },
                  {
                    "container": "java.util.concurrent.ThreadPerTaskExecutor@6011be00",
                    "parent": "<root>",
                    "owner": null,
                    "threads": [
                      {"tid": 31, "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "java.lang.Object@30a0c6fe",
                       "stack": ["a.B.d(B.java:9)"]},
                      {"tid": "32", "virtual": true, "name": "", "state": "WAITING", "newInJdk99": {"a": [1]},
                       "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@4b", "owner": "29"},
                       "stack": ["java.base\\/java.lang.VirtualThread.park(VirtualThread.java:742)"]}
                    ],
                    "threadCount": "2"
                  }
                ]
              }
            }
            """;

    private static final String PLAIN_25 = """
            14348
            2026-11-21T20:03:18.291722605Z
            25.0.3+9-LTS

            #29 "holder "q" x" TIMED_WAITING 2026-11-21T20:03:18.309505280Z
                at java.base/java.lang.Thread.sleepNanos0(Native Method)
                at Virt.lambda$main$2(Virt.java:8)
                - locked <java.lang.Object@30a0c6fe>

            #31 "" virtual BLOCKED 2026-11-21T20:03:18.309610240Z
                at Virt.lambda$main$4(Virt.java:10)
                - waiting to lock <java.lang.Object@30a0c6fe>

            """;

    private static final String PLAIN_21 = """
            14348
            2023-11-21T20:03:18.291722605Z
            21.0.1+12-LTS

            #1 "main"
                  java.base/java.lang.Thread.sleep0(Native Method)
                  java.base/java.lang.Thread.sleep(Thread.java:509)

            #22 "" virtual
                  java.base/java.lang.VirtualThread.park(VirtualThread.java:582)

            """;

    private static final String JAVACORE = """
            NULL           ------------------------------------------------------------------------
            0SECTION       TITLE subcomponent dump routine
            NULL           ===============================
            1TISIGINFO     Dump Event "user" (00004000) received
            1TIDATETIME    Date:                 2023/05/01 at 12:00:00:123
            1CIJAVAVERSION JRE 1.8.0 Linux amd64-64 (build 8.0.5.30)
            NULL
            0SECTION       LOCKS subcomponent dump routine
            2LKMONINUSE      sys_mon_t:0x92711200 infl_mon_t: 0x92711240:
            3LKMONOBJECT       java/lang/Object@0xB56658D8: Flat locked by "Worker 0" (J9VMThread:0x92A3EC00), entry count 1
            3LKWAITERQ            Waiting to enter:
            3LKWAITER                "Worker 2" (J9VMThread:0x92703F00)
            0SECTION       THREADS subcomponent dump routine
            1XMCURTHDINFO  Current thread
            3XMTHREADINFO      "Worker 0" J9VMThread:0x92A3EC00, omrthread_t:0x00007F16, java/lang/Thread:0x1, state:R, prio=5
            1XMTHDINFO     Thread Details
            3XMTHREADINFO      "Worker 0" J9VMThread:0x92A3EC00, omrthread_t:0x00007F16, java/lang/Thread:0x1, state:R, prio=5
            3XMJAVALTHREAD            (java/lang/Thread getId:0x2B, isDaemon:true)
            3XMTHREADINFO1            (native thread ID:0x54D, native priority:0x5, native policy:UNKNOWN)
            3XMCPUTIME               CPU usage total: 0.268345952 secs, current category="Application"
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at java/io/FileOutputStream.writeBytes(Native Method)
            4XESTACKTRACE                at com/acme/Cache.load(Cache.java:20(Compiled Code))
            5XESTACKTRACE                   (entered lock: java/lang/Object@0xB56658D8, entry count: 1)
            4XESTACKTRACE                at com/acme/Main.run(Bytecode PC:12(Compiled Code))
            NULL
            3XMTHREADINFO      "Worker "1"" J9VMThread:0x92703F00, omrthread_t:0x6, java/lang/Thread:0x2, state:B, prio=5
            3XMTHREADBLOCK     Blocked on: java/lang/Object@0xB56658D8 Owned by: "Worker 0" (J9VMThread:0x92A3EC00, java/lang/Thread:0x1)
            4XESTACKTRACE                at com/acme/Cache.get(Cache.java:10)
            3XMTHREADINFO      "Worker 2" (TID:0x000000000B48E100, sys_thread_t:0x000000000AA11040, state:B, native ID:0x000000000000146B) prio=5
            4XESTACKTRACE          at com/acme/Cache.get(Cache.java:10)
            3XMTHREADINFO      Anonymous native thread
            4XENATIVESTACK               start_thread+0xd4 (0x00007F)
            NULL           ---------------------- END OF DUMP -------------------------------------
            """;

    @Test
    void json_containersOwnersAndUnknownFields() throws Exception {
        Evidence evidence = Reading.of(JSON);
        ThreadSample sample = evidence.all(ThreadSample.class).get(0);

        assertThat(sample.at()).isEqualTo(LocalDateTime.of(2026, 11, 21, 20, 3, 17, 131_464_502));
        assertThat(sample.jvm()).isEqualTo("25.0.3+9-LTS");
        assertThat(sample.threads()).extracting(ThreadInfo::id).containsExactly("#29", "#31", "#32");
        assertThat(sample.threads().get(0).locks())
                .containsExactly(new Lock(Lock.Role.HOLDS, "@30a0c6fe", "java.lang.Object", "", 1));
        assertThat(sample.threads().get(1).state()).isEqualTo(State.BLOCKED);
        assertThat(sample.threads().get(2).locks().get(0).owner()).isEqualTo("holder");
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void json_cutOff_keepsWhatWasReadAndTells() throws Exception {
        Evidence some = Reading.of(JSON.substring(0, JSON.indexOf("\"tid\": \"32\"")));
        assertThat(some.all(ThreadSample.class).get(0).threads()).hasSize(2);
        assertThat(some.unread()).hasSize(1);

        Evidence none = Reading.of("{\"threadDump\": {\"processId\": 1");
        assertThat(none.exhibits()).isEmpty();
        assertThat(none.unread())
                .singleElement()
                .satisfies(each -> assertThat(each.isAll()).isTrue());
    }

    @Test
    void plainText_of25And21() throws Exception {
        ThreadSample newer = Reading.samples(PLAIN_25).get(0);
        assertThat(newer.at()).isEqualTo(LocalDateTime.of(2026, 11, 21, 20, 3, 18, 291_722_605));
        assertThat(newer.jvm()).isEqualTo("25.0.3+9-LTS");
        assertThat(newer.threads()).extracting(ThreadInfo::name).containsExactly("holder \"q\" x", "");
        assertThat(newer.threads().get(1).state()).isEqualTo(State.BLOCKED);
        assertThat(newer.threads().get(1).locks())
                .containsExactly(new Lock(Lock.Role.ENTERS, "@30a0c6fe", "java.lang.Object", "", 0));

        ThreadSample older = Reading.samples(PLAIN_21).get(0);
        assertThat(older.threads()).extracting(ThreadInfo::state).containsOnly(State.UNKNOWN);
        assertThat(older.threads().get(0).frames()).hasSize(2);
    }

    @Test
    void javacore_ofOldAndNewJ9() throws Exception {
        Evidence evidence = Reading.of(JAVACORE);
        ThreadSample sample = evidence.all(ThreadSample.class).get(0);

        assertThat(sample.at()).isEqualTo(LocalDateTime.of(2023, 5, 1, 12, 0, 0, 123_000_000));
        assertThat(sample.threads())
                .extracting(ThreadInfo::name)
                .containsExactly("Worker 0", "Worker \"1\"", "Worker 2");
        ThreadInfo holder = sample.threads().get(0);
        assertThat(holder.cpuSeconds()).isEqualTo(0.268345952);
        assertThat(holder.frames()).hasSize(3);
        assertThat(holder.frames().get(0).isNative()).isTrue();
        assertThat(holder.frames().get(1).type()).isEqualTo("com.acme.Cache");
        assertThat(holder.frames().get(1).line()).isEqualTo(20);
        assertThat(holder.locks()).containsExactly(new Lock(Lock.Role.HOLDS, "0xB56658D8", "java.lang.Object", "", 1));
        assertThat(sample.threads().get(1).locks().get(0).owner()).isEqualTo("Worker 0");
        // Only the list of monitors tells it of this one.
        assertThat(sample.threads().get(2).locks().get(0).owner()).isEqualTo("Worker 0");
        assertThat(evidence.unread()).isEmpty();
    }

    @Test
    void javacore_cutOff_isTold() throws Exception {
        Evidence evidence = Reading.of(JAVACORE.substring(0, JAVACORE.indexOf("3XMTHREADINFO      \"Worker 2\"")));

        assertThat(evidence.all(ThreadSample.class)).hasSize(1);
        assertThat(evidence.unread())
                .singleElement()
                .satisfies(each -> assertThat(each.why()).contains("no end"));
    }

    /** People paste this section alone. */
    @Test
    void javacore_deadlockAlone_hasItsThreadsAndTheirOwners() throws Exception {
        ThreadSample sample = Reading.of("""
                        1LKDEADLOCK    Deadlock detected !!!
                        NULL           ---------------------
                        2LKDEADLOCKTHR  Thread "till-1" (0x01)
                        3LKDEADLOCKWTR    is waiting for:
                        4LKDEADLOCKOBJ      com/acme/Account@0x0A
                        3LKDEADLOCKOWN    which is owned by:
                        2LKDEADLOCKTHR  Thread "till-2" (0x02)
                        3LKDEADLOCKWTR    which is waiting for:
                        4LKDEADLOCKOBJ      com/acme/Account@0x0B
                        3LKDEADLOCKOWN    which is owned by:
                        2LKDEADLOCKTHR  Thread "till-1" (0x01)
                        """).all(ThreadSample.class).get(0);

        assertThat(sample.threads()).extracting(ThreadInfo::name).containsExactly("till-1", "till-2");
        assertThat(sample.threads().get(0).locks())
                .containsExactly(new Lock(Lock.Role.ENTERS, "0x0A", "com.acme.Account", "till-2", 0));
        assertThat(sample.threads().get(1).locks())
                .containsExactly(new Lock(Lock.Role.ENTERS, "0x0B", "com.acme.Account", "till-1", 0));
    }
}
