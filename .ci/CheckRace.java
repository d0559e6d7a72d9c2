import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks into the JSON of a race: Tailrace must have run in every scene and lost, repeated or torn no line. Run with the
 * command line's jar on the class path: java -cp tailrace-cli-...-all.jar .ci/CheckRace.java FILE
 */
final class CheckRace {
    private static final List<String> SCENES = List.of("I1", "I2", "I3", "I5");

    private boolean bad;

    public static void main(String[] args) {
        CheckRace check = new CheckRace();
        try {
            check.race(JsonParser.parseString(Files.readString(Path.of(args[0]))).getAsJsonObject());
        } catch (IOException | RuntimeException e) {
            check.complain("cannot read " + args[0] + ": " + e);
        }
        System.exit(check.bad ? 1 : 0);
    }

    private void race(JsonObject race) {
        Set<String> missing = new TreeSet<>(SCENES);
        for (JsonElement each : race.getAsJsonArray("incidents")) {
            JsonObject scene = each.getAsJsonObject();
            String id = scene.get("id").getAsString();
            int tailraces = 0;
            for (JsonElement backend : scene.getAsJsonArray("backends")) {
                if (backend.getAsJsonObject().get("name").getAsString().equals("tailrace")) {
                    tailraces++;
                    backend(id, backend.getAsJsonObject());
                }
            }
            if (tailraces > 0) {
                missing.remove(id);
            }
        }
        missing.forEach(id -> complain(id + " has no figures of tailrace"));
    }

    private void backend(String id, JsonObject backend) {
        StringBuilder found = new StringBuilder(id + " tailrace: events=" + number(id, backend, "events"));
        for (String field : List.of("lost", "duplicated", "torn")) {
            long count = number(id, backend, field);
            found.append(", ").append(field).append('=').append(count);
            if (count != 0) {
                complain(id + " tailrace " + field + " " + count);
            }
        }
        System.out.println(found);
        // A server that is measured without logging, for comparison, says that it logs no line a request.
        boolean logs = !backend.has("linesPerRequest") || backend.get("linesPerRequest").getAsLong() > 0;
        if (logs && number(id, backend, "events") <= 0) {
            complain(id + " tailrace logged nothing");
        }
    }

    private long number(String id, JsonObject backend, String field) {
        JsonElement value = backend.get(field);
        if (value == null || value.isJsonNull()) {
            complain(id + " tailrace has no " + field);
            return -1;
        }
        return value.getAsLong();
    }

    private void complain(String problem) {
        bad = true;
        System.out.println("FAILED: " + problem);
    }
}
