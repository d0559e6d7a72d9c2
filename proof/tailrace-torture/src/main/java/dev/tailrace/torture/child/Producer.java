package dev.tailrace.torture.child;

import dev.tailrace.torture.audit.Acknowledgements;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Logs lines from some threads until it is asked to stop, or is killed. Main class of a child JVM.
 *
 * <p>Commands on standard input are answered on standard output. {@code ready} is written at the start; {@code go} starts the threads
 * without an answer; {@code stopped longest MILLIS} is written when all threads are done, by themselves or after {@code stop}, with the
 * duration of the longest log call; {@code flush} is answered with {@code flushed} and whether the flush succeeded. {@code shutdown} stops
 * the engine, {@code end} ends the JVM as an application would. The end of standard input halts the JVM, because its parent is gone.
 *
 * <p>{@code read logs}, {@code read lanes} and {@code read both} open, read and close all files there once, see {@link DirectoryReader};
 * the answer is {@code read} and the number of files. With {@code every MILLIS} appended, reading repeats until {@code read off}, without
 * an answer.
 */
public final class Producer {
    /**
     * System property: a second engine, of another class loader, logs as well, with the number {@code FIRST_TWIN}
     * higher.
     */
    public static final String TWIN = "torture.twin";
    /** System property: the folder of the log. */
    public static final String LOGS = "torture.logs";
    /** System property: the folder of the lanes. */
    public static final String LANES = "torture.lanes";

    /**
     * System property: directories to read from the very start, while the engine joins the log, such as {@code both every 50}.
     */
    public static final String READS = "torture.reads";

    /**
     * System property: threads ask for the JVM's error for failed accesses to mapped memory after each call, so that it costs no later
     * line.
     */
    public static final String ASKS = "torture.asks";
    /** The beginning of a line on standard error for each such error. */
    public static final String FAULT = "application met the error: ";

    private static final int FIRST_TWIN = Acknowledgements.PROCESSES / 2;

    private final List<UnaryOperator<String>> engines = new ArrayList<>();
    private final DirectoryReader reader = new DirectoryReader();

    private Producer() {}

    /**
     * Arguments: the producer's number; the file of acknowledgements; threads, 0 to 16; microseconds between two lines of a thread, 0 for
     * none; lines of each thread, 0 for no limit; letters of the longest usual line.
     */
    public static void main(String[] arguments) throws IOException {
        Producer producer = new Producer();
        String reads = System.getProperty(READS);
        if (reads != null) {
            producer.read(reads.split(" ", -1));
        }
        producer.engines.add(new EngineThreads(arguments));
        if (Boolean.getBoolean(TWIN)) {
            // Only the first engine halts or parks at a crash point: it has read the property by now.
            System.clearProperty("tailrace.crashAt");
            String[] others = arguments.clone();
            others[0] = String.valueOf(Integer.parseInt(arguments[0]) + FIRST_TWIN);
            producer.engines.add(EngineThreads.inAnotherClassLoader(others));
        }
        producer.obey();
    }

    private void obey() throws IOException {
        Thread watcher = new Thread(this::sayStopped, "watcher");
        watcher.setDaemon(true);
        say("ready");
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String command = commands.readLine(); command != null; command = commands.readLine()) {
            switch (command) {
                case "go" -> {
                    all(command);
                    watcher.start();
                }
                case "stop", "shutdown" -> all(command);
                case "flush" -> say("flushed " + !all(command).contains("false"));
                case "end" -> System.exit(0);
                default -> {
                    if (!command.startsWith("read ")) {
                        throw new IllegalArgumentException("no such command: " + command);
                    }
                    read(command.substring("read ".length()).split(" ", -1));
                }
            }
        }
        Runtime.getRuntime().halt(3);
    }

    private List<String> all(String command) {
        return engines.stream().map(engine -> engine.apply(command)).toList();
    }

    private void read(String[] words) throws IOException {
        if (words[0].equals("off")) {
            reader.stop();
            return;
        }
        Path logs = Path.of(System.getProperty(LOGS));
        Path lanes = Path.of(System.getProperty(LANES));
        List<Path> folders = switch (words[0]) {
            case "logs" -> List.of(logs);
            case "lanes" -> List.of(lanes);
            case "both" -> List.of(logs, lanes);
            default -> throw new IllegalArgumentException("nothing to read: " + words[0]);
        };
        if (words.length == 3 && words[1].equals("every")) {
            reader.every(Long.parseLong(words[2]), folders);
        } else {
            say("read " + reader.pass(folders));
        }
    }

    private void sayStopped() {
        say("stopped longest "
                + all("join").stream().mapToLong(Long::parseLong).max().orElse(0));
    }

    private static synchronized void say(String text) {
        System.out.println(text);
        System.out.flush();
    }
}
