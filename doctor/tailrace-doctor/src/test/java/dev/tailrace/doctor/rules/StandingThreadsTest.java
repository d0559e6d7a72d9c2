package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LogFlowReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads at one place, each by itself: in an appender, or at one call of the application; and those that stand there healthily. */
@Tag("anyjdk")
class StandingThreadsTest {
    private static final String PARK = "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)";
    private static final String SUPPORT =
            "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:211)";

    private static final List<String> PERMIT = List.of(
            "WAITING (parking)",
            PARK,
            "- parking to wait for  <0x0a> (a java.util.concurrent.Semaphore$NonfairSync)",
            SUPPORT,
            "at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(java.base@17/AbstractQueuedSynchronizer.java:715)",
            "at java.util.concurrent.Semaphore.acquire(java.base@17/Semaphore.java:318)");

    private static final List<String> FUTURE = List.of(
            "WAITING (parking)",
            PARK,
            "- parking to wait for  <0x0b> (a java.util.concurrent.CompletableFuture$Signaller)",
            SUPPORT,
            "at java.util.concurrent.CompletableFuture.get(java.base@17/CompletableFuture.java:2072)");

    private static final List<String> TASK = List.of(
            "WAITING (parking)",
            PARK,
            "- parking to wait for  <0x0c> (a java.util.concurrent.FutureTask)",
            SUPPORT,
            "at java.util.concurrent.FutureTask.awaitDone(java.base@17/FutureTask.java:447)",
            "at java.util.concurrent.FutureTask.get(java.base@17/FutureTask.java:190)");

    private static final List<String> MONITOR = List.of(
            "WAITING (on object monitor)",
            "at java.lang.Object.wait(java.base@17/Native Method)",
            "- waiting on <0x0d> (a com.acme.log.Permits)",
            "at com.acme.log.Permits.acquire(Permits.java:61)",
            "- locked <0x0d> (a com.acme.log.Permits)");

    private static final List<String> SLEEP =
            List.of("TIMED_WAITING (sleeping)", "at java.lang.Thread.sleep(java.base@17/Native Method)");

    private static final List<String> TAKE = DumpText.IDLE_EXECUTOR.subList(0, 6);

    private static final List<String> READ = List.of(
            "RUNNABLE",
            "at sun.nio.ch.SocketDispatcher.read0(java.base@17/Native Method)",
            "at sun.nio.ch.NioSocketImpl.read(java.base@17/NioSocketImpl.java:347)",
            "at java.net.Socket$SocketInputStream.read(java.base@17/Socket.java:966)");

    private static final List<String> REGEX = List.of(
            "RUNNABLE",
            "at java.util.regex.Pattern$Loop.match(java.base@17/Pattern.java:4815)",
            "at java.util.regex.Matcher.match(java.base@17/Matcher.java:1755)");

    private static final List<String> APPENDER = List.of("at com.acme.log.CloudAppender.append(CloudAppender.java:31)");

    private static final List<String> LOG4J_CALL = List.of(
            "at org.apache.logging.log4j.core.config.AppenderControl.tryCallAppender(AppenderControl.java:160)",
            "at org.apache.logging.log4j.core.config.LoggerConfig.callAppenders(LoggerConfig.java:542)",
            "at org.apache.logging.log4j.core.Logger.logMessage(Logger.java:163)",
            "at org.apache.logging.log4j.spi.AbstractLogger.info(AbstractLogger.java:1306)");

    private static final List<String> HANDLER_CALL = List.of(
            "at java.util.logging.Logger.log(java.logging@17/Logger.java:979)",
            "at java.util.logging.Logger.info(java.logging@17/Logger.java:1802)");

    private static final List<String> TOMCAT = List.of(
            "at org.springframework.web.servlet.DispatcherServlet.doDispatch(DispatcherServlet.java:1081)",
            "at org.apache.catalina.core.ApplicationFilterChain.internalDoFilter(ApplicationFilterChain.java:205)",
            "at org.apache.catalina.connector.CoyoteAdapter.service(CoyoteAdapter.java:341)",
            "at org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1191)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    private static final List<String> STOCK = List.of(
            "at com.acme.shop.StockClient.reserve(StockClient.java:31)",
            "at com.acme.shop.OrderController.post(OrderController.java:55)");

