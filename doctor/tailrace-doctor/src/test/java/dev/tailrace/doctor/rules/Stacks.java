package dev.tailrace.doctor.rules;

import java.util.ArrayList;
import java.util.List;

/** Stacks as the libraries leave them; the calls are those of real dumps, the application's are made up. */
final class Stacks {
    static final List<String> APPLICATION =
            List.of("at com.acme.shop.Orders.fill(Orders.java:42)", "at com.acme.shop.Shop.run(Shop.java:7)");

    static final List<String> LOGBACK_CALL = List.of(
            "at ch.qos.logback.core.UnsynchronizedAppenderBase.doAppend(UnsynchronizedAppenderBase.java:84)",
            "at ch.qos.logback.core.spi.AppenderAttachableImpl.appendLoopOnAppenders(AppenderAttachableImpl.java:51)",
            "at ch.qos.logback.classic.Logger.appendLoopOnAppenders(Logger.java:270)",
            "at ch.qos.logback.classic.Logger.callAppenders(Logger.java:257)",
            "at ch.qos.logback.classic.Logger.buildLoggingEventAndAppend(Logger.java:421)",
            "at ch.qos.logback.classic.Logger.info(Logger.java:579)");

    static final List<String> LOGBACK_WORKER = List.of(
            "at ch.qos.logback.core.spi.AppenderAttachableImpl.appendLoopOnAppenders(AppenderAttachableImpl.java:51)",
            "at ch.qos.logback.core.AsyncAppenderBase$Worker.run(AsyncAppenderBase.java:289)");

    static final List<String> LOGBACK_FULL = join(
            List.of(
                    "WAITING (parking)",
                    "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                    "- parking to wait for  <0x00000000e0a3d111> (a java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject)",
                    "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:341)",
                    "at java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@17/AbstractQueuedSynchronizer.java:1623)",
                    "at java.util.concurrent.ArrayBlockingQueue.put(java.base@17/ArrayBlockingQueue.java:370)",
                    "at ch.qos.logback.core.AsyncAppenderBase.putUninterruptibly(AsyncAppenderBase.java:149)",
                    "at ch.qos.logback.core.AsyncAppenderBase.put(AsyncAppenderBase.java:138)",
                    "at ch.qos.logback.core.AsyncAppenderBase.append(AsyncAppenderBase.java:133)"),
            LOGBACK_CALL,
            APPLICATION);

    static final List<String> LOGBACK_WORKER_IDLE = List.of(
            "WAITING (parking)",
            "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
            "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:341)",
            "at java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@17/AbstractQueuedSynchronizer.java:1623)",
            "at java.util.concurrent.ArrayBlockingQueue.take(java.base@17/ArrayBlockingQueue.java:420)",
            "at ch.qos.logback.core.AsyncAppenderBase$Worker.run(AsyncAppenderBase.java:289)");

    static final List<String> LOGBACK_COMPRESSES = join(
            List.of(
                    "RUNNABLE",
                    "at java.util.zip.Deflater.deflateBytesBytes(java.base@17/Native Method)",
                    "at java.util.zip.Deflater.deflate(java.base@17/Deflater.java:585)",
                    "at java.util.zip.GZIPOutputStream.write(java.base@17/GZIPOutputStream.java:148)",
                    "at ch.qos.logback.core.rolling.helper.Compressor.gzCompress(Compressor.java:192)",
                    "at ch.qos.logback.core.rolling.helper.Compressor.compress(Compressor.java:62)",
                    "at ch.qos.logback.core.rolling.FixedWindowRollingPolicy.rollover(FixedWindowRollingPolicy.java:155)",
                    "at ch.qos.logback.core.rolling.RollingFileAppender.attemptRollover(RollingFileAppender.java:210)",
                    "at ch.qos.logback.core.rolling.RollingFileAppender.rollover(RollingFileAppender.java:191)",
                    "at ch.qos.logback.core.rolling.RollingFileAppender.subAppend(RollingFileAppender.java:230)",
                    "at ch.qos.logback.core.OutputStreamAppender.append(OutputStreamAppender.java:102)",
                    "at ch.qos.logback.core.UnsynchronizedAppenderBase.doAppend(UnsynchronizedAppenderBase.java:84)"),
            LOGBACK_WORKER);

