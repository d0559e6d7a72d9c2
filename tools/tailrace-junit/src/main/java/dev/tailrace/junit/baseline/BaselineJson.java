package dev.tailrace.junit.baseline;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.TypeAdapter;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.util.Map;

/** The file format of a {@link Baseline}. */
final class BaselineJson extends TypeAdapter<Baseline> {
    private static final Gson PLAIN = Json.builder().create();
    private static final TypeAdapter<Map<String, Entry>> TESTS = Json.builder()
            .registerTypeAdapter(Entry.class, new OfTest())
            .create()
            .getAdapter(new TypeToken<>() {});

    @Override
    public void write(JsonWriter out, Baseline baseline) throws IOException {
        out.beginObject();
        out.name("schema").value(Baseline.SCHEMA);
        out.name("exceptions").value(baseline.exceptions());
        TESTS.write(out.name("tests"), baseline.tests());
        out.endObject();
    }

    /** Reads no further than the version if it isn't {@link Baseline#SCHEMA}: the rest may have another format. */
    @Override
    public Baseline read(JsonReader in) throws IOException {
        int schema = 0;
        String exceptions = "";
        Map<String, Entry> tests = Map.of();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "schema" -> {
                    schema = in.nextInt();
                    if (schema != Baseline.SCHEMA) {
                        throw new OtherSchema(schema);
                    }
                }
                case "exceptions" -> exceptions = in.nextString();
                case "tests" -> {
                    if (in.peek() != JsonToken.BEGIN_OBJECT) {
                        // Gson would also read a list of pairs as a map.
                        throw new MalformedJsonException("tests are no object");
                    }
                    tests = TESTS.read(in);
                }
                default -> in.skipValue();
            }
        }
        in.endObject();
        if (schema == 0) {
            throw new OtherSchema(schema);
        }
        return new Baseline(exceptions, tests);
    }

    /** Writes 0 for a test that logs nothing and names no methods, as most do; for other tests all figures, and places if known. */
    private static final class OfTest extends TypeAdapter<Entry> {
        private static final TypeAdapter<Entry> WHOLE = PLAIN.getAdapter(Entry.class);

        @Override
        public void write(JsonWriter out, Entry entry) throws IOException {
            if (entry.entries() == 0
                    && entry.exceptions() == 0
                    && entry.methods().isEmpty()) {
                out.value(0);
                return;
            }
            JsonObject figures = WHOLE.toJsonTree(entry).getAsJsonObject();
            if (entry.places().isEmpty()) {
                figures.remove("places");
            }
            if (entry.methods().isEmpty()) {
                figures.remove("methods");
            }
            PLAIN.getAdapter(JsonElement.class).write(out, figures);
        }

        @Override
        public Entry read(JsonReader in) throws IOException {
            if (in.peek() == JsonToken.NUMBER) {
                double unused = in.nextDouble(); // 0, or the test's time in files of earlier versions
                return Entry.NOTHING;
            }
            return WHOLE.read(in);
        }
    }

    /** The file has an unknown schema version. */
    static final class OtherSchema extends IOException {
        private static final long serialVersionUID = 1;

        OtherSchema(int schema) {
            super("its schema is " + schema + ", not " + Baseline.SCHEMA);
        }
    }
}
