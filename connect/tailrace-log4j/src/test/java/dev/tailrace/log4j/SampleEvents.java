package dev.tailrace.log4j;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.MarkerManager;
import org.apache.logging.log4j.ThreadContext;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.message.FormattedMessage;
import org.apache.logging.log4j.message.StringMapMessage;
import org.apache.logging.log4j.message.StructuredDataMessage;
import org.apache.logging.log4j.spi.ExtendedLogger;

/** Log calls of all kinds that Log4j's own API has. */
final class SampleEvents {
    private static final List<String> LOGGERS =
            List.of("com.example.shop.Checkout", "com.example.shop.Checkout$Audit", "Short", "a.b", "");
    private static final Level NOTICE = Level.forName("NOTICE", 350);
    private static final Marker SALE = MarkerManager.getMarker("SALE");
    private static final Marker BIG =
            MarkerManager.getMarker("BIG_SALE").addParents(SALE, MarkerManager.getMarker("ALL"));
    private static final String LONG = "0123456789 ".repeat(300);

    private SampleEvents() {}

    static void log(LoggerContext context, int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (String name : LOGGERS) {
                log(context.getLogger(name), round);
            }
        }
    }

    private static void log(ExtendedLogger log, int i) {
        log.trace("trace {}", i);
        log.debug("debug {} of {}", i, "ann");
        log.info("order {} filled at {} qty {}", i, 12.5, 100 + i);
        log.info("plain");
        log.info("with {} but no argument");
        log.info("array {} list {} map {} null {}", new int[] {1, i}, Arrays.asList(i, null), Map.of("k", i), null);
        log.info("caf\u00e9 \u4e2d\u6587 \ud83d\ude00 {} <tag> \"quoted\" 'n' & \\", "\u00fc");
        log.info("two\nlines\tand {}", "three\nmore");
        log.info(() -> "supplied");
        log.info("of a {}", "size " + i + LONG.substring(0, i % LONG.length()));
        log.warn(SALE, "for sale {}", i);
        log.warn(BIG, "a big sale {} {}", i, true);
        log.log(NOTICE, "a custom level {}", i);
        log.fatal("the end of {}", i);
        ThreadContext.put("user", i % 2 == 0 ? "ann" : "bob");
        ThreadContext.put("id", String.valueOf(i));
        ThreadContext.put("empty", "");
        log.info("with a context {}", i);
        log.warn(SALE, "with context and marker {}", i);
        ThreadContext.push("outer");
        ThreadContext.push("inner {}", i);
        log.info("with a stack {}", i);
        ThreadContext.clearAll();
        log.info(new StringMapMessage(Map.of("order", String.valueOf(i))));
        log.info(new StructuredDataMessage("id@1", "structured", "order").with("number", i));
        log.info((Object) List.of("an object", i));
        log.info(new FormattedMessage("formatted %s of %d {}", "text", i));
        if (i % 5 == 0) {
            log.error("failed {}", i, failure(i));
            log.error("failed", failure(i));
        }
        log.atInfo().withMarker(SALE).log("fluent {}", i);
        log.atWarn().withLocation().log("located {}", i);
        log.info("a long one {}", LONG);
        log.info("");
        log.info((String) null);
    }

    private static Exception failure(int i) {
        Exception failure = new IllegalStateException("round " + i, new RuntimeException("the\ncause"));
        failure.addSuppressed(new IllegalArgumentException("while closing"));
        return failure;
    }
}
