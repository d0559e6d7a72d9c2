package dev.tailrace.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.micrometer.TailraceMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.autoconfigure.health.HealthContributorAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.metrics.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Boot 3.5's own auto-configurations with ours beside them; Boot 4 runs in child JVMs, among the trials. */
final class ActuateAutoConfigurationTest {
    private final ApplicationContextRunner contexts = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    TailraceMetricsAutoConfiguration.class,
                    TailraceHealthAutoConfiguration.class,
                    MetricsAutoConfiguration.class,
                    SimpleMetricsExportAutoConfiguration.class,
                    CompositeMeterRegistryAutoConfiguration.class,
                    HealthContributorAutoConfiguration.class));

    @Test
    void meter_countsEventsOfTheContext() {
        contexts.run(context -> {
            LoggerFactory.getLogger("test").error("planned");
            FunctionCounter errors = context.getBean(MeterRegistry.class)
                    .get("logback.events")
                    .tag("level", "error")
                    .functionCounter();
            assertThat(errors.count()).isEqualTo(1);
        });
    }

    @Test
    void meters_ofTheLogs_areThere() {
        contexts.run(context -> {
            LoggerFactory.getLogger("test").error("planned");
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            assertThat(registry.get("tailrace.memory.max").gauge().value()).isPositive();
            assertThat(registry.get("tailrace.written.lines").functionCounters())
                    .isNotEmpty();
        });
    }

    @Test
    void meter_withoutMicrometer_isNot() {
        contexts.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(TailraceMetrics.class));
    }

    @Test
    void endpoint_showsWhatIsInUse() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TailraceEndpoint.class))
                .run(context -> {
                    LoggerFactory.getLogger("test").error("planned");
                    assertThat(context.getBean(TailraceEndpoint.class).inUse())
                            .containsKeys("configuration", "destinations", "findings");
                });
    }

    @Test
    void health_isOff() {
        contexts.run(context -> assertThat(context).doesNotHaveBean("tailraceHealthIndicator"));
    }

    @Test
    void health_switchedOn_showsFigures() {
        contexts.withClassLoader(new FilteredClassLoader("org.springframework.boot.health"))
                .withPropertyValues(
                        "management.health.tailrace.enabled=true", "management.health.tailrace.undrained-threshold=2MB")
                .run(context -> {
                    HealthIndicator indicator = context.getBean("tailraceHealthIndicator", HealthIndicator.class);
                    assertThat(indicator.health().getStatus()).isEqualTo(Status.UP);
                    assertThat(indicator.health().getDetails())
                            .containsKeys("undrained", "dropped")
                            .containsEntry("threshold", 2L * 1024 * 1024);
                });
    }

    /** Boot 4's class of that name, as far as it can be tried beside Boot 3.5. */
    @Test
    void health_inBoot4_isOfItsOwnType() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(TailraceHealthAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate.health"))
                .withPropertyValues("management.health.tailrace.enabled=true")
                .run(context -> {
                    org.springframework.boot.health.contributor.Health health = context.getBean(
                                    "tailraceHealthIndicator",
                                    org.springframework.boot.health.contributor.HealthIndicator.class)
                            .health();
                    assertThat(String.valueOf(health)).startsWith("UP").contains("undrained");
                });
    }
}
