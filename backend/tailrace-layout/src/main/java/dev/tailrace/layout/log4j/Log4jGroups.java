package dev.tailrace.layout.log4j;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.LevelStep;
import dev.tailrace.layout.event.Step;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps of Log4j 2's words that contain a nested pattern. */
final class Log4jGroups {
    private static final Set<String> ONE_OPTION =
            Set.of(("notEmpty varsNotEmpty variablesNotEmpty enc encode highlight clr color esb "
                            + "minecraftFormatting stripAnsi highlightError highlightForge "
                            + "highlightGameProvider selectByLevel selectByLogger selectByMarker style")
                    .split(" ", -1));
    private static final Set<String> TWO_OPTIONS = Set.of("maxLen", "maxLength", "repeat");
    private static final Set<String> THREE_OPTIONS = Set.of("replace", "equals", "equalsIgnoreCase");

    /** Texts cut to more than this many characters get an ellipsis. */
    private static final int SHORT = 20;

    private Log4jGroups() {}

    static boolean isKnown(String word) {
        return leastOptions(word) > 0;
    }

    /** How many options a word needs; 0: it isn't a group. */
    static int leastOptions(String word) {
        return ONE_OPTION.contains(word) || Log4jStyles.isColour(word)
                ? 1
                : TWO_OPTIONS.contains(word) ? 2 : THREE_OPTIONS.contains(word) ? 3 : 0;
    }

    /** Several steps as one. The loop uses an index, because an iterator would be garbage. */
    private static final class Sequence {
        private final Step[] steps;

        Sequence(List<Step> steps) {
            this.steps = steps.toArray(new Step[0]);
        }

        void write(Event event, TextBuffer out) {
            for (Step step : steps) {
                step.write(event, out);
            }
        }
    }

    private static String text(TextBuffer out, int start) {
        return new String(out.array(), start, out.length() - start, StandardCharsets.UTF_8);
    }

    /** Adds colours, unless the text is empty. */
    static final class Styled implements Step {
        private static final byte[] RESET = {0x1b, '[', 'm'};
        private final Sequence inside;
        private final byte[][] starts;
        private final byte[] end;

        /** @param starts by level */
        Styled(List<Step> inside, byte[][] starts) {
            this.inside = new Sequence(inside);
            this.starts = starts;
            this.end = RESET;
        }

        /** With another end sequence. */
        Styled(List<Step> inside, String[] starts, String end) {
            this.inside = new Sequence(inside);
            this.starts = LevelStep.texts(starts[0], starts[1], starts[2], starts[3], starts[4]);
            this.end = end.getBytes(StandardCharsets.US_ASCII);
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int before = out.length();
            out.append(starts[Math.max(0, Math.min(event.level() / 10, starts.length - 1))]);
            int begin = out.length();
            inside.write(event, out);
            if (out.length() == begin) {
                out.truncate(before);
            } else {
                out.append(end);
            }
        }
    }

    /** Limits the text to a number of characters. */
    static final class Shortened implements Step {
        private final Sequence inside;
        private final int maximum;

        Shortened(List<Step> inside, int maximum) {
            this.inside = new Sequence(inside);
            this.maximum = maximum;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int start = out.length();
            inside.write(event, out);
            if (out.charactersFrom(start) > maximum) {
                out.keepFirst(start, Math.max(0, maximum));
                if (maximum > SHORT) {
                    out.append("...");
                }
            }
        }
    }

    /** One word or text of a pattern; {@code empty} is its text without a value. */
    static final class Piece {
        private final Sequence steps;
        private final boolean variable;
        private final String empty;

        Piece(List<Step> steps, boolean variable, String empty) {
            this.steps = new Sequence(steps);
            this.variable = variable;
            this.empty = empty;
        }
    }

    /** Writes nothing if all variables inside are empty. */
    static final class NotEmpty implements Step {
        private final Piece[] pieces;

        NotEmpty(List<Piece> pieces) {
            this.pieces = pieces.toArray(new Piece[0]);
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int before = out.length();
            boolean any = false;
            for (Piece piece : pieces) {
                int start = out.length();
                piece.steps.write(event, out);
                any |= piece.variable && !isEmpty(piece, out, start);
            }
            if (!any) {
                out.truncate(before);
            }
        }

        private static boolean isEmpty(Piece piece, TextBuffer out, int start) {
            int length = out.length() - start;
            return length == 0
                    || (length == piece.empty.length() && text(out, start).equals(piece.empty));
        }
    }

    /** Replaces a text that equals a given one. */
    static final class Equals implements Step {
        private final Sequence inside;
        private final String test;
        private final boolean ignoreCase;
        private final Sequence otherwise;

        Equals(List<Step> inside, String test, boolean ignoreCase, List<Step> otherwise) {
            this.inside = new Sequence(inside);
            this.test = test;
            this.ignoreCase = ignoreCase;
            this.otherwise = new Sequence(otherwise);
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int start = out.length();
            inside.write(event, out);
            String text = text(out, start);
            if (ignoreCase ? text.equalsIgnoreCase(test) : text.equals(test)) {
                out.truncate(start);
                otherwise.write(event, out);
            }
        }
    }

    /** Escapes the characters that are special in another language. It allocates. */
    static final class Encoded implements Step {
        private final Sequence inside;
        private final Escapes escapes;

        Encoded(List<Step> inside, Escapes escapes) {
            this.inside = new Sequence(inside);
            this.escapes = escapes;
        }

        @Override
        public void write(Event event, TextBuffer out) {
            int start = out.length();
            inside.write(event, out);
            String text = text(out, start);
            String escaped = escapes.apply(text);
            if (!escaped.equals(text)) {
                out.truncate(start);
                out.append(escaped);
            }
        }
    }

    /** The languages that {@code %enc} knows. */
    enum Escapes {
        HTML,
        XML,
        JSON,
        CRLF;

        static @Nullable Escapes of(String name) {
            for (Escapes escapes : values()) {
                if (escapes.name().equals(name.toUpperCase(Locale.ROOT))) {
                    return escapes;
                }
            }
            return null;
        }

        String apply(String text) {
            StringBuilder escaped = new StringBuilder(text.length() + 16);
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                String replacement = this == JSON ? json(c) : markup(c);
                if (replacement == null) {
                    escaped.append(c);
                } else {
                    escaped.append(replacement);
                }
            }
            return escaped.toString();
        }

        private @Nullable String markup(char c) {
            if (c == '\n' || c == '\r') {
                return this == XML ? null : c == '\n' ? "\\n" : "\\r";
            }
            if (this == CRLF) {
                return null;
            }
            return switch (c) {
                case '&' -> "&amp;";
                case '<' -> "&lt;";
                case '>' -> "&gt;";
                case '"' -> "&quot;";
                case '\'' -> "&apos;";
                case '/' -> this == HTML ? "&#x2F;" : null;
                default -> null;
            };
        }

        private static @Nullable String json(char c) {
            return switch (c) {
                case '"' -> "\\\"";
                case '\\' -> "\\\\";
                case '\n' -> "\\n";
                case '\r' -> "\\r";
                case '\t' -> "\\t";
                case '\b' -> "\\b";
                case '\f' -> "\\f";
                default -> c < ' ' ? String.format(Locale.ROOT, "\\u%04X", (int) c) : null;
            };
        }
    }
}
