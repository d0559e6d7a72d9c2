package dev.tailrace.doctor.threads;

import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Takes away what a text has got on its way from a terminal to a page: quotation marks of mails and Markdown, fences of code, HTML, and
 * the breaks of a narrow terminal. Stateless.
 */
final class Excerpt {
    private static final int MOST_PIECES = 5_000;
    private static final int LONGEST = 4_000;
    private static final int NARROWEST = 60;

    /** The mark before a piece of text that is shown as it is, in Markdown, Jira or HTML. */
    private static final Pattern FENCE =
            Pattern.compile("(?:```+|~~~+|\\{(?:code|noformat)[^}]{0,80}\\}|(?:<(?:pre|code)>)+)");

    private static final Pattern BREAK = Pattern.compile("<(?:br|BR)[^<>]*>");

    /** The signs that mails and Markdown put before lines that they quote. */
    private static final Pattern QUOTES = Pattern.compile("^[> \\t]*>[ \\t]*");

    private static final String[] ENTITIES = {
        "&lt;", "<", "&gt;", ">", "&quot;", "\"", "&#39;", "'", "&#34;", "\"", "&nbsp;", " ", "&#160;", " ", "&amp;",
        "&"
    };

    private Excerpt() {}

    /** Gives on the lines that a line stands for: itself, without what it has got; or several, where HTML breaks it. */
    static void pieces(String line, Consumer<String> to) {
        if (line.indexOf("<br") < 0 && line.indexOf("<BR") < 0) {
            to.accept(bare(line));
            return;
        }
        String[] pieces = BREAK.split(line, MOST_PIECES);
        for (int i = 0; i < pieces.length; i++) {
            if (i < pieces.length - 1 || !pieces[i].isBlank()) {
                to.accept(bare(pieces[i]));
            }
        }
    }

    private static String bare(String line) {
        String text = line.indexOf('&') < 0 ? line : decoded(line);
        text = text.indexOf('>') < 0 ? text : QUOTES.matcher(text).replaceFirst("");
        String inner = text.strip();
        Matcher fence = inner.isEmpty() || "`~{<".indexOf(inner.charAt(0)) < 0 ? null : FENCE.matcher(inner);
        if (fence != null && fence.lookingAt()) {
            // A language's name, or what the fence is around.
            text = inner.substring(fence.end());
            text = text.indexOf(' ') < 0 ? "" : text;
            inner = text.strip();
        }
        if (inner.endsWith("```")) {
            return inner.substring(0, inner.length() - 3);
        }
        if (inner.startsWith("* ") && isLockWord(inner.substring(2))) {
            return "- " + inner.substring(2);
        }
        if (inner.startsWith("**\"") && inner.endsWith("**")) {
            return inner.substring(2, inner.length() - 2);
        }
        return text;
    }

    private static boolean isLockWord(String text) {
        return text.startsWith("waiting ") || text.startsWith("locked ") || text.startsWith("parking ");
    }

    private static String decoded(String line) {
        String text = line;
        for (int i = 0; i < ENTITIES.length; i += 2) {
            text = text.replace(ENTITIES[i], ENTITIES[i + 1]);
        }
        return text;
    }

    /** Whether a line begins a call or describes a lock, and does not end. */
    static boolean isHalf(String line) {
        String text = line.strip();
        if (text.length() > LONGEST) {
            return false;
        }
        if (text.startsWith("at ")) {
            return text.indexOf(' ', 3) < 0 && text.indexOf('.') > 0 && text.indexOf(')') < 0;
        }
        boolean lock = text.startsWith("- ") && isLockWord(text.substring(2).stripLeading());
        return lock
                && (text.endsWith(".")
                        || text.endsWith("(a")
                        || text.lastIndexOf('(') > text.lastIndexOf(')')
                        || text.lastIndexOf('<') > text.lastIndexOf('>'));
    }

    /** Whether a thread's name begins on a line and does not end there. */
    static boolean isHalfName(String line) {
        return line.length() >= NARROWEST
                && line.length() < LONGEST
                && line.charAt(0) == '"'
                && line.indexOf('"', 1) < 0;
    }

    /** Joins a wrapped line with its continuation; null when {@code line} starts a new entry. */
    static @Nullable String join(String half, String line) {
        String rest = line.strip();
        boolean own = rest.isEmpty() || rest.startsWith("at ") || rest.startsWith("- ") || rest.startsWith("\"");
        if (own || half.length() + rest.length() > LONGEST) {
            return null;
        }
        return half.stripTrailing() + (half.endsWith("(a") ? " " : "") + rest;
    }
}
