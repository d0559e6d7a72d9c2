package dev.tailrace.report;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.TypeAdapter;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * JSON of records, lists and maps: indented, fields in the order of the record's components (of a map: of its iteration),
 * null fields left out, figures that are not finite left out like null. Thread-safe.
 */
public final class Json {
    private static final TypeAdapter<@Nullable Double> FINITE = new TypeAdapter<>() {
        @Override
        public void write(JsonWriter out, @Nullable Double value) throws IOException {
            if (value == null || !Double.isFinite(value)) {
                out.nullValue();
            } else if (JsonOutput.isWhole(value)) {
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

    private static final Gson PRETTY = new GsonBuilder()
            .registerTypeAdapter(Double.class, FINITE)
            .registerTypeAdapter(double.class, FINITE)
            .disableHtmlEscaping()
            .setPrettyPrinting()
            .create();

    private Json() {}

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
}
