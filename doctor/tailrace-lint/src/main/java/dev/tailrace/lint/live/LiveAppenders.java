package dev.tailrace.lint.live;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The appenders or handlers of one context that was found in a process, by names of which no two are the same. Immutable. */
public final class LiveAppenders {
    /** Twice as many as the agent writes. */
    private static final int MOST = 1000;

    private final Map<String, LiveNode> byNumber = new LinkedHashMap<>();
    private final Map<String, String> names = new HashMap<>();

    /** The appenders of a context. */
    public LiveAppenders(LiveNode context) {
        Map<String, String> taken = new HashMap<>();
        for (LiveNode each : context.all("appender").stream().limit(MOST).toList()) {
            String own = each.text("name").isEmpty() ? each.simpleClass() : each.text("name");
            boolean free = taken.putIfAbsent(own, each.value()) == null;
            byNumber.put(each.value(), each);
            names.put(each.value(), free ? own : own + "#" + each.value());
        }
    }

    /** All, in their order. */
    public List<LiveNode> all() {
        return List.copyOf(byNumber.values());
    }

    /** The name that no other has. */
    public String name(LiveNode appender) {
        return names.getOrDefault(appender.value(), "");
    }

    /** The appenders that a logger or an appender refers to. */
    public List<LiveNode> behind(LiveNode owner) {
        return owner.all("to").stream()
                .filter(each -> byNumber.containsKey(each.value()))
                .map(each -> byNumber.get(each.value()))
                .toList();
    }
}
