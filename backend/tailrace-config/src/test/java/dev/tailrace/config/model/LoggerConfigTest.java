package dev.tailrace.config.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LoggerConfigTest {
    @ParameterizedTest
    @CsvSource({
        "shop.Audit$Trail, shop.Audit, shop",
        "shop.Audit$Trail$1, shop.Audit$Trail, shop",
        "shop.Audit$, shop.Audit, shop",
        "a$b.c, a$b, a$b",
        "$a, '', ''",
        ".a, '', ''",
        "a, '', ''"
    })
    void parent_endsAtADotAndInLogbackAtADollar(String name, String ofLogback, String ofLog4j) {
        assertThat(LoggerConfig.parent(name, true)).isEqualTo(ofLogback);
        assertThat(LoggerConfig.parent(name, false)).isEqualTo(ofLog4j);
    }

    @ParameterizedTest
    @CsvSource({
        "shop.Audit, shop.Audit, true, true",
        "shop.Audit, shop.Audit$Trail, true, false",
        "shop.Audit, shop.Auditor, false, false",
        "shop, shop.Audit$Trail, true, true",
        "'', shop, true, true"
    })
    void covers_byDotAndInLogbackByDollar(String name, String own, boolean ofLogback, boolean ofLog4j) {
        assertThat(LoggerConfig.covers(name, own, true)).isEqualTo(ofLogback);
        assertThat(LoggerConfig.covers(name, own, false)).isEqualTo(ofLog4j);
    }

    @Test
    void limits_coverWhatTheDialectDivides() {
        LimitConfig limit = Reading.read(
                        "<configuration><tailrace><limit logger='shop.Audit' rate='1/s'/></tailrace></configuration>")
                .settings()
                .limits()
                .get(0);
        assertThat(limit.intervalNanos()).isEqualTo(Duration.ofSeconds(1).toNanos());
        assertThat(limit.covers("shop.Audit$Trail", true)).isTrue();
        assertThat(limit.covers("shop.Audit$Trail", false)).isFalse();
    }
}
