package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Deadlocks that no JVM reports, holders that log, and waits that one dump only hints at. */
@Tag("anyjdk")
class WaitsTest {
    private static final List<String> JVM =
            List.of("RUNNABLE", "at java.lang.ref.Reference.waitForReferencePendingList(java.base@17/Native Method)");

    private static final String OWNED = "java.util.concurrent.locks.ReentrantLock$NonfairSync";

    @TempDir
    Path folder;

    private final DumpText text = new DumpText();

    private Diagnosis examine() throws Exception {
        return Doctor.examine(List.of(text.write(folder.resolve("dumps.txt"))));
    }

    private Remark first() throws Exception {
        List<Remark> findings = examine().findings();
        assertThat(findings).isNotEmpty();
        return findings.get(0);
    }

    private static List<String> blocked(String place, String wanted, String held) {
        return List.of(
                "BLOCKED (on object monitor)",
                "at " + place,
                "- waiting to lock <" + wanted + "> (a com.acme.shop.Account)",
                "at com.acme.shop.Transfer.run(Transfer.java:30)",
                "- locked <" + held + "> (a com.acme.shop.Account)");
    }

    @Test
    void twoMonitorsTakenInOppositeOrder_areADeadlockWithoutTheJvmSayingSo() throws Exception {
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(1, "till-1", blocked("com.acme.shop.Account.book(Account.java:12)", "0x01", "0x02"))
                .threads(1, "till-2", blocked("com.acme.shop.Account.book(Account.java:12)", "0x02", "0x01"))
                .threads(3, "queue", blocked("com.acme.shop.Account.book(Account.java:12)", "0x02", "0x03"));
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3140");
        assertThat(remark.title()).contains("Deadlock");
        assertThat(remark.cause())
                .contains("Deadlock of 2 threads", "\"till-1\"", "\"till-2\"", "Transfer.java:30", "Account.java:12")
                .contains("3 threads wait behind them")
                .doesNotContain("\"queue-1\"");
    }

    @Test
    void ownedLockAndMonitor_areOneCycle() throws Exception {
        List<String> parked = List.of(
                "WAITING (parking)",
                "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                "- parking to wait for  <0x0a> (a " + OWNED + ")",
                "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:211)",
                "at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(java.base@17/AbstractQueuedSynchronizer.java:715)",
                "at java.util.concurrent.locks.ReentrantLock.lock(java.base@17/ReentrantLock.java:322)",
                "at com.acme.shop.Stock.reserve(Stock.java:40)",
                "at com.acme.shop.Order.place(Order.java:20)",
                "- locked <0x0b> (a com.acme.shop.Order)");
        List<String> blocked = List.of(
                "BLOCKED (on object monitor)",
                "at com.acme.shop.Order.total(Order.java:77)",
                "- waiting to lock <0x0b> (a com.acme.shop.Order)",
                "at com.acme.shop.Stock.audit(Stock.java:90)",
                "",
                "Locked ownable synchronizers:",
                "- <0x0a> (a " + OWNED + ")");
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(1, "places", parked)
                .threads(1, "audits", blocked);
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3140");
        assertThat(remark.cause()).contains("\"places\"", "\"audits\"", "ReentrantLock", "Stock.java:40");
    }

    /** Who waits for some time only goes on by itself. */
    @Test
    void cycleThroughAWaitWithALimit_isNoDeadlock() throws Exception {
        List<String> tries = List.of(
                "TIMED_WAITING (parking)",
                "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                "- parking to wait for  <0x0a> (a " + OWNED + ")",
                "at java.util.concurrent.locks.ReentrantLock.tryLock(java.base@17/ReentrantLock.java:442)",
                "at com.acme.shop.Stock.reserve(Stock.java:40)",
                "- locked <0x0b> (a com.acme.shop.Order)");
        List<String> blocked = List.of(
                "BLOCKED (on object monitor)",
                "at com.acme.shop.Order.total(Order.java:77)",
                "- waiting to lock <0x0b> (a com.acme.shop.Order)",
                "",
                "Locked ownable synchronizers:",
                "- <0x0a> (a " + OWNED + ")");
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(1, "tries", tries)
                .threads(1, "audits", blocked);

        assertThat(examine().findings()).isEmpty();
    }

