package dev.tailrace.doctor.threads;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.Lock;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.io.IOException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The object {@code threadDump}, as a stream. Fields that are not known are passed over. Not thread-safe. */
final class JsonDump {
    private static final int MOST_FRAMES = 20_000;

    private final Source source;
    private final StackPool pool = new StackPool();
    private final List<ThreadDraft> drafts = new ArrayList<>();
    private @Nullable LocalDateTime time;
    private String version = "";

    JsonDump(String file) {
        this.source = Source.of(file);
    }

    void read(JsonReader json) throws IOException {
        json.beginObject();
        while (json.hasNext()) {
            switch (json.nextName()) {
                case "time" -> time = DumpTime.iso(text(json));
                case "runtimeVersion" -> version = text(json);
                case "threadContainers" -> containers(json);
                default -> json.skipValue();
            }
        }
        json.endObject();
    }

    private void containers(JsonReader json) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            json.beginObject();
            while (json.hasNext()) {
                if (json.nextName().equals("threads")) {
                    threads(json);
                } else {
                    json.skipValue();
                }
            }
            json.endObject();
        }
        json.endArray();
    }

    private void threads(JsonReader json) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            thread(json);
        }
        json.endArray();
    }

    private void thread(JsonReader json) throws IOException {
        String name = "";
        String id = "";
        String state = "";
        List<Lock> locks = new ArrayList<>();
        List<Frame> frames = new ArrayList<>();
        json.beginObject();
        while (json.hasNext()) {
            switch (json.nextName()) {
                case "name" -> name = text(json);
                case "tid" -> id = "#" + text(json);
                case "state" -> state = text(json);
                case "parkBlocker" -> parkBlocker(json, locks);
                case "blockedOn" -> locks.add(lock(Lock.Role.ENTERS, text(json), 0));
                case "waitingOn" -> locks.add(lock(Lock.Role.AWAITS, text(json), 0));
                case "monitorsOwned" -> owned(json, locks);
                case "stack" -> stack(json, frames);
                default -> json.skipValue();
            }
        }
        json.endObject();
        ThreadDraft thread = new ThreadDraft(name, source);
        thread.id = id;
        thread.state = ThreadDraft.state(state);
        thread.frames.addAll(frames);
        thread.locks.addAll(locks);
        drafts.add(thread);
    }

    private void parkBlocker(JsonReader json, List<Lock> locks) throws IOException {
        if (json.peek() != JsonToken.BEGIN_OBJECT) {
            locks.add(lock(Lock.Role.PARKS, text(json), 0));
            return;
        }
        String object = "";
        String owner = "";
        json.beginObject();
        while (json.hasNext()) {
            switch (json.nextName()) {
                case "object" -> object = text(json);
                case "owner" -> owner = text(json);
                default -> json.skipValue();
            }
        }
        json.endObject();
        Lock lock = lock(Lock.Role.PARKS, object, 0);
        locks.add(new Lock(lock.role(), lock.id(), lock.type(), owner.isEmpty() ? "" : "#" + owner, lock.depth()));
    }

    private void owned(JsonReader json, List<Lock> locks) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            int depth = -1;
            List<String> objects = new ArrayList<>();
            json.beginObject();
            while (json.hasNext()) {
                switch (json.nextName()) {
                    case "depth" -> depth = number(text(json), -1);
                    case "locks" -> {
                        json.beginArray();
                        while (json.hasNext()) {
                            objects.add(text(json));
                        }
                        json.endArray();
                    }
                    default -> json.skipValue();
                }
            }
            json.endObject();
            for (String each : objects) {
                locks.add(lock(Lock.Role.HOLDS, each, depth));
            }
        }
        json.endArray();
    }

    private void stack(JsonReader json, List<Frame> frames) throws IOException {
        json.beginArray();
        while (json.hasNext()) {
            Frame frame = pool.frame(text(json), FrameText::parse);
            if (frame != null && frames.size() < MOST_FRAMES) {
                frames.add(frame);
            }
        }
        json.endArray();
    }

    /** {@code java.util.concurrent.locks.ReentrantLock$NonfairSync@42ce9fb7}. */
    private static Lock lock(Lock.Role role, String object, int depth) {
        int at = object.lastIndexOf('@');
        return at < 0
                ? new Lock(role, "", object, "", depth)
                : new Lock(role, object.substring(at), object.substring(0, at), "", depth);
    }

    static int number(String text, int otherwise) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** A scalar as text; anything else is passed over. */
    static String text(JsonReader json) throws IOException {
        return switch (json.peek()) {
            case STRING, NUMBER -> json.nextString();
            case BOOLEAN -> String.valueOf(json.nextBoolean());
            default -> {
                json.skipValue();
                yield "";
            }
        };
    }

    @Nullable
    LocalDateTime time() {
        return time;
    }

    String version() {
        return version;
    }

    /** The threads, with owners of locks by their names. */
    List<ThreadInfo> threads() {
        ThreadDraft.nameOwners(drafts);
        return drafts.stream().map(each -> each.finish(pool)).toList();
    }
}
