package dev.tailrace.layout.event;

import dev.tailrace.bytes.ControlCharacters;
import dev.tailrace.bytes.TextBuffer;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Writes the logger's abbreviated name with the text around it; each name is encoded once. */
public final class LoggerStep implements Step {
    /** Names with larger ids are not cached. */
    private static final int MAXIMUM_KEPT = 1 << 16;

    private final LiteralStep prefix;
    private final LiteralStep suffix;
    private final UnaryOperator<String> shortening;
    private final ControlCharacters controls;
    /**
     * Indexed by logger id. A plain read may see an old table or an empty place; the name is then encoded again. A record's fields are
     * final, so each thread sees a complete object.
     */
    private Kept[] table = new Kept[64];

    private record Kept(String name, LiteralStep text) {}

    /** {@code length} as in {@link Abbreviation}. */
    public LoggerStep(int length) {
        this(name -> Abbreviation.abbreviate(name, length));
    }

    public LoggerStep(UnaryOperator<String> shortening) {
        this(shortening, ControlCharacters.ESCAPED);
    }

    public LoggerStep(UnaryOperator<String> shortening, ControlCharacters controls) {
        this(new LiteralStep(""), shortening, new LiteralStep(""), controls);
    }

    private LoggerStep(
            LiteralStep prefix, UnaryOperator<String> shortening, LiteralStep suffix, ControlCharacters controls) {
        this.controls = controls;
        this.prefix = prefix;
        this.shortening = shortening;
        this.suffix = suffix;
    }

    public LoggerStep after(LiteralStep text) {
        return new LoggerStep(concatenated(text, prefix), shortening, suffix, controls);
    }

    public LoggerStep before(LiteralStep text) {
        return new LoggerStep(prefix, shortening, concatenated(suffix, text), controls);
    }

    private static LiteralStep concatenated(LiteralStep first, LiteralStep second) {
        byte[] both = Arrays.copyOf(first.text(), first.text().length + second.text().length);
        System.arraycopy(second.text(), 0, both, first.text().length, second.text().length);
        return new LiteralStep(both);
    }

    @Override
    public boolean isSteady() {
        return true;
    }

    @Override
    public void write(Event event, TextBuffer out) {
        Kept[] kept = table;
        int id = event.loggerId();
        if (id >= 0 && id < kept.length) {
            Kept entry = kept[id];
            if (entry != null && entry.name.equals(event.loggerName())) {
                entry.text.write(event, out);
                return;
            }
        }
        writeAndKeep(event, out);
    }

    private void writeAndKeep(Event event, TextBuffer out) {
        TextBuffer buffer = new TextBuffer(128, Integer.MAX_VALUE - 8);
        prefix.write(event, buffer);
        buffer.append(shortening.apply(event.loggerName()), controls);
        suffix.write(event, buffer);
        LiteralStep text = new LiteralStep(Arrays.copyOf(buffer.array(), buffer.length()));
        text.write(event, out);
        int id = event.loggerId();
        if (id >= 0 && id < MAXIMUM_KEPT) {
            Kept[] kept = table;
            if (id >= kept.length) {
                kept = Arrays.copyOf(kept, Math.max(id + 1, kept.length * 2));
            }
            kept[id] = new Kept(event.loggerName(), text);
            table = kept;
        }
    }
}
