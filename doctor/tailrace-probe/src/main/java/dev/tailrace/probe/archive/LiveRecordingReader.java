package dev.tailrace.probe.archive;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.tailrace.probe.archive.OpenFile.Holder;
import dev.tailrace.probe.archive.Overhead.Cost;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads the circumstances of a recording from its archive. Stateless. */
public final class LiveRecordingReader implements EvidenceReader {
    /** The entry's name in an archive. */
    public static final String ENTRY = "recording.json";

    private static final String FORMAT = "tailrace-doctor";
    private static final int VERSION = 1;
    private static final int LONGEST = 8 << 20;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        String begin = new String(head, 0, Math.min(head.length, 200), StandardCharsets.ISO_8859_1);
        return begin.startsWith("{") && begin.contains("\"format\": \"" + FORMAT + "\"");
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        byte[] bytes;
        try (InputStream in = input.open()) {
            bytes = in.readNBytes(LONGEST);
        }
        try {
            JsonObject json = new Gson().fromJson(new String(bytes, StandardCharsets.UTF_8), JsonObject.class);
            if (json.get("version").getAsInt() != VERSION) {
                to.add(ParseProblem.all(
                        input.name(), "It was recorded by another version of doctor; read it with that one."));
                return;
            }
            to.add(recording(input.name(), json));
        } catch (RuntimeException e) {
            // Gson and its elements answer what isn't there with exceptions of many kinds.
            to.add(ParseProblem.all(input.name(), "The description of the recording is damaged."));
        }
    }

    private static LiveRecording recording(String name, JsonObject json) {
        List<Cost> costs = new ArrayList<>();
        JsonObject disturbance = json.getAsJsonObject("disturbance");
        for (JsonElement element : disturbance.getAsJsonArray("costs")) {
            JsonObject cost = element.getAsJsonObject();
            costs.add(new Cost(
                    cost.get("what").getAsString(),
                    cost.get("times").getAsInt(),
                    cost.get("pauseSeconds").getAsDouble(),
                    cost.get("longestSeconds").getAsDouble(),
                    cost.get("cpuSeconds").getAsDouble()));
        }
        List<OpenFile> files = new ArrayList<>();
        for (JsonElement element : json.getAsJsonArray("files")) {
            JsonObject file = element.getAsJsonObject();
            files.add(new OpenFile(
                    file.get("path").getAsString(),
                    file.get("bytes").getAsLong(),
                    file.has("free") ? file.get("free").getAsLong() : -1,
                    file.get("appends").getAsBoolean(),
                    holders(file.getAsJsonArray("others"))));
        }
        List<StandardStream> streams = new ArrayList<>();
        // Recordings of earlier versions have none.
        for (JsonElement element : json.has("streams") ? json.getAsJsonArray("streams") : new JsonArray()) {
            JsonObject stream = element.getAsJsonObject();
            streams.add(new StandardStream(
                    stream.get("descriptor").getAsInt(),
                    stream.get("target").getAsString(),
                    holders(stream.getAsJsonArray("readers"))));
        }
        List<String> notes = new ArrayList<>();
        json.getAsJsonArray("notes").forEach(note -> notes.add(note.getAsString()));
        return new LiveRecording(
                Source.of(name),
                json.get("pid").getAsLong(),
                json.get("jvm").getAsString(),
                json.get("command").getAsString(),
                texts(json.getAsJsonObject("properties")),
                json.get("began").getAsLong(),
                json.get("zone").getAsString(),
                json.get("processors").getAsInt(),
                json.has("runnable") ? json.get("runnable").getAsDouble() : -1,
                new Overhead(
                        disturbance.get("seconds").getAsDouble(),
                        disturbance.get("budget").getAsDouble(),
                        disturbance.get("ownSeconds").getAsDouble(),
                        costs),
                files,
                streams,
                texts(json.getAsJsonObject("origins")),
                notes);
    }

    private static List<Holder> holders(JsonArray array) {
        List<Holder> holders = new ArrayList<>();
        for (JsonElement element : array) {
            JsonObject holder = element.getAsJsonObject();
            holders.add(
                    new Holder(holder.get("pid").getAsLong(), holder.get("name").getAsString()));
        }
        return holders;
    }

    private static Map<String, String> texts(JsonObject json) {
        Map<String, String> texts = new LinkedHashMap<>();
        json.entrySet().forEach(each -> texts.put(each.getKey(), each.getValue().getAsString()));
        return texts;
    }

    /** The text to keep in the archive. */
    public static String text(LiveRecording recording) {
        Gson gson = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();
        JsonObject json = new JsonObject();
        json.addProperty("format", FORMAT);
        json.addProperty("version", VERSION);
        json.addProperty("pid", recording.pid());
        json.addProperty("jvm", recording.jvm());
        json.addProperty("command", recording.command());
        json.add("properties", gson.toJsonTree(new TreeMap<>(recording.properties())));
        json.addProperty("began", recording.began());
        json.addProperty("zone", recording.zone());
        json.addProperty("processors", recording.processors());
        json.addProperty("runnable", recording.runnable());
        json.add("disturbance", gson.toJsonTree(recording.disturbance()));
        json.add("files", gson.toJsonTree(recording.files()));
        json.add("streams", gson.toJsonTree(recording.streams()));
        json.add("origins", gson.toJsonTree(new TreeMap<>(recording.origins())));
        json.add("notes", gson.toJsonTree(recording.notes()));
        return gson.toJson(json);
    }
}
