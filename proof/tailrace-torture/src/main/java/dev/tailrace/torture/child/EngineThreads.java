package dev.tailrace.torture.child;

import dev.tailrace.Tailrace;
import dev.tailrace.bytes.MemoryFault;
import dev.tailrace.torture.audit.Acknowledgements;
import dev.tailrace.torture.audit.Mark;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An engine and its logging threads. Commands and answers use an interface of the JDK, since a second engine of the same JVM has another
 * class loader. {@code go} starts the threads, {@code stop} stops them, {@code join} waits for their ends and answers the longest log call
 * in milliseconds, {@code flush} answers whether the flush succeeded, {@code shutdown} stops the engine.
 */
public final class EngineThreads implements UnaryOperator<String> {
    private final int number;
    private final Acknowledgements acknowledgements;
    private final Logger logger;
    private final long pauseNanos;
    private final long lines;
    private final int letters;
    private final boolean asks = Boolean.getBoolean(Producer.ASKS);
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicLong longestNanos = new AtomicLong();
    private volatile boolean stopping;

    /** Starts the engine; arguments as in {@link Producer#main}. */
    public EngineThreads(String[] arguments) throws IOException {
        this.number = Integer.parseInt(arguments[0]);
        this.acknowledgements = Acknowledgements.open(Path.of(arguments[1]));
        this.pauseNanos = Long.parseLong(arguments[3]) * 1_000;
        this.lines = Long.parseLong(arguments[4]);
        this.letters = Integer.parseInt(arguments[5]);
        this.logger = LoggerFactory.getLogger(EngineThreads.class);
        int count = Integer.parseInt(arguments[2]);
        for (int i = 0; i < count; i++) {
            int thread = i;
            threads.add(new Thread(() -> log(thread), "producer-" + number + "-" + i));
        }
    }

    /** Creates an engine with all classes except the JDK's loaded a second time. */
    @SuppressWarnings("unchecked") // this class, of the other loader
    static UnaryOperator<String> inAnotherClassLoader(String[] arguments) throws IOException {
        List<URL> classPath = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            classPath.add(Path.of(entry).toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(classPath.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        current.setContextClassLoader(loader);
        try {
            return (UnaryOperator<String>) loader.loadClass(EngineThreads.class.getName())
                    .getConstructor(String[].class)
                    .newInstance((Object) arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("no second engine", e);
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Override
    public String apply(String command) {
        switch (command) {
            case "go" -> threads.forEach(Thread::start);
            case "stop" -> stopping = true;
            case "join" -> {
                return join();
            }
            case "flush" -> {
                return String.valueOf(Tailrace.flush());
            }
            case "shutdown" -> Tailrace.shutdown();
            default -> throw new IllegalArgumentException("no such command: " + command);
        }
        return "";
    }

    private void log(int thread) {
        long longest = 0;
        for (long sequence = 1; !stopping && (lines == 0 || sequence <= lines); sequence++) {
            String text = new Mark(number, thread, sequence).text(letters);
            acknowledgements.begin(number, thread, sequence);
            long begin = System.nanoTime();
            try {
                logger.info(text);
                longest = Math.max(longest, System.nanoTime() - begin);
                if (asks) {
                    MemoryFault.raise();
                }
                acknowledgements.acknowledge(number, thread, sequence);
            } catch (InternalError e) {
                System.err.println(Producer.FAULT + e.getMessage());
            }
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
        }
        longestNanos.accumulateAndGet(longest, Math::max);
    }

    private String join() {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return String.valueOf(longestNanos.get() / 1_000_000);
    }
}
