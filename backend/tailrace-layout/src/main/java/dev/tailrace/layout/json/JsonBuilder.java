package dev.tailrace.layout.json;

import dev.tailrace.layout.event.LiteralStep;
import dev.tailrace.layout.json.JsonValue.Always;
import dev.tailrace.layout.json.JsonValue.Members;
import dev.tailrace.layout.json.JsonValue.Presence;
import dev.tailrace.layout.json.JsonValue.Sometimes;
import dev.tailrace.layout.pattern.StepFolder;
import java.util.ArrayList;
import java.util.List;

/** Builds the steps of an object or array. */
final class JsonBuilder {
    private static final LiteralStep COMMA = new LiteralStep(",");

    private final boolean object;
    private final boolean braces;
    private final StepFolder folder = new StepFolder();
    private final List<Presence> presences = new ArrayList<>();
    private boolean always;
    /** Whether a comma must precede the next element, if there is one. */
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

    /** Members of the enclosing object, each followed by a comma. */
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

    /** The object or array, written even if empty. */
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

    /** The object or array, left out if empty. */
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
