package dev.tailrace.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Files of JSON token by token, for those whose start counts: {@link Json} finds out by reflection what a record has, and loads some two
 * hundred classes for it. The text is the same. Thread-safe.
 */
public final class JsonStream {
    /** Reads a value from its first token to its last. */
    public interface Reading<T> {
        /** Takes what the reader stands before. */
        T from(JsonInput in) throws IOException;
    }

    /** Writes a value from its first token to its last. */
    public interface Writing<T> {
        /** Gives it to the writer. */
        void to(JsonOutput out, T value);
    }

    private JsonStream() {}

    /**
     * Reads a file of one value.
     *
     * @throws IOException when the file cannot be read or is not such JSON; the message names the file
     */
    public static <T> T read(Path file, Reading<T> reading) throws IOException {
        byte[] text = Files.readAllBytes(file);
        try {
            JsonInput in = new JsonInput(text);
            T value = reading.from(in);
            in.end();
            return value;
        } catch (JsonInput.Malformed wrong) {
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
        return written(writing, value, false);
    }

    /** For a page: one line, and no character that could end a script element. */
    static <T> String embedded(Writing<T> writing, T value) {
        return written(writing, value, true);
    }

    private static <T> String written(Writing<T> writing, T value, boolean embedded) {
        JsonOutput out = new JsonOutput(embedded);
        writing.to(out, value);
        return embedded ? out.text() : out.line();
    }

    /** Writes a list of texts. */
    public static void strings(JsonOutput out, List<String> values) {
        out.beginArray();
        for (String value : values) {
            out.value(value);
        }
        out.endArray();
    }

    /** Writes counts by name. */
    public static void counts(JsonOutput out, Map<String, Long> counts) {
        out.beginObject();
        for (Map.Entry<String, Long> each : counts.entrySet()) {
            out.name(each.getKey()).value(each.getValue());
        }
        out.endObject();
    }

    /** Reads a list. */
    public static <T> List<T> list(JsonInput in, Reading<T> element) throws IOException {
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
     * @throws JsonInput.Malformed when a name is there twice, as after a merge of two versions of a file
     */
    public static Map<String, Long> counts(JsonInput in) throws IOException {
        Map<String, Long> counts = new LinkedHashMap<>();
        in.beginObject();
        while (in.hasNext()) {
            put(in, counts, in.nextName(), in.nextLong());
        }
        in.endObject();
        return counts;
    }

    /**
     * Puts a value that was read into a map.
     *
     * @throws JsonInput.Malformed when the name is there already
     */
    public static <T> void put(JsonInput in, Map<String, T> values, String name, T value) throws IOException {
        if (values.put(name, value) != null) {
            throw in.malformed("'" + name + "' is there twice");
        }
    }
}
