package dev.tailrace.probe;

import dev.tailrace.probe.archive.LogFlowReader;
import dev.tailrace.probe.archive.LoggerName;
import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.jvm.LiveException;
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
public final class LogWatch {
    static final String ENTRY = "logs.txt";

    private static final Pattern LOG = Pattern.compile(".*\\.(?:log|txt|json|jsonl|out)");
    private static final int MOST_FILES = 8;
    private static final int MOST_LOGGERS = 1_000;
    static final int MOST_AT_ONCE = 4 << 20;
    private static final double INTERVAL_SECONDS = 1;

    private final Path root;
    private final List<Watched> watched = new ArrayList<>();
    private double due;

    /** A watch for a process that sees this folder as its root. */
    LogWatch(Path root) {
        this.root = root;
    }

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

    void keep(Session session) throws LiveException {
        String text = text();
        if (!text.isEmpty()) {
            session.put(ENTRY, "log files", text);
        }
    }

    /** The text for {@link LogFlowReader} until now; empty when nothing came. */
    String text() {
        StringBuilder text = new StringBuilder();
        for (Watched each : watched) {
            each.look();
            if (each.bytes > 0) {
                text.append(each.text());
            }
        }
        return text.length() == 0 ? "" : LogFlowReader.TITLE + "\n" + text;
    }

    private static final class Watched {
        private final String name;
        private final Path file;
        private final long beganNanos = System.nanoTime();
        private final Map<String, Long> loggers = new HashMap<>();
        private long lookedNanos = beganNanos;
        private long position;
        /** Behind the last line that was counted. */
        private long counted;

        private long bytes;
        private long readBytes;
        private long readLines;

        Watched(String name, Path file) {
            this.name = name;
            this.file = file;
            position = size();
            counted = position;
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
            if (size < position) {
                // It was rolled; what came between the last look and the roll is in another file.
                position = 0;
                counted = 0;
            }
            bytes += size - position;
            position = size;
            counted = Math.max(counted, size - MOST_AT_ONCE);
            if (size > counted) {
                read();
            }
            lookedNanos = System.nanoTime();
        }

        /** Reads the byte before, too: unless a line ended there, what follows is the rest of one, whose logger may be cut. */
        private void read() {
            long from = Math.max(0, counted - 1);
            try (SeekableByteChannel channel = Files.newByteChannel(file, LinkOption.NOFOLLOW_LINKS)) {
                channel.position(from);
                ByteBuffer buffer = ByteBuffer.allocate((int) (position - from));
                while (buffer.hasRemaining() && channel.read(buffer) > 0) {
                    // Until it is full, or the file has become shorter.
                }
                count(buffer.array(), buffer.position(), from);
            } catch (IOException e) {
                // Rolled away just now, or not for us to read: its size is known all the same.
            }
        }

        private void count(byte[] text, int length, long at) {
            int begin = at == 0 ? 0 : next(text, 0, length);
            for (int end = next(text, begin, length); end > begin; end = next(text, begin, length)) {
                readLines++;
                readBytes += end - begin;
                String logger = LoggerName.in(
                        new String(text, begin, Math.min(end - 1 - begin, 4_000), StandardCharsets.UTF_8));
                if (!logger.isEmpty() && (loggers.size() < MOST_LOGGERS || loggers.containsKey(logger))) {
                    loggers.merge(logger, 1L, Long::sum);
                }
                begin = end;
            }
            counted = at + begin;
        }

        /** Where the line after the one at {@code begin} begins; {@code begin} itself when that one has no end. */
        private static int next(byte[] text, int begin, int length) {
            for (int i = begin; i < length; i++) {
                if (text[i] == '\n') {
                    return i + 1;
                }
            }
            return begin;
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
