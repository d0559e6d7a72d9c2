package dev.tailrace.doctor.threads;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Gathering;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadSample;
import dev.tailrace.probe.evidence.Unread;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Dumps as JSON, which JDK 21 and newer write with {@code Thread.dump_to_file}: they have the virtual threads. */
final class JsonDumpReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        return Heads.begins(head, "{") && Heads.contains(head, "\"threadDump\"");
    }

    @Override
    public void read(Input input, Gathering to) throws IOException {
        JsonDump dump = new JsonDump(input.name());
        String trouble = "";
        try (JsonReader json = new JsonReader(new InputStreamReader(input.open(), StandardCharsets.UTF_8))) {
            json.beginObject();
            while (json.hasNext()) {
                if (json.nextName().equals("threadDump") && json.peek() == JsonToken.BEGIN_OBJECT) {
                    dump.read(json);
                } else {
                    json.skipValue();
                }
            }
            json.endObject();
        } catch (EOFException e) {
            trouble = "It ends too early";
        } catch (MalformedJsonException | JsonParseException | IllegalStateException | NumberFormatException e) {
            trouble = "It is no such JSON as a JVM writes";
        }
        Source whole = Source.of(input.name());
        if (dump.threads().isEmpty()) {
            to.add(Unread.all(
                    input.name(), (trouble.isEmpty() ? "It is JSON" : trouble) + ", and no thread was found in it."));
            return;
        }
        to.add(new ThreadSample(whole, dump.time(), dump.version(), dump.threads(), List.of()));
        if (!trouble.isEmpty()) {
            to.add(new Unread(new Source(input.name(), 1), 0, trouble + ": threads may be missing."));
        }
    }
}
