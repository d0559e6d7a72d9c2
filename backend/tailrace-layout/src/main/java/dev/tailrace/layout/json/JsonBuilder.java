package dev.tailrace.layout.json;

import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.json.JsonValue.Always;
import dev.tailrace.layout.json.JsonValue.Members;
import dev.tailrace.layout.json.JsonValue.Presence;
import dev.tailrace.layout.json.JsonValue.Sometimes;
import dev.tailrace.layout.pattern.StepFolder;
import java.util.ArrayList;
import java.util.List;

/** Puts the steps of an object or array together. */
final class JsonBuilder {
    private static final LiteralStep COMMA = new LiteralStep(",");

    private final boolean object;
    private final boolean braces;
    private final StepFolder folder = new StepFolder();
    private final List<Presence> presences = new ArrayList<>();
    private boolean always;
    /** Whether a comma is due before the next element, and can as well be left out. */
    private boolean pendingComma;

    private JsonBuilder(boolean object, boolean braces) {
        this.object = object;
        this.braces = braces;
        if (braces) {
            folder.add(new LiteralStep(object ? "{" : "["));
        }
    }

    static JsonBuilder object() {
        return new JsonBuilder(true, true);
    }

    /** Members of an object around, with a comma behind each. */
    static JsonBuilder members() {
        return new JsonBuilder(true, false);
    }

    static JsonBuilder array() {
        return new JsonBuilder(false, true);
    }

    /** @param name ignored in an array */
    void add(String name, JsonValue value) {
        if (value instanceof Always there) {
            comma();
            name(name, folder);
            folder.addAll(there.steps());
            pendingComma = true;
            always = true;
        } else if (value instanceof Sometimes sometimes) {
            comma();
            StepFolder inner = new StepFolder();
            name(name, inner);
            inner.addAll(sometimes.steps());
            inner.add(COMMA);
            folder.add(new JsonOptionalStep(sometimes.presence(), inner.steps()));
            presences.add(sometimes.presence());
        } else if (value instanceof Members members && object) {
            comma();
            folder.add(new JsonOptionalStep(members.presence(), members.steps()));
            presences.add(members.presence());
        }
    }

    private void comma() {
        if (pendingComma) {
            folder.add(COMMA);
            pendingComma = false;
        }
    }

    private void name(String name, StepFolder into) {
        if (object) {
            into.add(new LiteralStep(JsonText.quoted(name)));
            into.add(new LiteralStep(":"));
        }
    }

    /** The whole, always there even when nothing is in it. */
    Always build() {
        if (!braces) {
            comma();
        } else if (pendingComma || presences.isEmpty()) {
            folder.add(new LiteralStep(object ? "}" : "]"));
        } else {
            folder.add(object ? JsonCloseStep.OBJECT : JsonCloseStep.ARRAY);
        }
        return new Always(folder.steps());
    }

    /** The whole, there when anything is in it. */
    JsonValue buildUnlessEmpty() {
        if (always) {
            return build();
        }
        if (presences.isEmpty()) {
            return JsonValue.NEVER;
        }
        Presence[] all = presences.toArray(new Presence[0]);
        Presence any = event -> {
            for (Presence each : all) {
                if (each.isFor(event)) {
                    return true;
                }
            }
            return false;
        };
        return new Sometimes(all.length == 1 ? all[0] : any, build().steps());
    }
}