    /** A caller waits for a place in the queue and holds what the queue's worker wants: no JVM knows of queues. */
    @Test
    void workerThatWantsWhatACallerHolds_isADeadlockThroughTheQueue() throws Exception {
        List<String> caller =
                Stacks.join(Stacks.LOGBACK_FULL, List.of("- locked <0x00000000e0c37ddd> (a com.acme.shop.Order)"));
        List<String> worker = Stacks.join(
                List.of(
                        "BLOCKED (on object monitor)",
                        "at com.acme.shop.Order.toString(Order.java:99)",
                        "- waiting to lock <0x00000000e0c37ddd> (a com.acme.shop.Order)",
                        "at ch.qos.logback.classic.pattern.MessageConverter.convert(MessageConverter.java:25)"),
                Stacks.LOGBACK_WORKER);
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(1, "http", caller)
                .threads(1, "AsyncAppender-Worker-ASYNC", worker);
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3113");
        assertThat(remark.cause())
                .contains("Deadlock of 2 threads", "\"http\"", "AsyncAppender-Worker", "queue", "Order.java:99");
    }

    @Test
    void twoThreadsInStaticInitialisers_areADeadlockInClassInitialisation() throws Exception {
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(
                        1,
                        "boot-a",
                        List.of("RUNNABLE", "at com.acme.A.<clinit>(A.java:3)", "at com.acme.Main.a(Main.java:9)"))
                .threads(
                        1,
                        "boot-b",
                        List.of("RUNNABLE", "at com.acme.B.<clinit>(B.java:3)", "at com.acme.Main.b(Main.java:9)"));
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3146");
        assertThat(remark.cause()).contains("com.acme.A", "com.acme.B", "\"boot-a\"", "<clinit>");
    }

    /** Newer dumps name the class that each waits for. */
    @Test
    void twoThreadsThatWaitForEachOthersClasses_areNamedWithThem() throws Exception {
        String monitor = "- waiting on the Class initialization monitor for com.acme.";
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(
                        1,
                        "boot-a",
                        List.of(
                                "RUNNABLE",
                                "at com.acme.A.load(A.java:9)",
                                monitor + "B",
                                "at com.acme.A.<clinit>(A.java:3)"))
                .threads(1, "boot-b", List.of("RUNNABLE", "at com.acme.B.<clinit>(B.java:3)", monitor + "A"));
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3146");
        assertThat(remark.cause())
                .contains(
                        "Deadlock of 2 threads", "\"boot-a\" initialises the class com.acme.A", "the class com.acme.B");
        assertThat(examine().remarks()).extracting(Remark::code).doesNotContain("TR3190");
    }

    @Test
    void oneThreadInAStaticInitialiser_isHealthy() throws Exception {
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(1, "boot-a", List.of("RUNNABLE", "at com.acme.A.<clinit>(A.java:3)"));

        assertThat(examine().findings()).isEmpty();
    }

