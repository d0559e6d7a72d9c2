package dev.tailrace.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessageCountsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 64, 100})
    void count_anySequence_asAMapInTheOrderOfUse(int most) {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println(getClass().getSimpleName() + ": -Dtailrace.seed=" + seed);
        Random random = new Random(seed);
        MessageCounts counts = new MessageCounts(most);
        Map<String, Integer> model = new LinkedHashMap<>(16, 0.75f, true);
        for (int i = 0; i < 20_000; i++) {
            // Strings with the same hash, too.
            int number = (int) Math.abs(random.nextGaussian() * most);
            String message = (number % 2 == 0 ? "Aa" : "BB") + number / 2;
            Integer before = model.get(message);
            int expected = before == null ? 0 : before + 1;
            model.put(message, expected);
            if (model.size() > most) {
                model.remove(model.keySet().iterator().next());
            }
            assertThat(counts.count(message)).as("%s: %s", i, message).isEqualTo(expected);
        }
    }
}
