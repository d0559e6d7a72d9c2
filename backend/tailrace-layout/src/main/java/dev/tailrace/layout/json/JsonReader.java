package dev.tailrace.layout.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON of a template: an object becomes a {@link Map} in the order of the text, an array a {@link List}, a string a
 * {@link String}, everything else a {@link JsonLiteral}. The last of several members with the same name counts. Not thread-safe.
 */
final class JsonReader {
    /**
     * Together with an event's own nesting, a tree of markers or throwables of depth twenty, this stays below the depth at which a
     * truncated line can still be closed.
     */
    private static final int DEEPEST = 16;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    static Object read(String text) throws JsonSyntaxProblem {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.problem("there is more after its end");
        }
        return value;
    }

    private JsonSyntaxProblem problem(String message) {
        return new JsonSyntaxProblem(Math.min(at, text.length()), message);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private char next() throws JsonSyntaxProblem {
        skipBlanks();
        if (at == text.length()) {
            throw problem("it ends too early");
        }
        return text.charAt(at);
    }

    private void expect(char c) throws JsonSyntaxProblem {
        if (next() != c) {
            throw problem("'" + c + "' is expected here");
        }
        at++;
    }

    private Object value(int depth) throws JsonSyntaxProblem {
        if (depth > DEEPEST) {
            throw problem("it is nested deeper than " + DEEPEST + " levels");
        }
        return switch (next()) {
            case '{' -> object(depth);
            case '[' -> array(depth);
            case '"' -> string();
            default -> literal();
        };
    }

    private Map<String, Object> object(int depth) throws JsonSyntaxProblem {
        Map<String, Object> members = new LinkedHashMap<>();
        at++;
        if (next() == '}') {
            at++;
            return members;
        }
        while (true) {
            if (next() != '"') {
                throw problem("a name in quotation marks is expected here");
            }
            String name = string();
            expect(':');
            members.put(name, value(depth + 1));
            if (next() == '}') {
                at++;
                return members;
            }
            expect(',');
        }
    }

    private List<Object> array(int depth) throws JsonSyntaxProblem {
        List<Object> elements = new ArrayList<>();
        at++;
        if (next() == ']') {
            at++;
            return elements;
        }
        while (true) {
            elements.add(value(depth + 1));
            if (next() == ']') {
                at++;
                return elements;
            }
            expect(',');
        }
    }

    private String string() throws JsonSyntaxProblem {
        StringBuilder result = new StringBuilder();
        at++;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '"') {
                at++;
                return result.toString();
            }
            if (c == '\\') {
                at++;
                result.append(escape());
            } else {
                result.append(c);
            }
            at++;
        }
        throw problem("a string is not closed");
    }

    private char escape() throws JsonSyntaxProblem {
        char c = at < text.length() ? text.charAt(at) : ' ';
        switch (c) {
            case '"', '\\', '/' -> {
                return c;
            }
            case 'b' -> {
                return '\b';
            }
            case 'f' -> {
                return '\f';
            }
            case 'n' -> {
                return '\n';
            }
            case 'r' -> {
                return '\r';
            }
            case 't' -> {
                return '\t';
            }
            case 'u' -> {
                return unicode();
            }
            default -> throw problem("there is no such escape");
        }
    }

    private char unicode() throws JsonSyntaxProblem {
        int code = 0;
        for (int i = 1; i <= 4; i++) {
            int digit = at + i < text.length() ? Character.digit(text.charAt(at + i), 16) : -1;
            if (digit < 0) {
                throw problem("four hexadecimal digits are expected after \\u");
            }
            code = code << 4 | digit;
        }
        at += 4;
        return (char) code;
    }

    private JsonLiteral literal() throws JsonSyntaxProblem {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        if (!word.equals("true") && !word.equals("false") && !word.equals("null") && !JsonText.isNumber(word)) {
            at = start;
            throw problem("neither a string nor a number, true, false, null, an object or an array");
        }
        return new JsonLiteral(word);
    }
}
