package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/**
 * Finds HotSpot's dumps in a text: of jstack, of jcmd's {@code Thread.print}, or of the signal that prints one amid an application's
 * own lines; and excerpts of them as people paste them. Not thread-safe.
 */
final class HotSpotText {
    static final String BEGIN = "Full thread dump ";
    /** The number of lines in a row that belong to no dump, after which the dump is over. */
    private static final int PATIENCE = 50;
    /** No terminal is so narrow that a line is broken into more. */
    private static final int MOST_HALVES = 6;

    private final String file;
    private final EvidenceBuilder to;
    private final StackPool pool = new StackPool();
    private LinePrefix prefix = LinePrefix.NONE;
    private @Nullable HotSpotDump dump;
    private @Nullable LocalDateTime lastTime;
    /** The name of a thread whose state may stand on the next line. */
    private String name = "";

    /** The name of a thread of a deadlock's report whose stack may begin on the next line. */
    private String member = "";

    private String half = "";
    private Source halfSource;
    private int halves;

    HotSpotText(String file, EvidenceBuilder to) {
        this.file = file;
        this.to = to;
        this.halfSource = Source.of(file);
    }

    void read(TextLines lines) throws IOException {
        for (String line = lines.next(); line != null; line = lines.next()) {
            Source source = new Source(file, lines.number());
            Excerpt.pieces(line, piece -> joined(piece, source));
        }
        flush();
        finish();
    }

    /** Puts lines together again that the width of a terminal has broken. */
    private void joined(String line, Source source) {
        String begun = half;
        if (begun.isEmpty()) {
            if ((dump != null && Excerpt.isHalf(line)) || Excerpt.isHalfName(line)) {
                half = line;
                halfSource = source;
                halves = 1;
            } else {
                accept(line, source);
            }
            return;
        }
        String whole = Excerpt.join(begun, prefix.without(line));
        if (whole == null) {
            flush();
            joined(line, source);
        } else if (Excerpt.isHalf(whole) && ++halves < MOST_HALVES) {
            half = whole;
        } else {
            half = "";
            accept(whole, halfSource);
        }
    }

    private void flush() {
        if (!half.isEmpty()) {
            String line = half;
            half = "";
            accept(line, halfSource);
        }
    }

    private void accept(String line, Source source) {
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
        String bare = text.strip();
        ThreadDraft header = ThreadHeader.parse(bare, source);
        if (header == null && !name.isEmpty()) {
            header = ThreadHeader.ofState(name, bare, source);
        }
        if (header == null && dump == null) {
            header = behindPrefix(line, source);
            bare = prefix.without(line).strip();
        }
        if (!bare.isEmpty()) {
            name = ThreadHeader.nameBeforeState(bare);
        }
        if (header == null && dump == null && bare.startsWith("at ") && !member.isEmpty()) {
            dump = HotSpotDump.ofDeadlockedStacks(member, source, pool);
        }
        member = HotSpotDump.memberName(bare);
        HotSpotDump current = dump;
        if (current == null && (header != null || (HotSpotDump.isDeadlock(bare) && !bare.startsWith("Found 0")))) {
            current = new HotSpotDump(source, null, "", false, pool);
            dump = current;
        }
        if (current != null) {
            current.accept(header, bare, source);
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

    /** An excerpt of a log has no line that a dump begins with, from which the prefix of all would be known. */
    private @Nullable ThreadDraft behindPrefix(String line, Source source) {
        int at = ThreadHeader.behind(line);
        if (at <= 0) {
            return null;
        }
        prefix = new LinePrefix(line.substring(0, at));
        return ThreadHeader.parse(line.substring(at), source);
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
