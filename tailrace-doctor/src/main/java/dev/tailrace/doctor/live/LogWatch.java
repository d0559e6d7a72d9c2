package dev.tailrace.doctor.live;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Follows the process's log files while doctor looks: how much comes, and which loggers it is from. Reads from the disk, a part of what is new
 * each second, so that the process does not notice; keeps counts and the names of loggers, and nothing else of any line. Not thread-safe.
 */
final class LogWatch {
    static final String ENTRY = "logs.txt";

    private static final Pattern LOG = Pattern.compile(".*\\.(?:log|txt|json|jsonl|out)");
    private static final int MOST_FILES = 8;
    private static final int MOST_LOGGERS = 1_000;
    private static final int MOST_AT_ONCE = 4 << 20;
    private static final double INTERVAL_SECONDS = 1;

    private final Path root;
    private final List<Watched> watched = new ArrayList<>();
    private double due;

    /** Of a process that sees this folder as its root. */
    LogWatch(Path root) {
        this.root = root;
    }

    /** From now on. */
    void watch(List<OpenFile> files) {
        for (OpenFile each : files) {
            boolean log = LOG.matcher(each.path()).matches() && !each.path().contains("gc");
            if (log && watched.size() < MOST_FILES) {
                watched.add(new Watched(each.path(), root.resolve(each.path().replaceFirst("^/+", ""))));
            }
        }
    }

    /** Looks, if it is time to. */
    void look(double now) {
        if (now >= due) {
            watched.forEach(Watched::look);
            due = now + INTERVAL_SECONDS;
        }
    }

    /** Puts away what was seen. */
    void keep(Session session) throws LiveException {
        StringBuilder text = new StringBuilder();
        for (Watched each : watched) {
            each.look();
            if (each.bytes > 0) {
                text.append(each.text());
            }
        }
        if (text.length() > 0) {
            session.put(ENTRY, "log files", LogFlowReader.TITLE + "\n" + text);
        }
    }

    private static final class Watched {
        private final String name;
        private final Path file;
        private final long beganNanos = System.nanoTime();
        private final Map<String, Long> loggers = new HashMap<>();
        private long lookedNanos = beganNanos;
        private long position;
        private long bytes;
        private long readBytes;
        private long readLines;

        Watched(String name, Path file) {
            this.name = name;
            this.file = file;
            position = size();
        }

        /** 0 when it is not there. */
        private long size() {
            try {
                return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) ? Files.size(file) : 0;
            } catch (IOException e) {
                return 0;
            }
        }

        void look() {
            long size = size();
            // It is smaller after a roll; what came between the last look and the roll is in another file.
            long from = size >= position ? position : 0;
            bytes += size - from;
            if (size > from) {
                read(Math.max(from, size - MOST_AT_ONCE), size);
            }
            position = size;
            lookedNanos = System.nanoTime();
        }

        private void read(long from, long to) {
            try (SeekableByteChannel channel = Files.newByteChannel(file, LinkOption.NOFOLLOW_LINKS)) {
                channel.position(from);
                ByteBuffer buffer = ByteBuffer.allocate((int) (to - from));
                while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                    // Until it is full, or the file has become shorter.
                }
                count(buffer.array(), buffer.position());
            } catch (IOException e) {
                // Rolled away just now, or not for us to read: its size is told all the same.
            }
        }

        private void count(byte[] text, int length) {
            readBytes += length;
            int begin = 0;
            for (int i = 0; i < length; i++) {
                if (text[i] == '\n') {
                    readLines++;
                    String logger =
                            LoggerName.in(new String(text, begin, Math.min(i - begin, 4_000), StandardCharsets.UTF_8));
                    if (!logger.isEmpty() && (loggers.size() < MOST_LOGGERS || loggers.containsKey(logger))) {
                        loggers.merge(logger, 1L, Long::sum);
                    }
                    begin = i + 1;
                }
            }
        }

        String text() {
            StringBuilder text = new StringBuilder(String.format(
                    Locale.ROOT,
                    "file %.3f %d %d %d %s\n",
                    (lookedNanos - beganNanos) / 1e9,
                    bytes,
                    readBytes,
                    readLines,
                    name));
            loggers.forEach(
                    (logger, lines) -> text.append(String.format(Locale.ROOT, "logger %d %s\n", lines, logger)));
            return text.toString();
        }
    }
}
