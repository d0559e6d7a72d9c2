package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Gathering;
import dev.tailrace.probe.evidence.Lines;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Finds HotSpot's dumps in a text: of jstack, of jcmd's {@code Thread.print}, or of the signal that prints one amid an application's
 * own lines. Not thread-safe.
 */
final class HotSpotText {
    static final String BEGIN = "Full thread dump ";
    /** So many lines in a row that belong to no dump, and the dump is over. */
    private static final int PATIENCE = 50;

    private final String file;
    private final Gathering to;
    private final StackPool pool = new StackPool();
    private LinePrefix prefix = LinePrefix.NONE;
    private @Nullable HotSpotDump dump;
    private @Nullable LocalDateTime lastTime;

    HotSpotText(String file, Gathering to) {
        this.file = file;
        this.to = to;
    }

    void read(Lines lines) throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            accept(line, lines.number());
        }
        finish();
    }

    private void accept(String line, int number) {
        Source source = new Source(file, number);
        int begin = line.indexOf(BEGIN);
        if (begin >= 0) {
            finish();
            prefix = begin == 0 ? LinePrefix.NONE : new LinePrefix(line.substring(0, begin));
            String jvm = line.substring(begin + BEGIN.length()).strip();
            dump = new HotSpotDump(
                    source, lastTime, jvm.endsWith(":") ? jvm.substring(0, jvm.length() - 1) : jvm, true, pool);
            lastTime = null;
            return;
        }
        String text = prefix.without(line);
        HotSpotDump current = dump;
        if (current == null && ThreadHeader.parse(text, source) != null) {
            current = new HotSpotDump(source, null, "", false, pool);
            dump = current;
        }
        if (current != null) {
            current.accept(text, source);
            if (current.isOver(PATIENCE)) {
                finish();
            }
        }
        // A dump's time stands on the line before it, where the prefix is not known yet.
        LocalDateTime time = DumpTime.line(text.length() > 19 ? text.substring(text.length() - 19) : text);
        if (time != null) {
            lastTime = time;
        } else if (!text.isBlank() && !text.endsWith(":")) {
            lastTime = null;
        }
    }

    private void finish() {
        HotSpotDump finished = dump;
        if (finished != null) {
            finished.finish(to);
            dump = null;
            prefix = LinePrefix.NONE;
        }
    }
}
