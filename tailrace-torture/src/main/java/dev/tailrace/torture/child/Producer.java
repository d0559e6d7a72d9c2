package dev.tailrace.torture.child;

import dev.tailrace.Tailrace;
import dev.tailrace.torture.audit.Acknowledgements;
import dev.tailrace.torture.audit.Mark;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs lines from some threads until it is told to stop, or is killed. Main class of a child JVM.
 *
 * <p>Standard output answers standard input: {@code ready} at the start; to {@code go} nothing, the threads start; {@code stopped} when
 * all threads are done, by themselves or after {@code stop}; to {@code flush} the word {@code flushed} and whether it was. {@code
 * shutdown} stops the engine, {@code end} ends the JVM as an application would. The end of standard input halts it: whoever started it is gone.
 */
public final class Producer {
    private final int number;
    private final Acknowledgements acknowledgements;
    private final Logger logger;
    private final long pauseNanos;
    private final long lines;
    private final int letters;
    private volatile boolean stopping;

    private Producer(int number, Path page, long pauseMicros, long lines, int letters) throws IOException {
        this.number = number;
        this.acknowledgements = Acknowledgements.open(page);
        this.pauseNanos = pauseMicros * 1_000;
        this.lines = lines;
        this.letters = letters;
        this.logger = LoggerFactory.getLogger(Producer.class);
    }

    /**
     * Arguments: its number; the page of acknowledgements; threads, 0 to 16; microseconds between two lines of a thread, 0 for none;
     * lines of each thread, 0 for no limit; letters of the longest usual line.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Producer producer = new Producer(
                Integer.parseInt(arguments[0]),
                Path.of(arguments[1]),
                Long.parseLong(arguments[3]),
                Long.parseLong(arguments[4]),
                Integer.parseInt(arguments[5]));
        producer.obey(Integer.parseInt(arguments[2]));
    }

    private void obey(int count) throws IOException, InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int thread = i;
            threads.add(new Thread(() -> log(thread), "producer-" + i));
        }
        Thread watcher = new Thread(() -> sayStopped(threads), "watcher");
        watcher.setDaemon(true);
        say("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            switch (command) {
                case "go" -> {
                    threads.forEach(Thread::start);
                    watcher.start();
                }
                case "stop" -> stopping = true;
                case "flush" -> say("flushed " + Tailrace.flush());
                case "shutdown" -> Tailrace.shutdown();
                case "end" -> System.exit(0);
                default -> throw new IllegalArgumentException("no such command: " + command);
            }
        }
        Runtime.getRuntime().halt(3);
    }

    private void log(int thread) {
        for (long sequence = 1; !stopping && (lines == 0 || sequence <= lines); sequence++) {
            String text = new Mark(number, thread, sequence).text(letters);
            acknowledgements.begin(number, thread, sequence);
            logger.info(text);
            acknowledgements.acknowledge(number, thread, sequence);
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
        }
    }

    private static void sayStopped(List<Thread> threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
            say("stopped");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static synchronized void say(String text) {
        System.out.println(text);
        System.out.flush();
    }
}
