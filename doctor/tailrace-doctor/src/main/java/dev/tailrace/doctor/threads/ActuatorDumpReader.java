package dev.tailrace.doctor.threads;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.MalformedJsonException;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Dumps as JSON made of {@code java.lang.management.ThreadInfo}: of Spring Boot's {@code /actuator/threaddump}, which has an object
 * around the list of threads, or its older {@code /dump}, which hasn't. Names may be written with underscores.
 */
final class ActuatorDumpReader implements EvidenceReader {
    private static final int MOST_FRAMES = 20_000;
    private static final int MOST_DEPTH = 8;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return DumpSniffer.json(head) >= 0 && isOne(head);
    }

    /** Whether a file that begins like this has the fields of such a dump. */
    static boolean isOne(byte[] head) {
        return (DumpSniffer.contains(head, "\"threadName\"") && DumpSniffer.contains(head, "\"threadState\""))
                || (DumpSniffer.contains(head, "\"thread_name\"") && DumpSniffer.contains(head, "\"thread_state\""))
                || (DumpSniffer.contains(head, "\"threadName\"") && DumpSniffer.contains(head, "\"stackTrace\""));
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        List<ThreadDraft> threads = new ArrayList<>();
        StackPool pool = new StackPool();
        String trouble = "";
        try (JsonReader json = DumpSniffer.openJson(input)) {
            find(json, input, threads, 0);
        } catch (EOFException e) {
            trouble = "It ends too early";
        } catch (MalformedJsonException | JsonParseException | IllegalStateException | NumberFormatException e) {
            trouble = "It is no such JSON as Spring Boot writes";
        }
        ThreadDraft.nameOwners(threads);
        List<ThreadInfo> finished =
                threads.stream().map(each -> each.finish(pool)).toList();
        JsonDumpReader.finish(input.name(), null, "", finished, trouble, to);
    }

    /** The list of threads stands at the top, or in an object there. */
    private static void find(JsonReader json, Input input, List<ThreadDraft> threads, int depth) throws IOException {
        if (json.peek() == JsonToken.BEGIN_ARRAY) {
            json.beginArray();
            while (json.hasNext()) {
                if (json.peek() == JsonToken.BEGIN_OBJECT) {
                    thread(json, input, threads);
                } else {
                    json.skipValue();
                }
            }
            json.endArray();
        } else if (json.peek() == JsonToken.BEGIN_OBJECT && depth < MOST_DEPTH) {
            json.beginObject();
            while (json.hasNext()) {
                // Whatever its name: the list of threads may be at any depth.
                String unused = json.nextName();
                find(json, input, threads, depth + 1);
            }
            json.endObject();
        } else {
            json.skipValue();
        }
    }

    private static void thread(JsonReader json, Input input, List<ThreadDraft> threads) throws IOException {
        String name = "";
        String state = "";
        String id = "";
        String lockName = "";
        String owner = "";
        boolean known = false;
        List<Frame> frames = new ArrayList<>();
        List<Lock> held = new ArrayList<>();
        json.beginObject();
        while (json.hasNext()) {
            switch (field(json)) {
                case "threadname" -> {
                    name = text(json);
                    known = true;
                }
                case "threadstate" -> state = text(json);
                case "threadid" -> id = text(json);
                case "lockname" -> lockName = text(json);
                case "lockownername" -> owner = text(json);
                case "stacktrace" -> stack(json, frames);
                case "lockedmonitors", "lockedsynchronizers" -> objects(json, held);
                default -> json.skipValue();
            }
        }
        json.endObject();
        if (!known) {
            return;
        }
        ThreadDraft thread = new ThreadDraft(name, Source.of(input.name()));
        thread.id = id.isEmpty() ? "" : "#" + id;
        thread.state = ThreadDraft.state(state);
        thread.frames.addAll(frames);
        thread.locks.addAll(held);
        if (lockName.indexOf('@') > 0) {
            thread.waitsOn(owner.isEmpty() ? lockName : lockName + " owned by \"" + owner + "\"");
        }
        threads.add(thread);
    }

    private static void stack(JsonReader json, List<Frame> frames) throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            json.skipValue();
            return;
        }
        json.beginArray();
        while (json.hasNext()) {
            if (json.peek() != JsonToken.BEGIN_OBJECT) {
                Frame frame = FrameText.parse(text(json));
                if (frame != null && frames.size() < MOST_FRAMES) {
                    frames.add(frame);
                }
                continue;
            }
            String type = "";
            String method = "";
            String file = "";
            int line = 0;
            boolean isNative = false;
            json.beginObject();
            while (json.hasNext()) {
                switch (field(json)) {
                    case "classname" -> type = text(json);
                    case "methodname" -> method = text(json);
                    case "filename" -> file = text(json);
                    case "linenumber" -> line = JsonDump.number(text(json), 0);
                    case "nativemethod" -> isNative = text(json).equals("true");
                    default -> json.skipValue();
                }
            }
            json.endObject();
            if (!type.isEmpty() && !method.isEmpty() && frames.size() < MOST_FRAMES) {
                boolean outside = isNative || line == Frame.NATIVE;
                frames.add(new Frame(type, method, outside ? "" : file, outside ? Frame.NATIVE : Math.max(0, line)));
            }
        }
        json.endArray();
    }

    /** Monitors or synchronizers that a thread holds. */
    private static void objects(JsonReader json, List<Lock> held) throws IOException {
        if (json.peek() != JsonToken.BEGIN_ARRAY) {
            json.skipValue();
            return;
        }
        json.beginArray();
        while (json.hasNext()) {
            if (json.peek() != JsonToken.BEGIN_OBJECT) {
                json.skipValue();
                continue;
            }
            String type = "";
            int hash = 0;
            int depth = -1;
            json.beginObject();
            while (json.hasNext()) {
                switch (field(json)) {
                    case "classname" -> type = text(json);
                    case "identityhashcode" -> hash = JsonDump.number(text(json), 0);
                    case "lockedstackdepth" -> depth = JsonDump.number(text(json), 0);
                    default -> json.skipValue();
                }
            }
            json.endObject();
            held.add(new Lock(Lock.Role.HOLDS, "@" + Integer.toHexString(hash), type, "", depth));
        }
        json.endArray();
    }

    private static String field(JsonReader json) throws IOException {
        return json.nextName().replace("_", "").toLowerCase(Locale.ROOT);
    }

    private static String text(JsonReader json) throws IOException {
        return JsonDump.text(json);
    }
}
