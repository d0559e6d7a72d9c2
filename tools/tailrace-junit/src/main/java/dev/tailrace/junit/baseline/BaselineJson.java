package dev.tailrace.junit.baseline;

import dev.tailrace.report.JsonInput;
import dev.tailrace.report.JsonOutput;
import dev.tailrace.report.JsonStream;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The form of the file of a {@link Baseline}: of a test that logs nothing its time, of one that does all figures. */
final class BaselineJson implements JsonStream.Reading<Baseline>, JsonStream.Writing<Baseline> {
    @Override
    public void to(JsonOutput out, Baseline baseline) {
        out.beginObject();
        out.name("schema").value(Baseline.SCHEMA);
        out.name("exceptions").value(baseline.exceptions());
        out.name("tests").beginObject();
        for (Map.Entry<String, Entry> each : baseline.tests().entrySet()) {
            out.name(each.getKey());
            write(out, each.getValue());
        }
        out.endObject();
        out.endObject();
    }

    private static void write(JsonOutput out, Entry entry) {
        if (entry.entries() == 0 && entry.exceptions() == 0) {
            // Most tests are silent, and a file of a thousand of them is read before each run.
            out.value(entry.time());
            return;
        }
        out.beginObject();
        out.name("entries").value(entry.entries());
        out.name("bytes").value(entry.bytes());
        out.name("rootEntries").value(entry.rootEntries());
        out.name("exceptions").value(entry.exceptions());
        out.name("time").value(entry.time());
        JsonStream.counts(out.name("levels"), entry.levels());
        if (!entry.places().isEmpty()) {
            JsonStream.counts(out.name("places"), entry.places());
        }
        out.endObject();
    }

    /** Of another version than {@link Baseline#SCHEMA} only that is read: what follows may have another form. */
    @Override
    public Baseline from(JsonInput in) throws IOException {
        int schema = 0;
        String exceptions = "";
        Map<String, Entry> tests = new LinkedHashMap<>();
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
                    in.beginObject();
                    while (in.hasNext()) {
                        String test = in.nextName();
                        // Apart, and so compiled soon: most are numbers.
                        Entry entry = in.isNumber() ? Entry.silent(in.nextDouble()) : entry(in);
                        JsonStream.put(in, tests, test, entry);
                    }
                    in.endObject();
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

    private static Entry entry(JsonInput in) throws IOException {
        long entries = 0;
        long bytes = 0;
        long rootEntries = 0;
        long exceptions = 0;
        double time = 0;
        Map<String, Long> levels = Map.of();
        Map<String, Long> places = Map.of();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "entries" -> entries = in.nextLong();
                case "bytes" -> bytes = in.nextLong();
                case "rootEntries" -> rootEntries = in.nextLong();
                case "exceptions" -> exceptions = in.nextLong();
                case "time" -> time = in.nextDouble();
                case "levels" -> levels = JsonStream.counts(in);
                case "places" -> places = JsonStream.counts(in);
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new Entry(entries, bytes, rootEntries, exceptions, time, levels, places);
    }

    /** A file of a version that isn't known. */
    static final class OtherSchema extends IOException {
        private static final long serialVersionUID = 1;

        OtherSchema(int schema) {
            super("its schema is " + schema + ", not " + Baseline.SCHEMA);
        }
    }
}
