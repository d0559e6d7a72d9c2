package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.layout.PatternEncoder;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ContextEntriesTest {
    private final PatternEncoder encoder = PatternEncoder.compile("%X%nopex").encoder();

    private String format(Map<String, String> context) {
        return new Sample(20, "a", "main", Instant.EPOCH, "m", List.of(), null, context, List.of(), List.of())
                .ours(encoder);
    }

    private static String inOrder(Map<String, String> map) {
        return map.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(", "));
    }

    /** Whether nine or more keys share a bucket of the copy's table: a HashMap enlarges a small table then. */
    private static boolean isCrowded(Map<String, String> map) {
        int places = Integer.highestOneBit(Math.max((int) Math.ceil(map.size() / 0.75) - 1, 1)) << 1;
        return map.keySet().stream()
                .map(each -> (each.hashCode() ^ (each.hashCode() >>> 16)) & (places - 1))
                .collect(Collectors.groupingBy(each -> each, Collectors.counting()))
                .values()
                .stream()
                .anyMatch(each -> each > 8);
    }

    @Test
    void each_randomContexts_areInTheOrderOfACopy() {
        long seed = Long.getLong("tailrace.test.seed", System.nanoTime());
        System.out.println("seed " + seed + " (repeat with -Dtailrace.test.seed=" + seed + ")");
        Random random = new Random(seed);
        int otherwise = 0;
        for (int i = 0; i < 20_000; i++) {
            Map<String, String> context = new HashMap<>();
            for (int n = random.nextInt(30); n > 0; n--) {
                context.put("key" + random.nextInt(1_000), "v" + n);
            }
            while (context.size() > 1 && random.nextInt(3) == 0) {
                context.remove(context.keySet().iterator().next());
            }
            if (isCrowded(context)) {
                continue;
            }
            String copied = inOrder(new HashMap<>(context));
            assertThat(format(context)).isEqualTo(copied);
            otherwise += copied.equals(inOrder(context)) ? 0 : 1;
        }
        assertThat(otherwise).as("contexts whose copies have another order").isGreaterThan(1_000);
    }
}
