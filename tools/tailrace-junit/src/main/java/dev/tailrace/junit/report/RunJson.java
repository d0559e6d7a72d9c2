package dev.tailrace.junit.report;

import com.google.gson.FormattingStyle;
import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.TypeAdapter;
import com.google.gson.TypeAdapterFactory;
import com.google.gson.reflect.TypeToken;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Exceeded;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The format of {@code run.json}: a line for each test, without empty or false values. Tests that passed and have nothing to report, as
 * most do, are only listed with their times, by class and name.
 */
final class RunJson extends TypeAdapter<Run> {
    /** Writes a test in one line. */
    private static final Gson LINES = Json.builder()
            .setFormattingStyle(
                    FormattingStyle.PRETTY.withNewline("").withIndent("").withSpaceAfterSeparators(true))
            .registerTypeAdapterFactory(new Sparse())
            .create();

    private static final TypeAdapter<Map<String, Map<String, Long>>> SILENT = LINES.getAdapter(new TypeToken<>() {});

    static final TypeAdapter<History.Build> HISTORY = LINES.getAdapter(History.Build.class);

    @Override
    public void write(JsonWriter out, Run run) throws IOException {
        out.beginObject();
        JsonObject fields = LINES.toJsonTree(run.with(List.of())).getAsJsonObject();
        for (Map.Entry<String, JsonElement> each : fields.entrySet()) {
            out.name(each.getKey());
            if (each.getKey().equals("tests")) {
                tests(out, run.tests());
            } else {
                LINES.toJson(each.getValue(), out);
            }
        }
        out.endObject();
    }

    /** Writes silent tests by class: the class name would be most of each line. */
    private static void tests(JsonWriter out, List<TestResult> tests) throws IOException {
        Map<String, Map<String, Long>> silent = new LinkedHashMap<>();
        out.beginArray();
        for (TestResult test : tests) {
            if (test.isUnremarkable()) {
                String type = test.className();
                silent.computeIfAbsent(type, unused -> new LinkedHashMap<>())
                        .put(test.id().substring(type.length()), test.kpis().nanos());
            } else {
                out.jsonValue(LINES.toJson(test));
            }
        }
        out.endArray();
        SILENT.write(out.name("silent"), silent);
    }

    @Override
    public Run read(JsonReader in) throws IOException {
        JsonObject fields = LINES.fromJson(in, JsonObject.class);
        Run run = LINES.fromJson(fields, Run.class);
        List<TestResult> tests = new ArrayList<>(run.tests());
        if (fields.has("silent")) {
            SILENT.fromJsonTree(fields.get("silent"))
                    .forEach((type, ofType) ->
                            ofType.forEach((name, nanos) -> tests.add(TestResult.unremarkable(type + name, nanos))));
        }
        Collections.sort(tests);
        return run.with(tests);
    }

    /** Omits empty, false and 0 components of some records; a component missing from the text is read as empty. */
    private static final class Sparse implements TypeAdapterFactory {
        private static final List<String> FIGURES = List.of("entries", "bytes", "rootEntries", "exceptions");

        @Override
        public <T> @Nullable TypeAdapter<T> create(Gson gson, TypeToken<T> type) {
            if (!type.getRawType().isRecord()) {
                return null;
            }
            TypeAdapter<T> whole = gson.getDelegateAdapter(this, type);
            TypeAdapter<JsonElement> trees = gson.getAdapter(JsonElement.class);
            return new TypeAdapter<>() {
                @Override
                public void write(JsonWriter out, T value) throws IOException {
                    JsonObject fields = whole.toJsonTree(value).getAsJsonObject();
                    for (String name : leftOut(value)) {
                        if (isNothing(fields.get(name))) {
                            fields.remove(name);
                        }
                    }
                    trees.write(out, fields);
                }

                @Override
                public T read(JsonReader in) throws IOException {
                    JsonElement read = trees.read(in);
                    if (!read.isJsonObject()) {
                        throw new JsonParseException("expected an object, found " + read);
                    }
                    JsonObject fields = read.getAsJsonObject();
                    for (RecordComponent each : type.getRawType().getRecordComponents()) {
                        if (!fields.has(each.getName()) && !each.getType().isPrimitive()) {
                            fields.add(each.getName(), nothing(each));
                        }
                    }
                    return whole.fromJsonTree(fields);
                }
            };
        }

        private static List<String> leftOut(Object value) {
            if (value instanceof Run) {
                return List.of("notCounted");
            }
            if (value instanceof TestResult) {
                return List.of("accompanied", "isNew", "changes", "exceeded");
            }
            if (value instanceof Kpis.CallSite) {
                return List.of("isNew");
            }
            if (value instanceof Kpis.MethodTime) {
                return List.of("notJudged", "onlyTheCall");
            }
            if (value instanceof Change || value instanceof Exceeded) {
                return List.of("method");
            }
            if (!(value instanceof Kpis kpis)) {
                return List.of();
            }
            List<String> names =
                    new ArrayList<>(List.of("unsure", "levels", "loggers", "callSites", "thrown", "methods"));
            if (kpis.isSilent()) {
                names.addAll(FIGURES);
            }
            return names;
        }

        private static boolean isNothing(JsonElement value) {
            return List.of("[]", "{}", "\"\"", "false", "0").contains(value.toString());
        }

        private static JsonElement nothing(RecordComponent component) {
            if (component.getType() == String.class) {
                return new JsonPrimitive("");
            }
            if (component.getType() == List.class) {
                return new JsonArray();
            }
            if (component.getType() == Map.class) {
                return new JsonObject();
            }
            throw new JsonParseException("no " + component.getName());
        }
    }
}
