package dev.tailrace.doctor.threads;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.io.EOFException;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Dumps as JSON, which JDK 21 and newer write with {@code Thread.dump_to_file}: they have the virtual threads. */
final class JsonDumpReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        return DumpSniffer.contains(head, "\"threadDump\"") && DumpSniffer.json(head) >= 0;
    }

    /** Whether a file is one of those that this reader or that of Spring Boot's dumps takes as a whole. */
    static boolean isOne(byte[] head) {
        return DumpSniffer.json(head) >= 0
                && (DumpSniffer.contains(head, "\"threadDump\"") || ActuatorDumpReader.isOne(head));
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        JsonDump dump = new JsonDump(input.name());
        String trouble = "";
        try (JsonReader json = DumpSniffer.openJson(input)) {
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
        finish(input.name(), dump.time(), dump.version(), dump.threads(), trouble, to);
    }

    /** Hands over the threads of a file, and says what was wrong with it; empty: nothing. */
    static void finish(
            String file,
            @Nullable LocalDateTime time,
            String version,
            List<ThreadInfo> threads,
            String trouble,
            EvidenceBuilder to) {
        if (threads.isEmpty()) {
            to.add(ParseProblem.all(
                    file, (trouble.isEmpty() ? "It is JSON" : trouble) + ", and no thread was found in it."));
            return;
        }
        to.add(new ThreadSample(Source.of(file), time, version, threads, List.of()));
        if (!trouble.isEmpty()) {
            to.add(new ParseProblem(new Source(file, 1), 0, trouble + ": threads may be missing."));
        }
        if (threads.stream().allMatch(each -> each.frames().isEmpty())) {
            to.add(ParseProblem.decisive(
                    new Source(file, 1), 0, "The thread dump has no stack that doctor understands."));
        }
    }
}
