package dev.tailrace.doctor.corpus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.ErrorManager;
import java.util.logging.FileHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/**
 * {@code java.util.logging} as an application server once set it up: a handler on the root logger writes to one activity log for
 * all servers of a node, under a lock between processes, and the application logs through the root logger at INFO. A second
 * server holds the lock most of the time. Healthy: a named logger with a file of its own, and less to say.
 */
final class JulSharedLock {
    private JulSharedLock() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("--neighbour")) {
            writeAsNeighbour(Path.of(arguments[1]), Long.parseLong(arguments[2]));
            return;
        }
        Stage stage = Stage.of(arguments);
        Logger root = Logger.getLogger("");
        for (Handler handler : root.getHandlers()) {
            root.removeHandler(handler);
        }
        Logger log;
        if (stage.sick()) {
            Path activity = stage.folder().resolve(stage.pick("activity.log", "node.log"));
            Neighbour.start(
                    JulSharedLock.class, "--neighbour", activity.toString(), Integer.toString(stage.between(40, 120)));
            root.addHandler(new ActivityLogHandler(activity));
            root.setLevel(Level.INFO);
            log = root;
        } else {
            FileHandler own = new FileHandler(stage.folder() + "/server1.log", false);
            own.setFormatter(new SimpleFormatter());
            log = Logger.getLogger("bank.procedures");
            log.addHandler(own);
            log.setUseParentHandlers(false);
        }
        int count = stage.between(15, 50);
        Callers callers = Callers.start(
                count,
                stage.pick("WebContainer : ", "Default Executor-thread-", "ejb-pool-"),
                stage.sick() ? 500 : 100,
                (caller, turn) -> printParameters(log, caller, turn));
        if (stage.sick()) {
            stage.playOnceTrue(() -> callers.within("JulSharedLock", "printParameters", 0.8));
        } else {
            stage.playOnceTrue(() -> callers.turns() > 100);
        }
    }

    private static void printParameters(Logger log, int caller, long turn) {
        log.info("procedure BOOK_TRANSFER parameter 1=" + caller + " parameter 2=" + turn);
    }

    private static void writeAsNeighbour(Path activity, long holdMillis) throws IOException {
        System.out.println("writing");
        Thread writer = new Thread(
                () -> {
                    try {
                        for (long entry = 0; ; entry++) {
                            ActivityLogHandler.append(activity, "server2 entry " + entry + "\n", holdMillis);
                            LockSupport.parkNanos(2_000_000);
                        }
                    } catch (IOException over) {
                        // The folder is gone: so is the program.
                    }
                },
                "server2");
        writer.setDaemon(true);
        writer.start();
        Neighbour.stayWhileNeeded();
    }

    /** Writes each record to a file that several servers share, under a lock that they share too. */
    static final class ActivityLogHandler extends Handler {
        private final Path file;
        private final Formatter formatter = new SimpleFormatter();

        ActivityLogHandler(Path file) {
            this.file = file;
        }

        @Override
        public synchronized void publish(LogRecord record) {
            try {
                append(file, formatter.format(record), 0);
            } catch (IOException e) {
                reportError("activity log", e, ErrorManager.WRITE_FAILURE);
            }
        }

        static void append(Path file, String text, long holdMillis) throws IOException {
            Path lockFile = file.resolveSibling(file.getFileName() + ".lck");
            try (FileChannel lockChannel =
                            FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock lock = lockChannel.lock();
                    FileChannel log = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
                log.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
                if (holdMillis > 0 && lock.isValid()) {
                    LockSupport.parkNanos(holdMillis * 1_000_000);
                }
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
