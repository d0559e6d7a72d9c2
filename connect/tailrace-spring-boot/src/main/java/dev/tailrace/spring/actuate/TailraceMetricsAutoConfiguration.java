package dev.tailrace.spring.actuate;

import dev.tailrace.micrometer.TailraceMetrics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** The meters {@code logback.events} and {@code tailrace.*}, where Micrometer is there and has a registry, as Boot does it for Logback. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration"
        })
@ConditionalOnClass(name = {"io.micrometer.core.instrument.MeterRegistry", "dev.tailrace.micrometer.TailraceMetrics"})
@ConditionalOnBean(type = "io.micrometer.core.instrument.MeterRegistry")
@Conditional(BoundToTailrace.class)
public final class TailraceMetricsAutoConfiguration {
    /** The constructor for Spring. */
    public TailraceMetricsAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    TailraceMetrics tailraceMetrics() {
        return new TailraceMetrics();
    }
}
