package dev.tailrace.junit.show;

import dev.tailrace.junit.baseline.Change;
import dev.tailrace.junit.baseline.Kpi;
import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.report.JsonInput;
import dev.tailrace.report.JsonOutput;
import dev.tailrace.report.JsonStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The form of {@code run.json}: a line for each test, without what is empty or false; of those that passed and have nothing to tell, as most
 * do, the time by class and name.
 */
final class RunJson implements JsonStream.Reading<Run>, JsonStream.Writing<Run> {
    @Override
    public void to(JsonOutput out, Run run) {
        out.beginObject();
        out.name("schema").value(run.schema());
        out.name("key").value(run.key());
        out.name("started").value(run.started());
        out.name("jdk").value(run.jdk());
        out.name("backend").value(run.backend());
        if (!run.notCounted().isEmpty()) {
            out.name("notCounted").value(run.notCounted());
        }
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
                out.oneLine(true);
                fields(out, test);
                out.endObject();
                out.oneLine(false);
            }
        }
        out.endArray();
        silent(out.name("silent"), silent);
        JsonStream.strings(out.name("skipped"), run.skipped());
        JsonStream.strings(out.name("vanished"), run.vanished());
        out.endObject();
    }

    /** By class: its name would be most of each line. */
    private static void silent(JsonOutput out, List<TestResult> tests) {
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

    private static void fields(JsonOutput out, TestResult test) {
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

    private static void truth(JsonOutput out, String name, boolean value) {
        if (value) {
            out.name(name).value(true);
        }
    }

    private static void write(JsonOutput out, Change change) {
        out.beginObject();
        out.name("test").value(change.test());
        out.name("kpi").value(change.kpi().name());
        out.name("before").value(change.before());
        out.name("now").value(change.now());
        out.name("allowed").value(change.allowed());
        out.name("unit").value(change.unit());
        out.endObject();
    }

    @Override
    public Run from(JsonInput in) throws IOException {
        int schema = 0;
        String key = "";
        String started = "";
        String jdk = "";
        String backend = "";
        String notCounted = "";
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
                case "notCounted" -> notCounted = in.nextString();
                case "exceptions" -> exceptions = in.nextString();
                case "mode" -> mode = in.nextString();
                case "calibrationNanos" -> calibrationNanos = in.nextLong();
                case "unattributed" -> unattributed = in.nextLong();
                case "outside" -> outside = in.nextLong();
                case "hasBaseline" -> hasBaseline = in.nextBoolean();
                case "tests" -> tests.addAll(JsonStream.list(in, RunJson::test));
                case "silent" -> silent(in, tests);
                case "skipped" -> skipped = JsonStream.list(in, JsonInput::nextString);
                case "vanished" -> vanished = JsonStream.list(in, JsonInput::nextString);
                default -> in.skipValue();
            }
        }
        in.endObject();
        Collections.sort(tests);
        return new Run(
                schema,
                key,
                started,
                jdk,
                backend,
                notCounted,
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

    private static void silent(JsonInput in, List<TestResult> tests) throws IOException {
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

    private static TestResult test(JsonInput in) throws IOException {
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
                case "exceeded" -> exceeded = JsonStream.list(in, JsonInput::nextString);
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new TestResult(id, passed, accompanied, isNew, kpis, changes, exceeded);
    }

    private static Change change(JsonInput in) throws IOException {
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
