package dev.tailrace.doctor.corpus;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;

/**
 * Everybody prints to {@code System.out}, which ends in a terminal server that takes a line every few milliseconds: the threads queue for
 * its lock. Healthy: they hardly print, and it takes the lines at once.
 */
final class StandardOutput {
    private StandardOutput() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        OutputStream file = new FileOutputStream(stage.folder() + "/console.log");
        long lineMicros = stage.sick() ? stage.between(2_000, 6_000) : 10;
        PrintStream slow = new PrintStream(new SlowOutput(file, lineMicros), true, StandardCharsets.UTF_8);
        System.setOut(slow);
        int count = stage.between(15, 45);
        Callers callers = Callers.start(
                count,
                stage.pick("batch-", "worker-thread-"),
                stage.sick() ? 1_000 : 50,
                (caller, turn) -> System.out.println("worker " + caller + " finished item " + turn));
        stage.playOnceTrue(() -> stage.sick() ? callers.within("PrintStream", "println", 0.8) : callers.turns() > 100);
    }

    private static final class SlowOutput extends OutputStream {
        private final OutputStream target;
        private final long micros;

        SlowOutput(OutputStream target, long micros) {
            this.target = target;
            this.micros = micros;
        }

        @Override
        public void write(int one) throws IOException {
            target.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            target.write(bytes, from, length);
            LockSupport.parkNanos(micros * 1_000);
        }
    }
}