    static final List<String> LOGBACK_TO_STDOUT = join(
            List.of(
                    "RUNNABLE",
                    "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)",
                    "at java.io.FileOutputStream.write(java.base@17/FileOutputStream.java:354)",
                    "at java.io.BufferedOutputStream.flushBuffer(java.base@17/BufferedOutputStream.java:81)",
                    "at java.io.PrintStream.write(java.base@17/PrintStream.java:568)",
                    "- locked <0x00000000e0a30001> (a java.io.PrintStream)",
                    "at ch.qos.logback.core.joran.spi.ConsoleTarget$1.write(ConsoleTarget.java:37)",
                    "at ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:199)",
                    "at ch.qos.logback.core.OutputStreamAppender.subAppend(OutputStreamAppender.java:231)",
                    "at ch.qos.logback.core.OutputStreamAppender.append(OutputStreamAppender.java:102)",
                    "at ch.qos.logback.core.UnsynchronizedAppenderBase.doAppend(UnsynchronizedAppenderBase.java:84)"),
            LOGBACK_WORKER);

    static final List<String> LOGBACK_TO_FILE = join(
            List.of(
                    "RUNNABLE",
                    "at java.io.FileOutputStream.writeBytes(java.base@17/Native Method)",
                    "at java.io.FileOutputStream.write(java.base@17/FileOutputStream.java:354)",
                    "at ch.qos.logback.core.recovery.ResilientOutputStreamBase.write(ResilientOutputStreamBase.java:69)",
                    "at ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:199)",
                    "at ch.qos.logback.core.OutputStreamAppender.subAppend(OutputStreamAppender.java:231)",
                    "at ch.qos.logback.core.OutputStreamAppender.append(OutputStreamAppender.java:102)"),
            LOGBACK_CALL,
            APPLICATION);

    static final List<String> LOGBACK_IN_OWN_QUEUE = join(
            LOGBACK_FULL.subList(0, 9),
            LOGBACK_CALL,
            List.of(
                    "at com.acme.shop.Audit.append(Audit.java:12)",
                    "at ch.qos.logback.core.AppenderBase.doAppend(AppenderBase.java:82)"),
            LOGBACK_WORKER);