    private static final List<String> FREE = Stacks.join(
            TAKE,
            List.of("at org.apache.tomcat.util.threads.TaskQueue.take(TaskQueue.java:141)"),
            DumpText.IDLE_EXECUTOR.subList(6, 9));

    private static final List<String> SELECTS = List.of(
            "RUNNABLE",
            "at sun.nio.ch.EPoll.wait(java.base@17/Native Method)",
            "at sun.nio.ch.EPollSelectorImpl.doSelect(java.base@17/EPollSelectorImpl.java:118)",
            "at org.apache.tomcat.util.net.NioEndpoint$Poller.run(NioEndpoint.java:755)");

    @TempDir
    Path folder;

    private final DumpText text = new DumpText();

    private Diagnosis examine() throws Exception {
        return Doctor.examine(List.of(text.write(folder.resolve("dumps.txt"))));
    }

    private void dumps(int count, int threads, List<String> stack, double cpu) {
        for (int i = 0; i < count; i++) {
            text.dump()
                    .threads(threads, "http-nio-8080-exec", stack, cpu)
                    .threads(1, "http-nio-8080-Poller", SELECTS)
                    .threads(8, "idle", DumpText.IDLE_EXECUTOR);
        }
    }

    private Remark only() throws Exception {
        assertThat(examine().findings()).hasSize(1);
        return examine().findings().get(0);
    }

    static List<List<String>> waitsInAppenders() {
        List<List<String>> stacks = new ArrayList<>();
        for (List<String> wait : List.of(PERMIT, FUTURE, TASK, MONITOR, SLEEP)) {
            for (List<String> call : List.of(Stacks.LOGBACK_CALL, LOG4J_CALL, HANDLER_CALL)) {
                stacks.add(Stacks.join(wait, APPENDER, call, Stacks.APPLICATION, TOMCAT));
            }
        }
        return stacks;
    }

    @ParameterizedTest
    @MethodSource("waitsInAppenders")
    void allThreadsWaitInOneAppender_areOneErrorWithTheirNumber(List<String> stack) throws Exception {
        dumps(6, 6, stack, 0);
        Remark remark = only();

        assertThat(remark.code()).isEqualTo("TR3115");
        assertThat(remark.severity()).isEqualTo("error");
        assertThat(remark.cause()).contains("6 threads wait for 5 s", "CloudAppender.java:31", "No lock or queue");
        assertThat(remark.evidence()).anyMatch(each -> each.contains("Orders.java:42"));
    }

    @ParameterizedTest
    @MethodSource("waitsInAppenders")
    void manyWaitInOneAppenderInOneDump_areSaidToo(List<String> stack) throws Exception {
        dumps(1, 6, stack, 0);
        Remark remark = only();

        assertThat(remark.code()).isEqualTo("TR3115");
        assertThat(remark.cause()).contains("6 threads wait", "One dump doesn't show");
    }

    /** Each by itself, so that there are as many stuck calls as threads; the cause is one. */
    @Test
    void fortyThreadsInTheReadOfOneAppender_areOneFinding() throws Exception {
        dumps(6, 40, Stacks.join(READ, APPENDER, Stacks.LOGBACK_CALL, Stacks.APPLICATION, TOMCAT), 0);
        Remark remark = only();

        assertThat(remark.code()).isEqualTo("TR3104");
        assertThat(remark.cause()).contains("40 threads wait", "CloudAppender").doesNotContain("No other thread");
    }

    /** The calls end and begin anew, but all that the application does is to wait in them. */
    @Test
    void callsThatEndButTakeAllTime_areFound() throws Exception {
        dumps(6, 12, Stacks.join(READ, APPENDER, Stacks.LOGBACK_CALL, Stacks.APPLICATION, TOMCAT), 40);

        assertThat(only().cause()).contains("12 threads wait");
    }

