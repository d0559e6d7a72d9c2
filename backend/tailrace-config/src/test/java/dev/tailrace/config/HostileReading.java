package dev.tailrace.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.finding.Finding;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Assertions;

/** Reads files that were made worse by chance: whatever they say, the reader answers with something usable. */
public final class HostileReading {
    private static final int FILES = 1_500;

    private HostileReading() {}

    /**
     * Reads many files that were changed by chance.
     *
     * @param usable what must hold for the appenders besides
     */
    public static void neverEscapes(String test, Function<Random, String> mutated, Consumer<AppenderConfig> usable) {
        long seed = Long.getLong("tailrace.seed", System.nanoTime());
        System.out.println(test + ": -Dtailrace.seed=" + seed);
        Random random = new Random(seed);
        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(5), () -> {
            for (int i = 0; i < FILES; i++) {
                String xml = mutated.apply(random);
                assertThatCode(() -> {
                            Configuration configuration = new Reading().of(xml.getBytes(UTF_8));
                            isWellFormed(configuration);
                            configuration.appenders().forEach(usable);
                        })
                        .describedAs(() -> "seed " + seed + ": " + xml)
                        .doesNotThrowAnyException();
            }
        });
    }

    /** What others rely on. */
    private static void isWellFormed(Configuration configuration) {
        assertThat(configuration.findings()).hasSizeLessThanOrEqualTo(201);
        configuration.findings().forEach(Finding::format);
        assertThat(configuration.root().level()).isNotNull();
        var names = configuration.appenders().stream().map(AppenderConfig::name).toList();
        assertThat(names)
                .doesNotHaveDuplicates()
                .containsAll(configuration.root().appenders());
        configuration.loggers().forEach(logger -> assertThat(names).containsAll(logger.appenders()));
    }
}