    /** The lock is the application's, but its holder writes a log line meanwhile. */
    @Test
    void holderInsideOfALogCall_isNeverAcquitted() throws Exception {
        List<String> holder = Stacks.join(
                Stacks.LOGBACK_TO_STDOUT.subList(0, 10),
                Stacks.LOGBACK_CALL,
                List.of(
                        "at com.acme.shop.Cache.get(Cache.java:9)",
                        "- locked <0x00000000e0c37ddd> (a com.acme.shop.Cache)"));
        for (int i = 0; i < 5; i++) {
            text.dump().threads(15, "http", Stacks.BLOCKED_IN_CACHE).threads(1, "logs", holder);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3117");
        assertThat(remark.cause())
                .contains("\"logs\"", "standard output", "log call")
                .doesNotContain("no part");
    }

    @Test
    void holderThatIsNotSeen_acquitsNothing() throws Exception {
        for (int i = 0; i < 5; i++) {
            text.dump().threads(1, "Reference Handler", JVM).threads(15, "http", Stacks.BLOCKED_IN_CACHE);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3141");
        assertThat(remark.cause()).contains("not seen").doesNotContain("no part");
    }

    /** A lock inside of the library, which no line of the table of signs names. */
    @Test
    void lockInsideOfALoggingLibrary_isLogging() throws Exception {
        List<String> waits = List.of(
                "BLOCKED (on object monitor)",
                "at org.apache.logging.log4j.core.util.internal.InternalLoggerRegistry.getLogger(InternalLoggerRegistry.java:70)",
                "- waiting to lock <0x00000000e0c37e11> (a java.lang.Object)",
                "at org.apache.logging.log4j.LogManager.getLogger(LogManager.java:600)",
                "at com.acme.shop.Orders.fill(Orders.java:42)");
        for (int i = 0; i < 5; i++) {
            text.dump().threads(1, "Reference Handler", JVM).threads(15, "http", waits);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3111");
        assertThat(remark.cause()).contains("lock of Log4j 2");
    }

    @Test
    void sleepInAnAppender_isNotContention() throws Exception {
        List<String> sleeps = Stacks.join(
                List.of(
                        "TIMED_WAITING (sleeping)",
                        "at java.lang.Thread.sleep(java.base@17/Native Method)",
                        "at com.acme.log.RetryingAppender.append(RetryingAppender.java:31)",
                        "at ch.qos.logback.core.AppenderBase.doAppend(AppenderBase.java:82)"),
                Stacks.LOGBACK_WORKER);
        for (int i = 0; i < 5; i++) {
            text.dump().threads(12, "http", Stacks.LOGBACK_FULL).threads(1, "AsyncAppender-Worker-ASYNC", sleeps);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3115");
        assertThat(remark.cause()).contains("RetryingAppender.java:31");
        assertThat(remark.remedy()).doesNotContain("asynchronous appender");
    }

    @Test
    void toStringThatAsksADatabase_isNotALogThatGoesToOne() throws Exception {
        List<String> asks = Stacks.join(
                Stacks.DATABASE.stream()
                        .filter(each -> !each.contains("com.acme"))
                        .toList(),
                List.of(
                        "at com.acme.shop.Order.toString(Order.java:99)",
                        "at ch.qos.logback.classic.pattern.MessageConverter.convert(MessageConverter.java:25)",
                        "at ch.qos.logback.core.OutputStreamAppender.subAppend(OutputStreamAppender.java:231)"),
                Stacks.LOGBACK_WORKER);
        for (int i = 0; i < 5; i++) {
            text.dump().threads(12, "http", Stacks.LOGBACK_FULL).threads(1, "AsyncAppender-Worker-ASYNC", asks);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3116");
        assertThat(remark.cause()).contains("com.acme.shop.Order.toString");
    }

    /** One thread after the other prints; a quarter of the dumps happen to show the write. */
    @Test
    void manyWhoPrintInTurn_areNoPipeThatIsFull() throws Exception {
        List<String> prints = List.of(
                "RUNNABLE",
                "at java.lang.String.getChars(java.base@17/String.java:100)",
                "at java.io.PrintStream.write(java.base@17/PrintStream.java:568)",
                "- locked <0x00000000e0a30001> (a java.io.PrintStream)",
                "at java.io.PrintStream.println(java.base@17/PrintStream.java:880)",
                "at com.acme.shop.Orders.fill(Orders.java:42)");
        List<String> waits = List.of(
                "BLOCKED (on object monitor)",
                "at java.io.PrintStream.println(java.base@17/PrintStream.java:879)",
                "- waiting to lock <0x00000000e0a30001> (a java.io.PrintStream)",
                "at com.acme.shop.Orders.fill(Orders.java:42)");
        List<String> writes = Stream.concat(
                        Stream.of("RUNNABLE", "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)"),
                        prints.stream().skip(2))
                .toList();
        for (int i = 0; i < 12; i++) {
            text.dump().threads(10, "waits", waits, 40).threads(1, "prints-" + i, i % 4 == 0 ? writes : prints, 40);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3111");
        assertThat(remark.cause()).contains("12 different threads");
    }

    @Test
    void sixThreadsAtALoggingLockInOneDump_areSaidAndMoreDumpsAskedFor() throws Exception {
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(6, "http", Stacks.LOGBACK_LOCK)
                .threads(40, "busy", Stacks.RUNS);
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3114");
        assertThat(remark.cause()).contains("6 threads wait at", "take three more dumps");
    }

    @Test
    void twoThreadsAtALoggingLockInOneDump_areOnlyWorthKnowing() throws Exception {
        text.dump()
                .threads(1, "Reference Handler", JVM)
                .threads(2, "http", Stacks.LOGBACK_LOCK)
                .threads(40, "busy", Stacks.RUNS);

        assertThat(examine().findings()).isEmpty();
        assertThat(examine().remarks()).extracting(Remark::code).contains("TR3114");
    }

    @Test
    void excerptOfAThreadAtALock_namesItsHolderAndWhatIsMissing() throws Exception {
        text.dump()
                .threads(
                        1,
                        "api-12",
                        List.of(
                                "BLOCKED (on object monitor)",
                                "at com.acme.shop.Random.next(Random.java:5)",
                                "- waiting to lock <0x0d> (a com.acme.shop.Random)"));
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3147");
        assertThat(remark.cause()).contains("\"api-12\"", "com.acme.shop.Random", "holder is not seen", "more dumps");
    }

    /** No thread waits for it yet, so no rule that counts sees it. */
    @Test
    void loneThreadThatStandsInTheWrite_isFoundOverASeries() throws Exception {
        List<String> writes =
                Stacks.join(Stacks.LOGBACK_TO_STDOUT.subList(0, 10), Stacks.LOGBACK_CALL, Stacks.APPLICATION);
        for (int i = 0; i < 6; i++) {
            text.dump().threads(1, "Reference Handler", JVM).threads(1, "batch", writes);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3119");
        assertThat(remark.cause()).contains("\"batch\"", "standard output", "5 s", "6 dumps");
    }

    /** In fewer dumps, the finding asks for more. */
    @Test
    void loneThreadInTheWriteOfThreeDumps_moreAreAskedFor() throws Exception {
        List<String> writes =
                Stacks.join(Stacks.LOGBACK_TO_STDOUT.subList(0, 10), Stacks.LOGBACK_CALL, Stacks.APPLICATION);
        for (int i = 0; i < 3; i++) {
            text.dump().threads(1, "Reference Handler", JVM).threads(1, "batch", writes);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3119");
        assertThat(remark.cause()).contains("\"batch\"", "3 dumps", "too few to judge", "take seven more");
    }

    /** One thread waits for the writer, and all others for what that one holds: too few at the appender's lock for a rule that counts. */
    @Test
    void oneThreadBehindAStuckWriterAndOthersBehindIt_areOneFindingWithTheChain() throws Exception {
        stuckWriter(Stacks.LOGBACK_TO_STDOUT.subList(1, 9), 6);
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3103");
        assertThat(remark.cause())
                .contains("1 thread waits for the lock of Logback for 5 s", "\"main\" writes to standard output")
                .contains("Behind \"exec-first\" 4 more threads wait", "StandardWrapper.allocate", "doctor PID");
        assertThat(examine().findings()).hasSize(1);
    }

    @Test
    void oneThreadBehindAWriterThatStandsInAFile_isASlowDisk() throws Exception {
        stuckWriter(
                List.of(
                        "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)",
                        "at java.io.FileOutputStream.write(java.base@17/FileOutputStream.java:354)",
                        "at ch.qos.logback.core.recovery.ResilientOutputStreamBase.write(ResilientOutputStreamBase.java:69)",
                        "at ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:199)"),
                6);

        assertThat(first().code()).isEqualTo("TR3102");
    }

    /** The writer moves on between the dumps: they met by chance. */
    @Test
    void oneThreadBehindAWriterThatUsesProcessorTime_isHealthy() throws Exception {
        stuckWriter(Stacks.LOGBACK_TO_STDOUT.subList(1, 9), 6, 300);

        assertThat(examine().findings()).isEmpty();
    }

    private void stuckWriter(List<String> write, int dumps) {
        stuckWriter(write, dumps, 0);
    }

    private void stuckWriter(List<String> write, int dumps, double cpu) {
        List<String> main = Stacks.join(
                List.of("RUNNABLE"),
                write,
                Stacks.LOGBACK_CALL,
                Stacks.APPLICATION,
                List.of("", "Locked ownable synchronizers:", "- <0x00000000e0c37af0> (a " + OWNED + ")"));
        List<String> first = Stacks.join(
                Stacks.LOGBACK_LOCK,
                List.of(
                        "at org.apache.catalina.core.StandardWrapper.allocate(StandardWrapper.java:575)",
                        "- locked <0x00000000e0c3aaaa> (a org.apache.catalina.core.StandardWrapper)"));
        List<String> others = List.of(
                "BLOCKED (on object monitor)",
                "at org.apache.catalina.core.StandardWrapper.allocate(StandardWrapper.java:570)",
                "- waiting to lock <0x00000000e0c3aaaa> (a org.apache.catalina.core.StandardWrapper)",
                "at java.lang.Thread.run(java.base@17/Thread.java:840)");
        for (int i = 0; i < dumps; i++) {
            text.dump()
                    .threads(1, "Reference Handler", JVM)
                    .threads(1, "main", main, cpu)
                    .threads(1, "exec-first", first, cpu)
                    .threads(cpu > 0 ? 0 : 4, "exec", others, cpu);
        }
    }

    /** A process that logs with Tailrace, and whose console isn't read, needs no word on how Tailrace would do. */
    @Test
    void callersInTailracesFullMemory_areNamedWithTheOutputThatIsNotRead() throws Exception {
        List<String> caller = Stacks.join(
                List.of(
                        "TIMED_WAITING (parking)",
                        "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                        "- parking to wait for  <0x000000069dc0b6e8> (a dev.tailrace.engine.journal.Lane)",
                        "at java.util.concurrent.locks.LockSupport.parkNanos(java.base@17/LockSupport.java:252)",
                        "at dev.tailrace.engine.journal.Lane.pause(Lane.java:360)",
                        "at dev.tailrace.engine.journal.Lane.appendSlowly(Lane.java:344)",
                        "at dev.tailrace.engine.journal.Lane.append(Lane.java:130)",
                        "at dev.tailrace.Logger.append(Logger.java:153)",
                        "at dev.tailrace.slf4j.TailraceLogger.info(TailraceLogger.java:240)"),
                Stacks.APPLICATION);
        for (int i = 0; i < 6; i++) {
            text.dump()
                    .threads(1, "Reference Handler", JVM)
                    .threads(1, "main", caller, 5)
                    .threads(1, "tailrace-console", tailraceConsole());
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3168");
        assertThat(remark.cause())
                .contains("1 thread waits for room in Tailrace's memory for 5 s")
                .contains("\"tailrace-console\" writes to standard output, which isn't read fast enough", "maxWait");
        assertThat(remark.remedy()).contains("whenFull");
        assertThat(remark.withTailrace()).isNull();
        assertThat(examine().findings()).hasSize(1);
    }

    @Test
    void tailracesConsoleThatNoCallerWaitsForYet_saysWhatComesWhenItsMemoryIsFull() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(1, "Reference Handler", JVM).threads(1, "tailrace-console", tailraceConsole());
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3119");
        assertThat(remark.cause()).contains("No caller waits yet", "whenFull").doesNotContain("inside of a log call");
        assertThat(remark.withTailrace()).isNull();
    }

    private static List<String> tailraceConsole() {
        return List.of(
                "RUNNABLE",
                "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)",
                "at java.io.FileOutputStream.write(java.base@17/FileOutputStream.java:349)",
                "at java.io.PrintStream.write(java.base@17/PrintStream.java:568)",
                "- locked <0x00000000e0a30001> (a java.io.PrintStream)",
                "at dev.tailrace.engine.sink.ConsoleSink.write(ConsoleSink.java:60)",
                "at dev.tailrace.engine.drain.Drainer.doWork(Drainer.java:131)",
                "at dev.tailrace.engine.drain.DrainLoop.run(DrainLoop.java:128)");
    }

    /** The same place in each dump, but processor time between: it writes a lot, and goes on. */
    @Test
    void loneThreadThatWritesMuch_isHealthy() throws Exception {
        List<String> writes =
                Stacks.join(Stacks.LOGBACK_TO_STDOUT.subList(0, 10), Stacks.LOGBACK_CALL, Stacks.APPLICATION);
        for (int i = 0; i < 6; i++) {
            text.dump().threads(1, "Reference Handler", JVM).threads(1, "batch", writes, 300);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void fullQueueWhoseWorkerSleeps_isALostWakeUp() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump()
                    .threads(8, "http", Stacks.LOGBACK_FULL)
                    .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_WORKER_IDLE);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3118");
        assertThat(remark.cause()).contains("it was not woken");
    }

    @Test
    void callersOnTheirWayThroughTheQueue_areHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump()
                    .threads(8, "http", Stacks.LOGBACK_FULL, 40)
                    .threads(1, "AsyncAppender-Worker-ASYNC", Stacks.LOGBACK_WORKER_IDLE, 40);
        }
        assertThat(examine().findings()).isEmpty();
    }

    private static final List<String> PUTS = List.of(
            "WAITING (parking)",
            "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
            "- parking to wait for  <0x00000000e0a3d777> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
            "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:341)",
            "at java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@17/AbstractQueuedSynchronizer.java:1623)",
            "at java.util.concurrent.ArrayBlockingQueue.put(java.base@17/ArrayBlockingQueue.java:370)",
            "at com.acme.shop.Pages.submit(Pages.java:16)");

    @Test
    void consumersThatPutIntoTheirOwnFullQueue_areAStall() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(3, "indexer", PUTS).threads(2, "crawler", PUTS);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3148");
        assertThat(remark.cause()).contains("5 threads", "\"indexer-1\"", "Pages.java:16", "deadlock");
    }

    @Test
    void producersThatASlowReaderHoldsBack_areHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(5, "crawler", PUTS, 20).threads(1, "indexer", Stacks.RUNS, 700);
        }
        assertThat(examine().findings()).isEmpty();
    }

    /** A task that waits for another task. */
    private static final List<String> WAITS_FOR_A_TASK = List.of(
            "WAITING (parking)",
            "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
            "- parking to wait for  <0x00000000ffc68498> (a java.util.concurrent.FutureTask)",
            "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:211)",
            "at java.util.concurrent.FutureTask.awaitDone(java.base@17/FutureTask.java:447)",
            "at java.util.concurrent.FutureTask.get(java.base@17/FutureTask.java:190)",
            "at com.acme.shop.Report.build(Report.java:21)",
            "at java.util.concurrent.FutureTask.run(java.base@17/FutureTask.java:264)",
            "at java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@17/ThreadPoolExecutor.java:1136)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    private static final List<String> RUNS_A_TASK = List.of(
            "RUNNABLE",
            "at com.acme.shop.Chapter.write(Chapter.java:9)",
            "at java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@17/ThreadPoolExecutor.java:1136)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    private static final List<String> BORROWS = List.of(
            "TIMED_WAITING (parking)",
            "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
            "- parking to wait for  <0x00000000ff9e9e60> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
            "at java.util.concurrent.locks.LockSupport.parkNanos(java.base@17/LockSupport.java:252)",
            "at java.util.concurrent.LinkedBlockingQueue.poll(java.base@17/LinkedBlockingQueue.java:460)",
            "at com.acme.shop.TillConnectionPool.borrow(TillConnectionPool.java:35)",
            "at com.acme.shop.Till.load(Till.java:47)",
            "at java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@17/ThreadPoolExecutor.java:1136)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    @Test
    void poolWhoseThreadsWaitForItsOwnTasks_isStarved() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(6, "report", WAITS_FOR_A_TASK).threads(2, "mail", DumpText.IDLE_EXECUTOR);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3139");
        assertThat(remark.title()).contains("starvation");
        assertThat(remark.cause()).contains("All 6 threads of the pool \"report\"", "for 5 s");
    }

    @Test
    void poolThatWaitsForTasksOfAnotherOne_isHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(6, "report", WAITS_FOR_A_TASK).threads(2, "chapter", RUNS_A_TASK, 300);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void poolWithAThreadThatIsFree_isHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(5, "report", WAITS_FOR_A_TASK).threads(1, "report-6", DumpText.IDLE_EXECUTOR);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void poolWhoseThreadsGetTheirResults_isHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(6, "report", WAITS_FOR_A_TASK, 5);
        }
        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void connectionPoolOfTheApplicationsOwn_isExhausted() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump().threads(8, "http", BORROWS);
        }
        Remark remark = first();

        assertThat(remark.code()).isEqualTo("TR3143");
        assertThat(remark.cause()).contains("8 threads", "a connection from a pool");
    }
}
