package dev.tailrace.junit.show;

import dev.tailrace.junit.show.History.Past;
import dev.tailrace.report.JsonInput;
import dev.tailrace.report.JsonOutput;
import dev.tailrace.report.JsonStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The form of {@code history.json}. */
final class HistoryJson implements JsonStream.Reading<History>, JsonStream.Writing<History> {
    @Override
    public void to(JsonOutput out, History history) {
        out.beginObject();
        out.name("schema").value(history.schema());
        out.name("runs").beginArray();
        for (Past past : history.runs()) {
            out.beginObject();
            out.name("key").value(past.key());
            out.name("started").value(past.started());
            out.name("tests").value(past.tests());
            out.name("entries").value(past.entries());
            out.name("bytes").value(past.bytes());
            out.name("exceptions").value(past.exceptions());
            JsonStream.counts(out.name("entriesOf"), past.entriesOf());
            out.endObject();
        }
        out.endArray();
        out.endObject();
    }

    @Override
    public History from(JsonInput in) throws IOException {
        int schema = 0;
        List<Past> runs = new ArrayList<>();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "schema" -> schema = in.nextInt();
                case "runs" -> {
                    in.beginArray();
                    while (in.hasNext()) {
                        runs.add(past(in));
                    }
                    in.endArray();
                }
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new History(schema, runs);
    }

    private static Past past(JsonInput in) throws IOException {
        String key = "";
        String started = "";
        long tests = 0;
        long entries = 0;
        long bytes = 0;
        long exceptions = 0;
        Map<String, Long> entriesOf = Map.of();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "key" -> key = in.nextString();
                case "started" -> started = in.nextString();
                case "tests" -> tests = in.nextLong();
                case "entries" -> entries = in.nextLong();
                case "bytes" -> bytes = in.nextLong();
                case "exceptions" -> exceptions = in.nextLong();
                case "entriesOf" -> entriesOf = JsonStream.counts(in);
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new Past(key, started, tests, entries, bytes, exceptions, entriesOf);
    }
}
