package dev.tailrace.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.EOFException;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * JSON of records, lists and maps: indented, fields in the order of the record's components (of a map: of its iteration),
 * null fields left out, figures that are not finite left out like null. Thread-safe.
 */
public final class Json {
    private static final double MOST_WHOLE = 1e15;
    private static final Pattern PLACE = Pattern.compile("line (\\d+) column (\\d+)");

    private static final TypeAdapter<@Nullable Double> FINITE = new TypeAdapter<>() {
        @Override
        public void write(JsonWriter out, @Nullable Double value) throws IOException {
            if (value == null || !Double.isFinite(value)) {
                out.nullValue();
            } else if (value == Math.rint(value) && Math.abs(value) < MOST_WHOLE) {
                out.value(Math.round(value));
            } else {
                out.value(value);
            }
        }

        @Override
        public @Nullable Double read(JsonReader in) throws IOException {
            if (in.peek() == JsonToken.NULL) {
                in.nextNull();
                return null;
            }
            return in.nextDouble();
        }
    };

    private static final Gson PRETTY = builder().create();
    /** For a page: one line, and no character that could end a script element. */
    private static final Gson EMBEDDED = new GsonBuilder()
            .registerTypeAdapter(Double.class, FINITE)
            .registerTypeAdapter(double.class, FINITE)
            .create();

    private Json() {}

    /** A builder with these settings, for modules whose types need their own adapters. */
    public static GsonBuilder builder() {
        return new GsonBuilder()
                .registerTypeAdapter(Double.class, FINITE)
                .registerTypeAdapter(double.class, FINITE)
                .disableHtmlEscaping()
                .setPrettyPrinting();
    }

    /** The value as JSON text that ends with a line feed. */
    public static String text(Object value) {
        return PRETTY.toJson(value) + "\n";
    }

    /**
     * Writes the value.
     *
     * @param target a file name, or {@code -} for standard output
     * @throws IOException when it cannot be written; the message names the file
     */
    public static void write(Object value, String target) throws IOException {
        Output.write(text(value), target);
    }

    /**
     * Reads a value.
     *
     * @throws IOException when the file cannot be read or is not such JSON; the message names the file
     */
    public static <T> T read(Path file, Class<T> type) throws IOException {
        try {
            T value = PRETTY.fromJson(Files.readString(file, StandardCharsets.UTF_8), type);
            if (value == null) {
                throw new IOException("cannot read " + file + ": it is empty");
            }
            return value;
        } catch (JsonParseException e) {
            throw new IOException("cannot read " + file + ": it is not the JSON expected: " + e.getMessage(), e);
        }
    }

    static String embedded(Object value) {
        return EMBEDDED.toJson(value);
    }

    /**
     * Writes a value to a file in a custom format.
     *
     * @throws IOException when it cannot be written; the message names the file
     */
    public static <T> void write(T value, TypeAdapter<T> form, Path file) throws IOException {
        StringWriter text = new StringWriter();
        form.write(PRETTY.newJsonWriter(text), value);
        Output.write(text + "\n", file.toString());
    }

    /**
     * Reads a value from a file in a custom format. Reads strictly, because people edit and merge such files.
     *
     * @throws IOException when the file cannot be read or is not such JSON, null included; the message names the file and the place
     */
    public static <T> T read(Path file, TypeAdapter<T> form) throws IOException {
        JsonReader in = new WithoutNulls(utf8(file));
        try {
            T value = form.read(in);
            if (in.peek() != JsonToken.END_DOCUMENT) {
                throw new MalformedJsonException("nothing more is expected");
            }
            return value;
        } catch (EOFException
                | MalformedJsonException
                | JsonParseException
                | IllegalStateException
                | NumberFormatException wrong) {
            throw unexpected(file, reason(wrong), in.toString(), wrong);
        }
    }

    private static String utf8(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException wrong) {
            String replaced = new String(bytes, StandardCharsets.UTF_8);
            String before = replaced.substring(0, replaced.indexOf('\ufffd'));
            int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
            int column = before.length() - before.lastIndexOf('\n');
            throw unexpected(file, "it is not in UTF-8", "line " + line + " column " + column, wrong);
        }
    }

    private static IOException unexpected(Path file, String reason, String at, Exception cause) {
        Matcher place = PLACE.matcher(at);
        return new IOException(
                "cannot read " + file + ": it is not the JSON expected: " + reason
                        + (place.find() ? " (line " + place.group(1) + ", column " + place.group(2) + ")" : ""),
                cause);
    }

    /** Gson's message, without its position, its advice for programmers and its link. */
    private static String reason(Exception wrong) {
        Throwable cause = wrong instanceof JsonParseException && wrong.getCause() != null ? wrong.getCause() : wrong;
        String reason = String.valueOf(cause.getMessage()).replaceFirst("(?s) at line \\d+ column .*", "");
        return reason.startsWith("Use JsonReader")
                ? "malformed JSON"
                : reason.replaceFirst("(?s)^Duplicate key ('.*'); at path .*", "$1 is there twice");
    }

    private static final class WithoutNulls extends JsonReader {
        WithoutNulls(String text) {
            super(new StringReader(text));
            setStrictness(Strictness.STRICT);
        }

        @Override
        public void nextNull() throws IOException {
            throw new MalformedJsonException("null where a value is expected");
        }
    }
}
