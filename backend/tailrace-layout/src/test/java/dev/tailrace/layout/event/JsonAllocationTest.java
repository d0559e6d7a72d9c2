package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.layout.JsonEncoder;
import dev.tailrace.layout.json.JsonCompiler;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** As {@link AllocationTest}, for lines of JSON. */
class JsonAllocationTest {
    private static final int CALLS = 500_000;
    /** Tolerated bytes of the JVM itself, such as a compilation that ends during the measurement: far less than a byte per call. */
    private static final long TOLERATED = 64 * 1024;

    private static final String ECS = """
            {"@timestamp":{"$resolver":"timestamp","pattern":{"format":"yyyy-MM-dd'T'HH:mm:ss.SSS'Z'","timeZone":"UTC"}},
            "log.level":{"$resolver":"level","field":"name"},"message":{"$resolver":"message"},
            "process.thread.name":{"$resolver":"thread","field":"name"},"log.logger":{"$resolver":"logger","field":"name"},
            "labels":{"$resolver":"mdc","flatten":true},"error.type":{"$resolver":"exception","field":"className"}}""";
    /** The other resolvers that write without a throwable. */
    private static final String OTHERS = """
            {"a":{"$resolver":"tailrace:throwableMessage","ofRoot":true},"b":{"$resolver":"tailrace:mdcObject"},
            "c":{"$resolver":"tailrace:contextMap"},"d":{"$resolver":"tailrace:keyValueList"},
            "e":{"$resolver":"tailrace:arguments","prefix":"p"},"f":{"$resolver":"tailrace:mdc","included":["id"],"name":"m"},
            "g":{"$resolver":"thread","field":"id"},"h":{"$resolver":"tailrace:nanos"},
            "i":{"$resolver":"tailrace:argumentTexts"},"j":{"$resolver":"pattern","pattern":"%-5p %c{1.} %X{id}"},
            "k":{"$resolver":"tailrace:pattern","pattern":"%X %msg"},"l":{"$resolver":"tailrace:rawMessage"}}""";

    /** The additional resolvers of Spring Boot's structured formats. */
    private static final String STRUCTURED = """
            {"@timestamp":{"$resolver":"tailrace:time","pattern":"[ISO_INSTANT]"},
            "service":{"$resolver":"tailrace:plain","value":{"node":{}}},"m":{"$resolver":"tailrace:shortMessage"},
            "$0":{"$resolver":"tailrace:pairs","style":"nested","reserved":["m"],"rename":{"a.b":"c"},"exclude":["x"]},
            "f":{"$resolver":"tailrace:fullMessage"},"t":{"$resolver":"tailrace:markerSet","sorted":"true"}}""";

    private static final String STRUCTURED_FLAT = """
            {"m":{"$resolver":"message"},"$0":{"$resolver":"tailrace:pairs","style":"STYLE","prefix":"p","include":[]}}""";

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final EventPool pool = new EventPool(1 << 20);
    private final Map<String, String> context = new HashMap<>(Map.of("user", "an\"na", "id", "17"));

    @SuppressWarnings("UnusedVariable") // written so that the allocation cannot be optimised away
    private volatile @Nullable Object planted;

    private void encode(JsonEncoder encoder, @Nullable Object @Nullable [] arguments, int i, boolean plant) {
        Event event = pool.take();
        event.begin(20, 3, "com.example.orders.OrderBook", "", 1_700_000_000_000_000_000L + i % 1_000 * 1_000_000L);
        event.context(context);
        event.addKeyValue("qty", arguments == null ? null : arguments[0]);
        encoder.encode(event, "order {} \"filled\" at {} qty {}", arguments, event.line());
        if (plant) {
            planted = new byte[8];
        }
        pool.give(event);
    }

    /** Encodes an event with the current time, of which a format may need more than milliseconds. */
    private void encodeNow(JsonEncoder encoder) {
        Event event = pool.take();
        event.begin(20, 3, "com.example.orders.OrderBook", "", WallClock.millis() * 1_000_000L);
        event.stamp();
        encoder.encode(event, "order filled", null, event.line());
        pool.give(event);
    }

    @Test
    void encode_moreThanMilliseconds_allocatesNothing() {
        JsonEncoder encoder = JsonEncoder.compile("""
                        {"a":{"$resolver":"tailrace:time"},"b":{"$resolver":"tailrace:nanos"},
                        "c":{"$resolver":"timestamp","pattern":{"format":"HH:mm:ss.SSSSSSSSS"}}}""", name -> null, Map.of()).encoder();
        for (int i = 0; i < 100_000; i++) {
            encodeNow(encoder);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            encodeNow(encoder);
        }
        assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(TOLERATED);
    }

    private long allocated(String template, @Nullable Object @Nullable [] arguments, boolean plant) {
        JsonEncoder encoder = JsonEncoder.compile(template, name -> null, Map.of("app", "shop"))
                .encoder();
        for (int i = 0; i < 100_000; i++) {
            encode(encoder, arguments, i, plant);
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CALLS; i++) {
            encode(encoder, arguments, i, plant);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    @Tag("slow")
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void encode_steadyState_allocatesNothing(int set) {
        @Nullable
        Object[][] sets = {
            null,
            {42},
            {42L, "Z\u00fcrich \u20ac \ud83d\ude00 \"and\" some more\n text, longer than the short ones"},
            {1_234_567L, 101.25, 4_200}
        };
        assertThat(allocated(JsonCompiler.FALLBACK, sets[set], false)).isLessThan(TOLERATED);
        assertThat(allocated(ECS, sets[set], false)).isLessThan(TOLERATED);
    }

    @Test
    void encode_whateverIsAskedFor_allocatesNothing() {
        assertThat(allocated(OTHERS, new Object[] {1_234_567L, 101.25, 4_200}, false))
                .isLessThan(TOLERATED);
    }

    @Test
    void encode_springBootsFormats_allocateNothing() {
        context.put("geo.city", "Bern");
        context.put("geo.country.iso", "CH");
        assertThat(allocated(STRUCTURED, new Object[] {17}, false)).isLessThan(TOLERATED);
        for (String style : new String[] {"flat", "nested", "gelf"}) {
            assertThat(allocated(STRUCTURED_FLAT.replace("STYLE", style), new Object[] {17}, false))
                    .as(style)
                    .isLessThan(TOLERATED);
        }
    }

    @Test
    void encode_plantedAllocation_isSeen() {
        assertThat(allocated(ECS, new Object[] {42}, true)).isGreaterThan(16L * CALLS);
    }
}
