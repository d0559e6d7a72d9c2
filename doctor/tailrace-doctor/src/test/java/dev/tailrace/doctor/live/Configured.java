package dev.tailrace.doctor.live;

import ch.qos.logback.classic.AsyncAppender;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.FileHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.MemoryHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs with the library that it is told, configured as it is told, and then does nothing. */
final class Configured {
    /** A class of its own, so that java.util.logging is not initialised for those who don't log with it. */
    private static final class Jul {
        /** Held on to: loggers that nobody holds are forgotten. */
        private static final java.util.logging.Logger SHOP = java.util.logging.Logger.getLogger("com.acme.shop");
    }

    private Configured() {}

    /** Takes one of the methods' names, and a folder. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        switch (args[0]) {
            case "logback" -> LoggerFactory.getLogger("com.acme.Shop").info("open");
            case "stuckLogback" -> stuckLogback(folder);
            case "otherLevels" -> otherLevels();
            case "log4j" -> LoggerFactory.getLogger("com.acme.Shop").info("open");
            case "jboss" -> Jul.SHOP.info("open");
            case "jul" -> jul(folder, false);
            case "talkativeJul" -> jul(folder, true);
            case "tailrace" -> LoggerFactory.getLogger("com.acme.Shop").info("open");
            case "silent" -> silent();
            default -> throw new IllegalArgumentException(args[0]);
        }
        System.out.println("ready");
        Thread.sleep(600_000);
    }

    /** Configured by nothing that is on a disk; its queue is full, and every lock that a getter might want is held for ever. */
    private static void stuckLogback(Path folder) throws Exception {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.reset();
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(
                new ByteArrayInputStream("""
                <configuration>
                  <appender name="SLOW" class="%s"/>
                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                    <file>%s</file>
                    <encoder><pattern>%%d %%msg%%n</pattern></encoder>
                  </appender>
                  <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                    <appender-ref ref="SLOW"/>
                  </appender>
                  <logger name="com.acme.Audit" level="TRACE" additivity="false"><appender-ref ref="FILE"/></logger>
                  <root level="INFO"><appender-ref ref="ASYNC"/></root>
                </configuration>
                """.formatted(Stuck.class.getName(), folder.resolve("audit.log"))
                        .getBytes(StandardCharsets.UTF_8)));
        AsyncAppender async =
                (AsyncAppender) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("ASYNC");
        Logger logger = LoggerFactory.getLogger("com.acme.Shop");
        Thread caller = new Thread(() -> {
            for (int i = 0; i < 10_000; i++) {
                logger.warn("sold {}", i);
            }
        });
        caller.setDaemon(true);
        caller.start();
        // Logback's worker takes an event, then all others that are there, and only then writes the first: full before
        // that may be empty a moment later.
        Stuck.awaitFirst();
        while (async.getNumberOfElementsInQueue() < 256) {
            Thread.sleep(5);
        }
        Field queue = Class.forName("ch.qos.logback.core.AsyncAppenderBase").getDeclaredField("blockingQueue");
        queue.setAccessible(true);
        Field lock = ArrayBlockingQueue.class.getDeclaredField("lock");
        lock.setAccessible(true);
        hold((ReentrantLock) lock.get(queue.get(async)), async, context, context.getLogger(Logger.ROOT_LOGGER_NAME));
        hold(new ReentrantLock(), LogManager.getLogManager(), Jul.SHOP, Jul.SHOP.getParent());
    }

    private static void hold(ReentrantLock lock, Object first, Object second, Object third)
            throws InterruptedException {
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.lock();
            synchronized (first) {
                synchronized (second) {
                    synchronized (third) {
                        held.countDown();
                        sleep();
                    }
                }
            }
        });
        holder.setDaemon(true);
        holder.start();
        held.await();
    }

    private static void sleep() {
        try {
            Thread.sleep(600_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As somebody does it through JMX. */
    private static void otherLevels() {
        LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
        context.getLogger("com.acme.Shop").info("open");
        context.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(ch.qos.logback.classic.Level.DEBUG);
    }

    private static void jul(Path folder, boolean talkative) throws Exception {
        java.util.logging.Logger root = Jul.SHOP.getParent();
        for (Handler each : root.getHandlers()) {
            root.removeHandler(each);
        }
        Handler file = new FileHandler(folder.resolve("jul.log").toString(), 1_000_000, 2, true);
        root.addHandler(talkative ? file : new MemoryHandler(file, 1000, Level.SEVERE));
        root.setLevel(talkative ? Level.FINE : Level.INFO);
        Jul.SHOP.setLevel(Level.FINEST);
        Jul.SHOP.info("open");
    }

    /** Has the classes of logging libraries, but never lets one of them start. */
    private static void silent() throws ClassNotFoundException {
        ClassLoader loader = Configured.class.getClassLoader();
        Class.forName("org.slf4j.LoggerFactory", false, loader);
        Class.forName("org.apache.logging.log4j.LogManager", false, loader);
        Class.forName("ch.qos.logback.classic.LoggerContext", false, loader);
    }
}