    @Test
    void supplierThatWaits_isNoAppender() throws Exception {
        dumps(
                6,
                6,
                Stacks.join(
                        FUTURE,
                        List.of(
                                "at com.acme.shop.Orders.lambda$fill$0(Orders.java:43)",
                                "at org.apache.logging.log4j.util.LambdaUtil.get(LambdaUtil.java:73)",
                                "at org.apache.logging.log4j.spi.AbstractLogger.info(AbstractLogger.java:1306)"),
                        Stacks.APPLICATION,
                        TOMCAT),
                0);

        assertThat(only().code()).isEqualTo("TR3116");
    }

    @Test
    void oneThreadThatSleepsInItsAppender_isNoCrowd() throws Exception {
        dumps(6, 1, Stacks.join(SLEEP, APPENDER, Stacks.LOGBACK_CALL, Stacks.APPLICATION, TOMCAT), 0);

        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void threadsOfAnAppendersOwn_areNoCallers() throws Exception {
        List<String> reader = Stacks.join(
                READ,
                List.of(
                        "at net.logstash.logback.appender.AbstractLogstashTcpSocketAppender$TcpSendingEventHandler$ReaderCallable.call(AbstractLogstashTcpSocketAppender.java:440)",
                        "at java.util.concurrent.FutureTask.run(java.base@17/FutureTask.java:264)",
                        "at java.lang.Thread.run(java.base@17/Thread.java:840)"));
        List<String> batches = Stacks.join(
                SLEEP,
                APPENDER,
                Stacks.LOGBACK_WORKER,
                List.of("at java.lang.Thread.run(java.base@17/Thread.java:840)"));
        for (int i = 0; i < 6; i++) {
            text.dump().threads(6, "reader", reader).threads(6, "AsyncAppender-Worker", batches);
        }

        assertThat(examine().findings()).isEmpty();
    }

    /** The whole request is inside of these, whatever it does. */
    @Test
    void filtersAndValvesOfLoggingLibraries_areNoLogCalls() throws Exception {
        for (String each : List.of(
                "at org.apache.logging.log4j.web.Log4jServletFilter.doFilter(Log4jServletFilter.java:71)",
                "at ch.qos.logback.access.tomcat.LogbackValve.invoke(LogbackValve.java:256)",
                "at ch.qos.logback.classic.helpers.MDCInsertingServletFilter.doFilter(MDCInsertingServletFilter.java:49)")) {
            DumpText dumps = new DumpText();
            for (int i = 0; i < 6; i++) {
                dumps.dump()
                        .threads(6, "http-nio-8080-exec", Stacks.join(SLEEP, STOCK, List.of(each), TOMCAT))
                        .threads(4, "http-nio-8080-exec-more", FREE);
            }
            Diagnosis diagnosis = Doctor.examine(List.of(dumps.write(folder.resolve("dumps.txt"))));

            assertThat(diagnosis.findings()).as(each).isEmpty();
        }
    }

    /** A database that is slow below such a filter has nothing to do with logging. */
    @Test
    void slowDatabaseBelowALoggingFilter_isStillAcquitted() throws Exception {
        dumps(
                6,
                12,
                Stacks.join(
                        Stacks.DATABASE,
                        List.of(
                                "at org.apache.logging.log4j.web.Log4jServletFilter.doFilter(Log4jServletFilter.java:71)"),
                        TOMCAT),
                0);

        assertThat(only().cause()).contains("logging has no part");
    }

    /** The stack ends in the log call, so that no call of the application's is seen. */
    @Test
    void databaseBelowALogCallThatIsCutOff_isNotAcquitted() throws Exception {
        dumps(
                6,
                12,
                Stacks.join(
                        Stacks.DATABASE.subList(0, 7),
                        List.of("at org.apache.logging.log4j.core.async.AsyncLogger.logMessage(AsyncLogger.java:220)")),
                0);

        assertThat(examine().remarks()).isNotEmpty().allSatisfy(each -> {
            assertThat(each.cause()).doesNotContain("no part");
            assertThat(String.valueOf(each.withTailrace())).doesNotContain("not the cause");
        });
    }

    @Test
    void lockWhoseHolderIsNotSeen_acquitsNothingAnywhere() throws Exception {
        dumps(5, 15, Stacks.BLOCKED_IN_CACHE, 0);
        Remark remark = only();

        assertThat(remark.code()).isEqualTo("TR3141");
        assertThat(remark.title() + remark.cause() + remark.withTailrace())
                .doesNotContain("no part")
                .doesNotContain("not the cause")
                .doesNotContain("outside of logging");
    }

    @Test
    void poolWithoutItsHolders_acquitsNothing() throws Exception {
        dumps(
                6,
                12,
                Stacks.join(
                        List.of(
                                "TIMED_WAITING (parking)",
                                PARK,
                                "at java.util.concurrent.locks.LockSupport.parkNanos(java.base@17/LockSupport.java:252)",
                                "at java.util.concurrent.SynchronousQueue.poll(java.base@17/SynchronousQueue.java:903)",
                                "at com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
                                "at com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:162)"),
                        STOCK,
                        TOMCAT),
                0);
        Remark remark = only();

        assertThat(remark.code()).isEqualTo("TR3143");
        assertThat(remark.cause()).contains("not seen").doesNotContain("no part");
        assertThat(remark.withTailrace()).isNull();
    }

    @Test
    void allRequestsWaitForOneResult_isSaidInOneLine() throws Exception {
        for (List<String> wait : List.of(FUTURE, PERMIT, TASK)) {
            DumpText dumps = new DumpText();
            for (int i = 0; i < 6; i++) {
                dumps.dump()
                        .threads(20, "http-nio-8080-exec", Stacks.join(wait, STOCK, TOMCAT))
                        .threads(1, "http-nio-8080-Poller", SELECTS)
                        .threads(1, "busy", Stacks.RUNS, 100);
            }
            Diagnosis diagnosis = Doctor.examine(List.of(dumps.write(folder.resolve("dumps.txt"))));

            assertThat(diagnosis.findings()).singleElement().satisfies(each -> {
                assertThat(each.code()).isEqualTo("TR3138");
                assertThat(each.cause())
                        .contains("20 threads of the pool \"http-nio-8080-exec\"", "StockClient.java:31", "6 dumps");
            });
        }
    }

    @Test
    void allRequestsInOneRegularExpression_isSaidInOneLine() throws Exception {
        dumps(6, 20, Stacks.join(REGEX, STOCK, TOMCAT), 90);

        assertThat(only().code()).isEqualTo("TR3138");
        assertThat(only().cause()).contains("20 threads", "StockClient.java:31", "is at work");
    }

    @Test
    void requestsWithThreadsLeft_areHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump()
                    .threads(8, "http-nio-8080-exec", Stacks.join(FUTURE, STOCK, TOMCAT))
                    .threads(2, "http-nio-8080-exec", FREE);
        }