    /** Callers at the appender's lock, which a stack names but no dump tells the owner of. */
    static final List<String> LOGBACK_LOCK = join(
            List.of(
                    "WAITING (parking)",
                    "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                    "- parking to wait for  <0x00000000e0c37af0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)",
                    "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:211)",
                    "at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(java.base@17/AbstractQueuedSynchronizer.java:715)",
                    "at java.util.concurrent.locks.ReentrantLock.lock(java.base@17/ReentrantLock.java:322)",
                    "at ch.qos.logback.core.OutputStreamAppender.writeBytes(OutputStreamAppender.java:197)",
                    "at ch.qos.logback.core.OutputStreamAppender.subAppend(OutputStreamAppender.java:231)",
                    "at ch.qos.logback.core.rolling.RollingFileAppender.subAppend(RollingFileAppender.java:235)",
                    "at ch.qos.logback.core.OutputStreamAppender.append(OutputStreamAppender.java:102)"),
            LOGBACK_CALL,
            APPLICATION);

    static final List<String> LOGBACK_PRUDENT = join(
            List.of(
                    "RUNNABLE",
                    "at sun.nio.ch.FileDispatcherImpl.lock0(java.base@17/Native Method)",
                    "at sun.nio.ch.FileChannelImpl.lock(java.base@17/FileChannelImpl.java:1273)",
                    "at java.nio.channels.FileChannel.lock(java.base@17/FileChannel.java:1089)",
                    "at ch.qos.logback.core.FileAppender.safeWriteBytes(FileAppender.java:250)",
                    "at ch.qos.logback.core.FileAppender.writeOut(FileAppender.java:281)",
                    "at ch.qos.logback.core.OutputStreamAppender.append(OutputStreamAppender.java:102)"),
            LOGBACK_CALL,
            APPLICATION);

    static final List<String> LOG4J_WORKER = List.of(
            "at org.apache.logging.log4j.core.appender.RollingFileAppender.append(RollingFileAppender.java:312)",
            "at org.apache.logging.log4j.core.config.AppenderControl.callAppender(AppenderControl.java:84)",
            "at org.apache.logging.log4j.core.config.LoggerConfig.callAppenders(LoggerConfig.java:540)",
            "at org.apache.logging.log4j.core.async.AsyncLogger.actualAsyncLog(AsyncLogger.java:449)",
            "at org.apache.logging.log4j.core.async.RingBufferLogEvent.execute(RingBufferLogEvent.java:161)",
            "at org.apache.logging.log4j.core.async.RingBufferLogEventHandler.onEvent(RingBufferLogEventHandler.java:45)",
            "at com.lmax.disruptor.BatchEventProcessor.processEvents(BatchEventProcessor.java:168)",
            "at com.lmax.disruptor.BatchEventProcessor.run(BatchEventProcessor.java:125)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    static final List<String> LOG4J_RING_FULL = join(
            List.of(
                    "TIMED_WAITING (parking)",
                    "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                    "at java.util.concurrent.locks.LockSupport.parkNanos(java.base@17/LockSupport.java:410)",
                    "at com.lmax.disruptor.MultiProducerSequencer.next(MultiProducerSequencer.java:136)",
                    "at com.lmax.disruptor.MultiProducerSequencer.next(MultiProducerSequencer.java:105)",
                    "at com.lmax.disruptor.RingBuffer.publishEvent(RingBuffer.java:465)",
                    "at org.apache.logging.log4j.core.async.AsyncLoggerDisruptor.enqueueLogMessageWhenQueueFull(AsyncLoggerDisruptor.java:286)",
                    "at org.apache.logging.log4j.core.async.AsyncLogger.handleRingBufferFull(AsyncLogger.java:246)",
                    "at org.apache.logging.log4j.core.async.AsyncLogger.publish(AsyncLogger.java:230)",
                    "at org.apache.logging.log4j.spi.AbstractLogger.logMessage(AbstractLogger.java:2033)",
                    "at org.apache.logging.log4j.spi.AbstractLogger.info(AbstractLogger.java:1306)"),
            APPLICATION);

    /** The worker waits for a second roll, until the first one is compressed. */
    static final List<String> LOG4J_SECOND_ROLL = join(
            List.of(
                    "WAITING (parking)",
                    "at jdk.internal.misc.Unsafe.park(java.base@17/Native Method)",
                    "- parking to wait for  <0x00000000e0c37bbb> (a java.util.concurrent.Semaphore$NonfairSync)",
                    "at java.util.concurrent.locks.LockSupport.park(java.base@17/LockSupport.java:211)",
                    "at java.util.concurrent.locks.AbstractQueuedSynchronizer.acquire(java.base@17/AbstractQueuedSynchronizer.java:715)",
                    "at java.util.concurrent.Semaphore.acquire(java.base@17/Semaphore.java:318)",
                    "at org.apache.logging.log4j.core.appender.rolling.RollingFileManager.rollover(RollingFileManager.java:526)",
                    "at org.apache.logging.log4j.core.appender.rolling.RollingFileManager.checkRollover(RollingFileManager.java:308)",
                    "- locked <0x00000000e0c37ccc> (a org.apache.logging.log4j.core.appender.rolling.RollingFileManager)"),
            LOG4J_WORKER);

    static final List<String> LOG4J_COMPRESSES = List.of(
            "RUNNABLE",
            "at java.util.zip.Deflater.deflateBytesBytes(java.base@17/Native Method)",
            "at java.util.zip.GZIPOutputStream.write(java.base@17/GZIPOutputStream.java:148)",
            "at org.apache.logging.log4j.core.appender.rolling.action.GzCompressAction.execute(GzCompressAction.java:150)",
            "at org.apache.logging.log4j.core.appender.rolling.action.AbstractAction.run(AbstractAction.java:70)",
            "at org.apache.logging.log4j.core.appender.rolling.RollingFileManager$AsyncAction.run(RollingFileManager.java:717)",
            "at java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@17/ThreadPoolExecutor.java:1136)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    static final List<String> DATABASE = join(
            List.of(
                    "RUNNABLE",
                    "at sun.nio.ch.Net.poll(java.base@17/Native Method)",
                    "at sun.nio.ch.NioSocketImpl.park(java.base@17/NioSocketImpl.java:191)",
                    "at java.net.Socket$SocketInputStream.read(java.base@17/Socket.java:966)",
                    "at org.postgresql.core.v3.QueryExecutorImpl.processResults(QueryExecutorImpl.java:2174)",
                    "at org.postgresql.jdbc.PgPreparedStatement.executeQuery(PgPreparedStatement.java:134)",
                    "at com.zaxxer.hikari.pool.ProxyPreparedStatement.executeQuery(ProxyPreparedStatement.java:52)"),
            APPLICATION);

    static final List<String> BLOCKED_IN_CACHE = join(
            List.of(
                    "BLOCKED (on object monitor)",
                    "at com.acme.shop.Cache.get(Cache.java:10)",
                    "- waiting to lock <0x00000000e0c37ddd> (a com.acme.shop.Cache)"),
            APPLICATION);

    static final List<String> LOADS_CACHE = join(
            List.of(
                    "RUNNABLE",
                    "at com.acme.shop.Cache.load(Cache.java:99)",
                    "at com.acme.shop.Cache.get(Cache.java:12)",
                    "- locked <0x00000000e0c37ddd> (a com.acme.shop.Cache)"),
            APPLICATION);

    static final List<String> LOG4J_LOOPS = List.of(
            "RUNNABLE",
            "at com.lmax.disruptor.ProcessingSequenceBarrier.waitFor(ProcessingSequenceBarrier.java:56)",
            "at com.lmax.disruptor.BatchEventProcessor.processEvents(BatchEventProcessor.java:159)",
            "at com.lmax.disruptor.BatchEventProcessor.run(BatchEventProcessor.java:125)",
            "at java.lang.Thread.run(java.base@17/Thread.java:840)");

    static final List<String> LOG4J_SPINS = join(
            List.of("RUNNABLE", "at com.lmax.disruptor.BusySpinWaitStrategy.waitFor(BusySpinWaitStrategy.java:39)"),
            LOG4J_LOOPS.subList(1, LOG4J_LOOPS.size()));

    static final List<String> SLEEPS_IN_CACHE = join(
            List.of(
                    "TIMED_WAITING (sleeping)",
                    "at java.lang.Thread.sleep(java.base@17/Native Method)",
                    "at com.acme.shop.Cache.retry(Cache.java:99)",
                    "at com.acme.shop.Cache.get(Cache.java:12)",
                    "- locked <0x00000000e0c37ddd> (a com.acme.shop.Cache)"),
            APPLICATION);

    static final List<String> RUNS =
            join(List.of("RUNNABLE", "at com.acme.shop.Prices.compute(Prices.java:3)"), APPLICATION);

    private Stacks() {}

    @SafeVarargs
    static List<String> join(List<String>... parts) {
        List<String> all = new ArrayList<>();
        for (List<String> each : parts) {
            all.addAll(each);
        }
        return List.copyOf(all);
    }
}
