package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls that return without a line, because their thread's stack is full, are counted and reported. */
class FullStackTest {
    private static final Pattern REPORT = Pattern.compile("(\\d+) events so far could not be logged");

    @TempDir
    Path folder;

    private record Result(Set<String> missing, int reported, List<String> errors) {}

    private Result run(int threads, int rounds) throws Exception {
        ChildJvm.Output output =
                new ChildJvm(folder, "%msg%n").run(Scenario.class, String.valueOf(threads), String.valueOf(rounds));
        Set<String> missing = new HashSet<>(Files.readAllLines(folder.resolve("returned")));
        missing.removeAll(new HashSet<>(output.log()));
        int reported = 0;
        for (String line : output.err()) {
            Matcher report = REPORT.matcher(line);
            reported = report.find() ? Integer.parseInt(report.group(1)) : reported;
        }
        return new Result(missing, reported, output.err());
    }

    @Test
    void calls_ofOneThreadWithoutStack_areReportedExactly() throws Exception {
        Result result = run(1, 60);
        assertThat(result.missing()).isNotEmpty();
        assertThat(result.reported()).isEqualTo(result.missing().size());
        assertThat(result.errors()).anyMatch(line -> line.contains("TR4003"));
    }

    @Test
    void calls_ofFourThreadsWithoutStack_areReportedWithinOnePercent() throws Exception {
        Result result = run(4, 40);
        assertThat(result.missing()).isNotEmpty();
        assertThat(result.reported()).isCloseTo(result.missing().size(), Percentage.withPercentage(1));
    }

    static final class Scenario {
        private static final Logger LOG = LoggerFactory.getLogger("deep");

        /** A thread's calls by number, and which of them returned. */
        private static final class Calls implements Runnable {
            private final int thread;
            private final int rounds;
            private final boolean[] returned = new boolean[1_000_000];
            private int next;

            Calls(int thread, int rounds) {
                this.thread = thread;
                this.rounds = rounds;
            }

            @SuppressWarnings("InfiniteRecursion") // it is to end with the stack
            private void deeper() {
                int call = next++;
                LOG.info("{} {}", thread, call);
                returned[call] = true;
                deeper();
            }

            private void untilTheEnd() {
                try {
                    deeper();
                } catch (StackOverflowError expected) {
                    LOG.info("after");
                }
            }

            @Override
            public void run() {
                for (int round = 0; round < rounds; round++) {
                    // Other sizes of the stack let it end in other places of the call.
                    Thread deep = new Thread(null, this::untilTheEnd, "deep", 200_000 + round * 1_024L);
                    deep.start();
                    try {
                        deep.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        }

        public static void main(String[] args) throws Exception {
            int threads = Integer.parseInt(args[0]);
            Calls[] calls = new Calls[threads];
            Thread[] running = new Thread[threads];
            for (int i = 0; i < threads; i++) {
                calls[i] = new Calls(i, Integer.parseInt(args[1]));
                running[i] = new Thread(calls[i]);
                running[i].start();
            }
            for (Thread each : running) {
                each.join();
            }
            try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of("returned")))) {
                for (Calls each : calls) {
                    for (int call = 0; call < each.next; call++) {
                        if (each.returned[call]) {
                            out.println(each.thread + " " + call);
                        }
                    }
                }
            }
        }
    }
}
