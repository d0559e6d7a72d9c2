package dev.tailrace.report;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * JSON token by token, for those whose start counts: {@link Json} finds out by reflection what a record has, and loads some two hundred
 * classes for it. The text is the same. Thread-safe.
 */
public final class JsonStream {
    /** Reads a value from its first token to its last. */
    public interface Reading<T> {
        /** Takes what the reader stands before. */
        T from(JsonReader in) throws IOException;
    }

    /** Writes a value from its first token to its last. */
    public interface Writing<T> {
        /** Gives it to the writer. */
        void to(JsonWriter out, T value) throws IOException;
    }

    private JsonStream() {}

    /**
     * Reads a file of one value.
     *
     * @throws IOException when the file cannot be read or is not such JSON; the message names the file
     */
    public static <T> T read(Path file, Reading<T> reading) throws IOException {
        String text = Files.readString(file, StandardCharsets.UTF_8);
        try {
            JsonReader in = new JsonReader(new StringReader(text));
            T value = reading.from(in);
            if (in.peek() != JsonToken.END_DOCUMENT) {
                throw new MalformedJsonException("something follows its end");
            }
            return value;
        } catch (MalformedJsonException | EOFException | IllegalStateException | NumberFormatException wrong) {
            throw new IOException(
                    "cannot read " + file + ": it is not the JSON expected: " + wrong.getMessage(), wrong);
        }
    }

    /**
     * Writes a file of one value, indented, with a line feed at its end.
     *
     * @throws IOException when it cannot be written; the message names the file
     */
    public static <T> void write(Path file, Writing<T> writing, T value) throws IOException {
        Output.write(text(writing, value), file.toString());
    }

    /** The value as text, indented, with a line feed at its end. */
    public static <T> String text(Writing<T> writing, T value) {
        return written(writing, value, false) + "\n";
    }

    /** For a page: one line, and no character that could end a script element. */
    static <T> String embedded(Writing<T> writing, T value) {
        return written(writing, value, true);
    }

    private static <T> String written(Writing<T> writing, T value, boolean embedded) {
        StringWriter text = new StringWriter(1 << 12);
        JsonWriter out = new JsonWriter(text);
        out.setHtmlSafe(embedded);
        out.setSerializeNulls(false);
        if (!embedded) {
            out.setFormattingStyle(FormattingStyle.PRETTY);
        }
        try {
            writing.to(out, value);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    /** Writes a number as short as it can be; one that is not finite is left out. */
    public static void number(JsonWriter out, double value) throws IOException {
        if (!Double.isFinite(value)) {
            out.nullValue();
        } else if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            out.value(Math.round(value));
        } else {
            out.value(value);
        }
    }

    /** Writes a list of texts. */
    public static void strings(JsonWriter out, List<String> values) throws IOException {
        out.beginArray();
        for (String value : values) {
            out.value(value);
        }
        out.endArray();
    }

    /** Writes counts by name. */
    public static void counts(JsonWriter out, Map<String, Long> counts) throws IOException {
        out.beginObject();
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            out.name(each.getKey()).value(each.getValue());
        }
        out.endObject();
    }

    /** Reads a list. */
    public static <T> List<T> list(JsonReader in, Reading<T> element) throws IOException {
        List<T> values = new ArrayList<>();
        in.beginArray();
        while (in.hasNext()) {
            values.add(element.from(in));
        }
        in.endArray();
        return values;
    }

    /**
     * Reads counts by name, in their order.
     *
     * @throws MalformedJsonException when a name is there twice, as after a merge of two versions of a file
     */
    public static Map<String, Long> counts(JsonReader in) throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        in.beginObject();
        while (in.hasNext()) {
            put(counts, in.nextName(), in.nextLong());
        }
        in.endObject();
        return counts;
    }

    /**
     * Puts a value that was read into a map.
     *
     * @throws MalformedJsonException when the name is there already
     */
    public static <T> void put(Map<String, T> values, String name, T value) throws IOException {
        if (values.put(name, value) != null) {
            throw new MalformedJsonException("'" + name + "' is there twice");
        }
    }
}
