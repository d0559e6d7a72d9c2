package dev.tailrace.junit.show;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.CallSite;
import dev.tailrace.junit.measure.Kpis.LoggerCount;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.junit.measure.Kpis.Thrown;
import dev.tailrace.report.JsonInput;
import dev.tailrace.report.JsonOutput;
import dev.tailrace.report.JsonStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * The form of one test's figures in {@code run.json}: of a test that logged nothing its time, of others all figures, and the lists of what
 * they consist of where there is any.
 */
final class KpisJson {
    private KpisJson() {}

    static void write(JsonOutput out, Kpis kpis) {
        out.beginObject();
        if (!kpis.isSilent()) {
            out.name("entries").value(kpis.entries());
            out.name("bytes").value(kpis.bytes());
            out.name("rootEntries").value(kpis.rootEntries());
            out.name("exceptions").value(kpis.exceptions());
        }
        out.name("nanos").value(kpis.nanos());
        if (kpis.unsure() > 0) {
            out.name("unsure").value(kpis.unsure());
        }
        if (!kpis.levels().isEmpty()) {
            JsonStream.counts(out.name("levels"), kpis.levels());
        }
        if (!kpis.loggers().isEmpty()) {
            loggers(out.name("loggers"), kpis.loggers());
        }
        if (!kpis.callSites().isEmpty()) {
            callSites(out.name("callSites"), kpis.callSites());
        }
        if (!kpis.thrown().isEmpty()) {
            thrown(out.name("thrown"), kpis.thrown());
        }
        if (!kpis.methods().isEmpty()) {
            methods(out.name("methods"), kpis.methods());
        }
        out.endObject();
    }

    private static void loggers(JsonOutput out, List<LoggerCount> loggers) {
        out.beginArray();
        for (LoggerCount each : loggers) {
            out.beginObject();
            out.name("logger").value(each.logger());
            out.name("level").value(each.level());
            out.name("entries").value(each.entries());
            out.endObject();
        }
        out.endArray();
    }

    private static void callSites(JsonOutput out, List<CallSite> sites) {
        out.beginArray();
        for (CallSite each : sites) {
            out.beginObject();
            out.name("place").value(each.place());
            out.name("logger").value(each.logger());
            out.name("level").value(each.level());
            out.name("entries").value(each.entries());
            out.name("sampled").value(each.sampled());
            if (each.isNew()) {
                out.name("isNew").value(true);
            }
            out.endObject();
        }
        out.endArray();
    }

    private static void thrown(JsonOutput out, List<Thrown> thrown) {
        out.beginArray();
        for (Thrown each : thrown) {
            out.beginObject();
            out.name("type").value(each.type());
            out.name("place").value(each.place());
            out.name("count").value(each.count());
            out.endObject();
        }
        out.endArray();
    }

    private static void methods(JsonOutput out, List<MethodTime> methods) {
        out.beginArray();
        for (MethodTime each : methods) {
            out.beginObject();
            out.name("method").value(each.method());
            out.name("calls").value(each.calls());
            out.name("nanos").value(each.nanos());
            out.endObject();
        }
        out.endArray();
    }

    static Kpis read(JsonInput in) throws IOException {
        long entries = 0;
        long bytes = 0;
        long rootEntries = 0;
        long exceptions = 0;
        long nanos = 0;
        long unsure = 0;
        Map<String, Long> levels = Map.of();
        List<LoggerCount> loggers = List.of();
        List<CallSite> callSites = List.of();
        List<Thrown> thrown = List.of();
        List<MethodTime> methods = List.of();
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "entries" -> entries = in.nextLong();
                case "bytes" -> bytes = in.nextLong();
                case "rootEntries" -> rootEntries = in.nextLong();
                case "exceptions" -> exceptions = in.nextLong();
                case "nanos" -> nanos = in.nextLong();
                case "unsure" -> unsure = in.nextLong();
                case "levels" -> levels = JsonStream.counts(in);
                case "loggers" -> loggers = JsonStream.list(in, KpisJson::logger);
                case "callSites" -> callSites = JsonStream.list(in, KpisJson::callSite);
                case "thrown" -> thrown = JsonStream.list(in, KpisJson::thrown);
                case "methods" -> methods = JsonStream.list(in, KpisJson::method);
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new Kpis(
                entries, bytes, rootEntries, exceptions, nanos, unsure, levels, loggers, callSites, thrown, methods);
    }

    private static LoggerCount logger(JsonInput in) throws IOException {
        String logger = "";
        String level = "";
        long entries = 0;
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "logger" -> logger = in.nextString();
                case "level" -> level = in.nextString();
                case "entries" -> entries = in.nextLong();
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new LoggerCount(logger, level, entries);
    }

    private static CallSite callSite(JsonInput in) throws IOException {
        String place = "";
        String logger = "";
        String level = "";
        long entries = 0;
        boolean sampled = false;
        boolean isNew = false;
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "place" -> place = in.nextString();
                case "logger" -> logger = in.nextString();
                case "level" -> level = in.nextString();
                case "entries" -> entries = in.nextLong();
                case "sampled" -> sampled = in.nextBoolean();
                case "isNew" -> isNew = in.nextBoolean();
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new CallSite(place, logger, level, entries, sampled, isNew);
    }

    private static Thrown thrown(JsonInput in) throws IOException {
        String type = "";
        String place = "";
        long count = 0;
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "type" -> type = in.nextString();
                case "place" -> place = in.nextString();
                case "count" -> count = in.nextLong();
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new Thrown(type, place, count);
    }

    private static MethodTime method(JsonInput in) throws IOException {
        String method = "";
        long calls = 0;
        long nanos = 0;
        in.beginObject();
        while (in.hasNext()) {
            switch (in.nextName()) {
                case "method" -> method = in.nextString();
                case "calls" -> calls = in.nextLong();
                case "nanos" -> nanos = in.nextLong();
                default -> in.skipValue();
            }
        }
        in.endObject();
        return new MethodTime(method, calls, nanos);
    }
}
