package dev.tailrace.layout.trace;

import dev.tailrace.layout.JsonEncoder;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.layout.event.Event;
import dev.tailrace.layout.event.EventPool;
import dev.tailrace.layout.event.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Lines of one event each. Public and static, for tests that load this class in their own class loader. */
public final class Lines {
    private static final EventPool POOL = new EventPool(1 << 16);

    private Lines() {}

    /** A line by a Logback pattern. */
    public static String logback(String pattern, Map<String, String> mdc) {
        return line(PatternEncoder.compile(pattern).encoder(), mdc);
    }

    /** A line by a Log4j pattern. */
    public static String log4j(String pattern, Map<String, String> mdc) {
        return line(
                PatternEncoder.compileLog4j(pattern, name -> null, TextRules.FILE)
                        .encoder(),
                mdc);
    }

    /** A line by a JSON template. */
    public static String json(String template, Map<String, String> mdc) {
        return line(JsonEncoder.compile(template, name -> null, Map.of()).encoder(), mdc);
    }

    /** The chosen source. */
    public static String source() {
        return TraceSource.KIND.name();
    }

    static String line(Encoder encoder, Map<String, String> mdc) {
        Event event = POOL.take();
        try {
            event.begin(20, 1, "test", Lines.class.getName(), 0);
            event.context(mdc);
            encoder.encode(event, event.line());
            return new String(event.line().array(), 0, event.line().length(), StandardCharsets.UTF_8);
        } finally {
            POOL.give(event);
        }
    }
}
