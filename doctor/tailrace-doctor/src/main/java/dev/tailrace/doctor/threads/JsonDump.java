package dev.tailrace.doctor.threads;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The threads in JSON, read as a stream with one thread in memory at a time. Fields that are not known are passed over; names may be written
 * with underscores. Not thread-safe.
 */
final class JsonDump {
    private static final int MOST_DEPTH = 8;

    private final Source source;
    private final StackPool pool = new StackPool();
    private final List<ThreadDraft> drafts = new ArrayList<>();

    @Nullable
    LocalDateTime time;

    String version = "";

    JsonDump(String file) {
        this.source = Source.of(file);
    }

    void read(JsonReader json) throws IOException {
        value(json, "", 0);
    }

    /** The list of threads may be at any depth; the JDK's stands in the objects of another list. */
    private void value(JsonReader json, String name, int depth) throws IOException {
        JsonToken token = depth < MOST_DEPTH ? json.peek() : JsonToken.NULL;
        if (token == JsonToken.BEGIN_OBJECT) {
            json.beginObject();
            while (json.hasNext()) {
                value(json, json.nextName(), depth + 1);
            }
            json.endObject();
        } else if (token == JsonToken.BEGIN_ARRAY) {
            json.beginArray();
            while (json.hasNext()) {
                if (name.equals("threadContainers")) {
                    value(json, "", depth + 1);
                } else {
                    thread(fields(JsonParser.parseReader(json)));
                }
            }
            json.endArray();
        } else if (token == JsonToken.STRING && name.equals("time")) {
            time = DumpTime.iso(json.nextString());
        } else if (token == JsonToken.STRING && name.equals("runtimeVersion")) {
            version = json.nextString();
        } else {
            json.skipValue();
        }
    }

    private void thread(Map<String, JsonElement> fields) {
        if (!fields.containsKey("threadname") && !fields.containsKey("tid")) {
            return;
        }
        ThreadDraft thread = new ThreadDraft(text(fields, "threadname", "name"), source);
        String id = text(fields, "threadid", "tid");
        thread.id = id.isEmpty() ? "" : "#" + id;
        thread.state = ThreadDraft.state(text(fields, "threadstate", "state"));
        for (JsonElement each : list(fields, "stacktrace", "stack")) {
            thread.add(frame(each));
        }
        waits(fields, thread);
        holds(fields, thread);
        drafts.add(thread);
    }

    private static void waits(Map<String, JsonElement> fields, ThreadDraft thread) {
        String object = text(fields, "lockname");
        String owner = text(fields, "lockownername");
        if (object.indexOf('@') > 0) {
            thread.waitsOn(owner.isEmpty() ? object : object + " owned by \"" + owner + "\"");
        }
        Map<String, JsonElement> blocker = fields(fields.get("parkblocker"));
        String parkOwner = text(blocker, "owner");
        lock(
                thread,
                Lock.Role.PARKS,
                text(fields, "parkblocker") + text(blocker, "object"),
                parkOwner.isEmpty() ? "" : "#" + parkOwner,
                0);
        lock(thread, Lock.Role.ENTERS, text(fields, "blockedon"), "", 0);
        lock(thread, Lock.Role.AWAITS, text(fields, "waitingon"), "", 0);
    }

    private static void holds(Map<String, JsonElement> fields, ThreadDraft thread) {
        for (JsonElement each : list(fields, "monitorsowned")) {
            int depth = number(text(fields(each), "depth"), -1);
            list(fields(each), "locks").forEach(object -> lock(thread, Lock.Role.HOLDS, text(object), "", depth));
        }
        for (String objects : List.of("lockedmonitors", "lockedsynchronizers")) {
            for (JsonElement each : list(fields, objects)) {
                Map<String, JsonElement> object = fields(each);
                String hash = Integer.toHexString(number(text(object, "identityhashcode"), 0));
                int depth = number(text(object, "lockedstackdepth"), -1);
                lock(thread, Lock.Role.HOLDS, text(object, "classname") + "@" + hash, "", depth);
            }
        }
    }

    /** {@code java.util.concurrent.locks.ReentrantLock$NonfairSync@42ce9fb7}; empty: none. */
    private static void lock(ThreadDraft thread, Lock.Role role, String object, String owner, int depth) {
        int at = object.lastIndexOf('@');
        if (!object.isEmpty()) {
            thread.locks.add(new Lock(
                    role, at < 0 ? "" : object.substring(at), at < 0 ? object : object.substring(0, at), owner, depth));
        }
    }

    private @Nullable Frame frame(JsonElement element) {
        if (!element.isJsonObject()) {
            return pool.frame(text(element), FrameText::parse);
        }
        Map<String, JsonElement> fields = fields(element);
        String type = text(fields, "classname");
        String method = text(fields, "methodname");
        int line = number(text(fields, "linenumber"), 0);
        boolean outside = text(fields, "nativemethod").equals("true") || line == Frame.NATIVE;
        return type.isEmpty() || method.isEmpty()
                ? null
                : new Frame(
                        type,
                        method,
                        outside ? "" : text(fields, "filename"),
                        outside ? Frame.NATIVE : Math.max(0, line));
    }

    /** The fields of an object, with their names in lower case and without underscores; none where it is no object. */
    private static Map<String, JsonElement> fields(@Nullable JsonElement element) {
        Map<String, JsonElement> fields = new HashMap<>();
        if (element != null && element.isJsonObject()) {
            element.getAsJsonObject()
                    .asMap()
                    .forEach((name, value) -> fields.put(name.replace("_", "").toLowerCase(Locale.ROOT), value));
        }
        return fields;
    }

    /** The field of the first of these names that is there. */
    private static @Nullable JsonElement first(Map<String, JsonElement> fields, String... names) {
        for (String each : names) {
            if (fields.containsKey(each)) {
                return fields.get(each);
            }
        }
        return null;
    }

    private static Iterable<JsonElement> list(Map<String, JsonElement> fields, String... names) {
        JsonElement element = first(fields, names);
        return element != null && element.isJsonArray() ? element.getAsJsonArray() : List.of();
    }

    private static String text(Map<String, JsonElement> fields, String... names) {
        return text(first(fields, names));
    }

    /** A scalar as text; empty for anything else. */
    private static String text(@Nullable JsonElement element) {
        return element != null && element.isJsonPrimitive() ? element.getAsString() : "";
    }

    private static int number(String text, int otherwise) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** The threads, with owners of locks by their names. */
    List<ThreadInfo> threads() {
        ThreadDraft.nameOwners(drafts);
        return drafts.stream().map(each -> each.finish(pool)).toList();
    }
}
