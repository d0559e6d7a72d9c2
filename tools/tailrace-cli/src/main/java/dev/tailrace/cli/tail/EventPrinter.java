package dev.tailrace.cli.tail;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.tailrace.cli.line.LineParser;
import java.io.PrintWriter;
import java.time.Instant;

/** Prints events as they are, or as one JSON object a line. Not thread-safe. */
public final class EventPrinter {
    private static final long SECOND = 1_000_000_000L;

    private final Gson gson =
            new GsonBuilder().disableHtmlEscaping().serializeNulls().create();
    private final PrintWriter out;
    private final boolean json;
    private final boolean terminal;

    /** @param terminal whether control characters could drive a terminal: they are shown as question marks then */
    public EventPrinter(PrintWriter out, boolean json, boolean terminal) {
        this.out = out;
        this.json = json;
        this.terminal = terminal;
    }

    public void print(LogEvent event) {
        String text = event.text();
        if (json) {
            out.print(gson.toJson(object(event)));
            out.print('\n');
        } else {
            out.print(terminal ? harmless(text) : text);
            if (!text.endsWith("\n")) {
                out.print('\n');
            }
        }
    }

    private static JsonObject object(LogEvent event) {
        JsonObject object = new JsonObject();
        LineParser.Parsed parsed = event.parsed();
        boolean waits = event.nanos() != 0;
        object.addProperty("written", !waits);
        if (waits) {
            object.addProperty("process", event.from());
            object.addProperty("pid", event.pid());
            object.addProperty(
                    "time",
                    Instant.ofEpochSecond(Math.floorDiv(event.nanos(), SECOND), Math.floorMod(event.nanos(), SECOND))
                            .toString());
        } else {
            object.addProperty("file", event.from());
        }
        if (parsed.level() != null) {
            object.addProperty("level", parsed.level().name());
        }
        if (parsed.logger() != null) {
            object.addProperty("logger", parsed.logger());
        }
        if (parsed.json() != null) {
            object.add("fields", parsed.json());
        }
        String text = event.text().stripTrailing();
        // An object may be followed by lines that are none, such as a stack trace.
        if (parsed.json() == null || text.indexOf('\n') >= 0) {
            object.addProperty("text", text);
        }
        return object;
    }

    private static String harmless(String text) {
        StringBuilder harmless = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            harmless.append(Character.isISOControl(c) && c != '\n' && c != '\t' && c != '\r' ? '?' : c);
        }
        return harmless.toString();
    }

    /** Whether the reader is gone. */
    public boolean flush() {
        return out.checkError();
    }
}
