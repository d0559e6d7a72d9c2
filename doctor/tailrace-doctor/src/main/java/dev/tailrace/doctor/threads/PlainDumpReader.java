package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The text that JDK 21 and newer write with {@code Thread.dump_to_file} unless JSON is asked for:
 *
 * <pre>
 * 21  #1 "main"                        25  #1 "main" WAITING 2026-11-21T20:03:18.308181318Z
 *           java.base/a.B.c(B.java:1)          at java.base/a.B.c(B.java:1)
 *                                              - locked &lt;java.lang.Object@30a0c6fe&gt;
 * </pre>
 */
final class PlainDumpReader implements EvidenceReader {
    private static final Pattern HEADER = Pattern.compile("#(\\d{1,18}) \"(.*)\"(?: virtual)?(?: ([A-Z_]+) \\S+)?\\s*");
    private static final Pattern SOME_HEADER = Pattern.compile("(?m)^#\\d{1,18} \"");
    private static final int HEAD_LINES = 10;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return SOME_HEADER
                .matcher(new String(head, StandardCharsets.ISO_8859_1))
                .find();
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        StackPool pool = new StackPool();
        List<ThreadDraft> threads = new ArrayList<>();
        LocalDateTime at = null;
        String jvm = "";
        long unread = 0;
        Source firstUnread = null;
        ThreadDraft thread = null;
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                Source source = new Source(input.name(), lines.number());
                ThreadDraft header = header(line, source);
                String text = line.strip();
                if (header != null) {
                    thread = header;
                    threads.add(header);
                } else if (thread == null) {
                    // The process, the time and the version, a line each.
                    if (at == null) {
                        at = DumpTime.iso(text);
                    } else if (lines.number() <= HEAD_LINES && jvm.isEmpty()) {
                        jvm = text;
                    }
                } else if (!text.isEmpty() && !inThread(thread, text, pool)) {
                    unread++;
                    firstUnread = firstUnread == null ? source : firstUnread;
                }
            }
        }
        if (threads.isEmpty()) {
            return;
        }
        ThreadDraft.nameOwners(threads);
        List<ThreadInfo> finished =
                threads.stream().map(each -> each.finish(pool)).toList();
        to.add(new ThreadSample(Source.of(input.name()), at, jvm, finished, List.of()));
        if (firstUnread != null) {
            to.add(new ParseProblem(firstUnread, unread, "They stand amid a thread dump and are no part of one."));
        }
    }

    private static @Nullable ThreadDraft header(String line, Source source) {
        Matcher matcher = HEADER.matcher(line);
        if (!line.startsWith("#") || !matcher.matches()) {
            return null;
        }
        ThreadDraft thread = new ThreadDraft(matcher.group(2), source);
        thread.id = "#" + matcher.group(1);
        String state = matcher.group(3);
        if (state != null) {
            thread.state = ThreadDraft.state(state);
        }
        return thread;
    }

    private static boolean inThread(ThreadDraft thread, String text, StackPool pool) {
        if (LockText.isOne(text)) {
            Lock lock = LockText.parse(text, thread.depth());
            if (lock != null) {
                thread.locks.add(lock);
            }
            return true;
        }
        return thread.add(pool.frame(text.startsWith("at ") ? text.substring(3) : text, FrameText::parse));
    }
}
