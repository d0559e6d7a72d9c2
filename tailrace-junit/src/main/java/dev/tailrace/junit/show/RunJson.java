package dev.tailrace.junit.show;

import com.google.gson.FormattingStyle;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.report.JsonStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The form of {@code run.json}: a line for each test, without what is empty or false; of those that passed and have nothing to tell, as most
 * do, the time by class and name.
 */
final class RunJson implements JsonStream.Reading<Run>, JsonStream.Writing<Run> {
    private static final FormattingStyle ONE_LINE = FormattingStyle.COMPACT.withSpaceAfterSeparators(true);

    @Override
    public void to(JsonWriter out, Run run) throws IOException {
        out.beginObject();
        out.name("schema").value(run.schema());
        out.name("key").value(run.key());
        out.name("started").value(run.started());
        out.name("jdk").value(run.jdk());
        out.name("backend").value(run.backend());
        out.name("exceptions").value(run.exceptions());
        out.name("mode").value(run.mode());
        out.name("calibrationNanos").value(run.calibrationNanos());
        out.name("unattributed").value(run.unattributed());
        out.name("outside").value(run.outside());
        out.name("hasBaseline").value(run.hasBaseline());
        out.name("tests").beginArray();
        List<TestResult> silent = new ArrayList<>();
        for (TestResult test : run.tests()) {
            if (test.isUnremarkable()) {
                silent.add(test);
            } else {
                out.beginObject();
                out.setFormattingStyle(ONE_LINE);
                fields(out, test);
                out.endObject();
                out.setFormattingStyle(FormattingStyle.PRETTY);
            }
        }
        out.endArray();
        silent(out.name("silent"), silent);
        JsonStream.strings(out.name("skipped"), run.skipped());
        JsonStream.strings(out.name("vanished"), run.vanished());
        out.endObject();
    }

    /** By class: its name would be most of each line. */
    private static void silent(JsonWriter out, List<TestResult> tests) throws IOException {
        out.beginObject();
        String type = null;
        for (TestResult test : tests) {
            if (type == null || !test.isOf(type)) {
                if (type != null) {
                    out.endObject();
                }
                type = test.className();
                out.name(type).beginObject();
            }
            out.name(test.id().substring(type.length())).value(test.kpis().nanos());
        }
        if (type != null) {
            out.endObject();
        }
        out.endObject();
    }

    private static void fields(JsonWriter out, TestResult test) throws IOException {
        out.name("id").value(test.id());
        out.name("passed").value(test.passed());
        truth(out, "accompanied", test.accompanied());
        truth(out, "isNew", test.isNew());
        KpisJson.write(out.name("kpis"), test.kpis());
        if (!test.changes().isEmpty()) {
            out.name("changes").beginArray();
            for (Change change : test.changes()) {
                write(out, change);
            }
            out.endArray();
        }
        if (!test.exceeded().isEmpty()) {
            JsonStream.strings(out.name("exceeded"), test.exceeded());
        }
    }

    private static void truth(JsonWriter out, String name, boolean value) throws IOException {
        if (value) {
            out.name(name).value(true);
        }
    }

    private static void write(JsonWriter out, Change change) throws IOException {
        out.beginObject();
        out.name("test").value(change.test());
        out.name("kpi").value(change.kpi().name());
        JsonStream.number(out.name("before"), change.before());
        JsonStream.number(out.name("now"), change.now());
        JsonStream.number(out.name("allowed"), change.allowed());
        out.name("unit").value(change.unit());
        out.endObject();
    }

    @Override
    public Run from(JsonReader in) throws IOException {
        int schema = 0;
        String key = "";
        String started = "";
        String jdk = "";
        String backend = "";
        String exceptions = "";
        String mode = "";
        long calibrationNanos = 0;
        long unattributed = 0;
        long outside = 0;
        boolean hasBaseline = false;
        List<TestResult> tests = new ArrayList<>();
        List<String> skipped = List.of();
        List<String> vanished = List.of();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "schema" -> schema = in.nextInt();
                case "key" -> key = in.nextString();
                case "started" -> started = in.nextString();
                case "jdk" -> jdk = in.nextString();
                case "backend" -> backend = in.nextString();
                case "exceptions" -> exceptions = in.nextString();
                case "mode" -> mode = in.nextString();
                case "calibrationNanos" -> calibrationNanos = in.nextLong();
                case "unattributed" -> unattributed = in.nextLong();
                case "outside" -> outside = in.nextLong();
                case "hasBaseline" -> hasBaseline = in.nextBoolean();
                case "tests" -> tests.addAll(JsonStream.list(in, RunJson::test));
                case "silent" -> silent(in, tests);
                case "skipped" -> skipped = JsonStream.list(in, JsonReader::nextString);
                case "vanished" -> vanished = JsonStream.list(in, JsonReader::nextString);
                default -> in.skipValue();
            }
        }
        in.endObject();
        tests.sort(Comparator.comparing(TestResult::id));
        return new Run(
                schema,
                key,
                started,
                jdk,
                backend,
                exceptions,
                mode,
                calibrationNanos,
                unattributed,
                outside,
                hasBaseline,
                List.copyOf(tests),
                skipped,
                vanished);
    }

    private static void silent(JsonReader in, List<TestResult> tests) throws IOException {
        in.beginObject();
        while (in.hasNext()) {
            String type = in.nextName();
            in.beginObject();
            while (in.hasNext()) {
                tests.add(TestResult.unremarkable(type + in.nextName(), in.nextLong()));
            }
            in.endObject();
        }
        in.endObject();
    }

    private static TestResult test(JsonReader in) throws IOException {
        String id = "";
        boolean passed = false;
        boolean accompanied = false;
        boolean isNew = false;
        Kpis kpis = Kpis.silent(0, 0);
        List<Change> changes = List.of();
        List<String> exceeded = List.of();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "id" -> id = in.nextString();
                case "passed" -> passed = in.nextBoolean();
                case "accompanied" -> accompanied = in.nextBoolean();
                case "isNew" -> isNew = in.nextBoolean();
                case "kpis" -> kpis = KpisJson.read(in);
                case "changes" -> changes = JsonStream.list(in, RunJson::change);
                case "exceeded" -> exceeded = JsonStream.list(in, JsonReader::nextString);
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new TestResult(id, passed, accompanied, isNew, kpis, changes, exceeded);
    }

    private static Change change(JsonReader in) throws IOException {
        String test = "";
        Kpi kpi = Kpi.ENTRIES;
        double before = 0;
        double now = 0;
        double allowed = 0;
        long unit = 0;
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "test" -> test = in.nextString();
                case "kpi" -> kpi = Kpi.valueOf(in.nextString());
                case "before" -> before = in.nextDouble();
                case "now" -> now = in.nextDouble();
                case "allowed" -> allowed = in.nextDouble();
                case "unit" -> unit = in.nextLong();
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new Change(test, kpi, before, now, allowed, unit);
    }
}
