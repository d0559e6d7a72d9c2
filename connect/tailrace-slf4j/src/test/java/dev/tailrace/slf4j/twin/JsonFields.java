package dev.tailrace.slf4j.twin;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.Map;
import java.util.TreeMap;

/** The content of a JSON line, independent of the order of fields. */
final class JsonFields {
    private JsonFields() {}

    /**
     * The fields in alphabetical order, without times, event numbers and the class that logs for SLF4J. A line that isn't an object stays
     * unchanged.
     */
    static String of(String line) {
        return line.startsWith("{") ? sorted(JsonParser.parseString(line)) : line;
    }

    private static String sorted(JsonElement element) {
        if (!(element instanceof JsonObject object)) {
            return element.toString();
        }
        Map<String, String> fields = new TreeMap<>();
        for (Map.Entry<String, JsonElement> entry : object.entrySet()) {
            if (!entry.getKey()
                    .matches("@?timestamp.*|instant|loggerFqcn|nanoseconds|sequenceNumber|birthdate|timeMillis")) {
                fields.put(entry.getKey(), sorted(entry.getValue()));
            }
        }
        return fields.toString();
    }
}