        assertThat(examine().findings()).isEmpty();
    }

    static List<List<String>> healthyRequests() {
        List<String> limited = List.of(
                "TIMED_WAITING (parking)",
                PARK,
                "at java.util.concurrent.locks.LockSupport.parkNanos(java.base@17/LockSupport.java:252)",
                "at java.util.concurrent.CompletableFuture.get(java.base@17/CompletableFuture.java:2093)");
        List<String> handsOver = List.of(
                "WAITING (parking)",
                PARK,
                SUPPORT,
                "at java.util.concurrent.SynchronousQueue$TransferQueue.transfer(java.base@17/SynchronousQueue.java:702)",
                "at java.util.concurrent.SynchronousQueue.take(java.base@17/SynchronousQueue.java:886)");
        List<String> upload = List.of(
                "WAITING (parking)",
                PARK,
                SUPPORT,
                "at java.util.concurrent.Semaphore.acquire(java.base@17/Semaphore.java:318)",
                "at org.eclipse.jetty.server.HttpInput.blockForContent(HttpInput.java:583)");
        return List.of(
                // Long polls: for some time, for a message, and for a notification.
                Stacks.join(limited, STOCK, TOMCAT),
                Stacks.join(TAKE, STOCK, TOMCAT),
                Stacks.join(handsOver, STOCK, TOMCAT),
                Stacks.join(MONITOR, STOCK, TOMCAT),
                // Clients that send or read slowly.
                Stacks.join(upload, STOCK, TOMCAT),
                Stacks.join(READ, STOCK, TOMCAT),
                FREE,
                SELECTS);
    }

    @ParameterizedTest
    @MethodSource("healthyRequests")
    void longPollsSlowClientsAndIdlePools_areHealthy(List<String> stack) throws Exception {
        dumps(6, 20, stack, 0);

        assertThat(examine().findings()).isEmpty();
    }

    @Test
    void busyServiceWithOneHandler_isHealthy() throws Exception {
        for (int i = 0; i < 6; i++) {
            text.dump()
                    .threads(14 + i % 4, "http-nio-8080-exec", Stacks.join(REGEX, STOCK, TOMCAT), 60)
                    .threads(
                            6 - i % 4,
                            "http-nio-8080-exec",
                            Stacks.join(List.of("RUNNABLE"), STOCK.subList(1, 2), TOMCAT),
                            60);
        }

        assertThat(examine().findings()).isEmpty();
    }

    /** The idle threads of a pool that accepts: one waits in the system, and the others for it. */
    @Test
    void acceptorsThatTakeTurns_areHealthy() throws Exception {
        List<String> accepts = List.of(
                "RUNNABLE",
                "at com.acme.net.Gate.nativeAccept(Native Method)",
                "at com.acme.net.Gate.accept(Gate.java:114)",
                "- locked <0x0e> (a com.acme.net.Gate)",
                "at com.acme.net.Worker.run(Worker.java:98)");
        List<String> waits = List.of(
                "BLOCKED (on object monitor)",
                "at com.acme.net.Gate.accept(Gate.java:110)",
                "- waiting to lock <0x0e> (a com.acme.net.Gate)",
                "at com.acme.net.Worker.run(Worker.java:98)");
        for (int i = 0; i < 6; i++) {
            text.dump().threads(20, "worker", waits).threads(1, "worker-first", accepts);
        }

        assertThat(examine().findings()).isEmpty();
    }

    /** On a machine without processor time left, the one that holds the lock was just stopped in its write. */
    @Test
    void writersThatComeAndGo_haveASlowDiskOnlyWhereTheLogHardlyGrows() throws Exception {
        List<String> writes = Stacks.join(
                List.of(
                        "RUNNABLE",
                        "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)",
                        "at ch.qos.logback.core.recovery.ResilientOutputStreamBase.write(ResilientOutputStreamBase.java:70)",
                        "at ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:200)"),
                Stacks.LOGBACK_LOCK.subList(7, Stacks.LOGBACK_LOCK.size()));
        for (int i = 0; i < 6; i++) {
            text.dump().threads(15, "http", Stacks.LOGBACK_LOCK).threads(1, "writer-" + i, writes);
        }
        Path dumps = text.write(folder.resolve("dumps.txt"));

        assertThat(Doctor.examine(List.of(dumps)).findings())
                .extracting(Remark::code)
                .containsExactly("TR3102");
        for (int lines : List.of(20, 2000)) {
            Path flow = Files.writeString(
                    folder.resolve("logs.txt"),
                    LogFlowReader.TITLE + "\nfile 6.000 " + 600 * lines + " " + 600 * lines + " " + 6 * lines
                            + " app.log\n");
            assertThat(Doctor.examine(List.of(dumps, flow)).findings())
                    .extracting(Remark::code)
                    .containsExactly(lines == 20 ? "TR3102" : "TR3111");
        }
    }

    /** The lock is the queue's own: an asynchronous appender is there already. */
    @Test
    void lockOfAnAsynchronousAppendersQueue_isNotAnsweredByOneMore() throws Exception {
        List<String> waits = Stacks.join(
                Stacks.LOGBACK_LOCK.subList(0, 6),
                List.of(
                        "at java.util.concurrent.ArrayBlockingQueue.remainingCapacity(java.base@17/ArrayBlockingQueue.java:468)",
                        "at ch.qos.logback.core.AsyncAppenderBase.isQueueBelowDiscardingThreshold(AsyncAppenderBase.java:160)"),
                Stacks.LOGBACK_CALL,
                Stacks.APPLICATION);
        dumps(6, 15, waits, 0);

        assertThat(only().code()).isEqualTo("TR3111");
        assertThat(only().remedy()).doesNotContain("Put an asynchronous appender");
    }
}
