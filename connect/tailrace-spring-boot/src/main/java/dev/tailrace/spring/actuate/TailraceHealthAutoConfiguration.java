package dev.tailrace.spring.actuate;

import dev.tailrace.Tailrace;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.util.unit.DataSize;

/**
 * The component {@code tailrace} of {@code /actuator/health}, off unless {@code management.health.tailrace.enabled=true}: what is undrained
 * and what was dropped. Off, because a probe that fails for its logging restarts a service that works.
 */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.actuate.autoconfigure.health.HealthContributorAutoConfiguration",
            "org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration"
        })
@ConditionalOnProperty(name = "management.health.tailrace.enabled", havingValue = "true")
@Conditional(BoundToTailrace.class)
public final class TailraceHealthAutoConfiguration {
    private static final String THRESHOLD = "management.health.tailrace.undrained-threshold";
    private static final String NAME = "tailraceHealthIndicator";

    /** The constructor for Spring. */
    public TailraceHealthAutoConfiguration() {}

    private static LogHealth health(Environment environment) {
        String threshold = environment.getProperty(THRESHOLD);
        return new LogHealth(
                Tailrace::stats,
                threshold == null ? -1 : DataSize.parse(threshold).toBytes());
    }

    /** Boot 3.5. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class Actuator {
        @Bean
        @ConditionalOnMissingBean(name = NAME)
        ActuatorHealthIndicator tailraceHealthIndicator(Environment environment) {
            return new ActuatorHealthIndicator(health(environment));
        }
    }

    /** Boot 4. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class Contributor {
        @Bean
        @ConditionalOnMissingBean(name = NAME)
        ContributorHealthIndicator tailraceHealthIndicator(Environment environment) {
            return new ContributorHealthIndicator(health(environment));
        }
    }
}
