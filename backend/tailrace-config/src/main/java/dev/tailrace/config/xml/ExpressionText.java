package dev.tailrace.config.xml;

/** The text of an expression in a configuration, read word by word. Not thread-safe. */
public final class ExpressionText {
    private static final int DEEPEST = 100;
    private static final int LONGEST = 10_000;

    /** Says what can't be evaluated, and why. */
    public static final class ProblemException extends Exception {
        private static final long serialVersionUID = 1L;

        ProblemException(String problem) {
            super(problem);
        }
    }

    private final String text;
    private int at;
    private int depth;

    public ExpressionText(String text) throws ProblemException {
        if (text.length() > LONGEST) {
            throw new ProblemException("it is longer than " + LONGEST + " characters");
        }
        this.text = text;
    }

    /** Whether nothing is left but a semicolon, with which scripts may end. */
    public boolean isAtEnd() {
        blanks();
        return at == text.length() || text.substring(at).strip().equals(";");
    }

    /** Begins something inside something else; as often as this is called {@link #leave} has to be. */
    public void enter() throws ProblemException {
        if (++depth > DEEPEST) {
            throw problem("it is nested deeper than " + DEEPEST + " levels");
        }
    }

    public void leave() {
        depth--;
    }

    /** The next character that isn't blank; NUL at the end. */
    public char peek() {
        blanks();
        return at < text.length() ? text.charAt(at) : '\0';
    }

    public boolean isNext(String token) {
        blanks();
        return text.startsWith(token, at);
    }

    /** Goes over a token, if it is the next one. */
    public boolean take(String token) {
        if (!isNext(token)) {
            return false;
        }
        at += token.length();
        return true;
    }

    public void expect(String token) throws ProblemException {
        if (!take(token)) {
            throw problem(token + " was expected");
        }
    }

    /** A name; {@code expected}: what there should be, if there is none. */
    public String word(String expected) throws ProblemException {
        blanks();
        int begin = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        if (begin == at) {
            throw problem(expected + " was expected");
        }
        return text.substring(begin, at);
    }

    /** All up to the first of these characters, without the blanks around it; {@code expected}: what there should be. */
    public String until(String characters, String expected) throws ProblemException {
        int begin = at;
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String found = text.substring(begin, at).strip();
        if (found.isEmpty()) {
            throw problem(expected + " was expected");
        }
        return found;
    }

    /** A string in double quotes, of which the first is next. */
    public String string() throws ProblemException {
        blanks();
        StringBuilder string = new StringBuilder();
        for (at++; at < text.length() && text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c == '\\') {
                at++;
                char escaped = at < text.length() ? text.charAt(at) : ' ';
                switch (escaped) {
                    case '"', '\\', '\'' -> string.append(escaped);
                    case 'n' -> string.append('\n');
                    case 't' -> string.append('\t');
                    default -> throw problem("\\" + escaped + " is no escape");
                }
            } else {
                string.append(c);
            }
        }
        if (at >= text.length()) {
            throw problem("a string is not closed");
        }
        at++;
        return string.toString();
    }

    public ProblemException problem(String problem) {
        return new ProblemException(problem + " (at character " + (Math.min(at, text.length()) + 1) + ")");
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
