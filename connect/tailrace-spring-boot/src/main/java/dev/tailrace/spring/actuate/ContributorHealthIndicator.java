package dev.tailrace.spring.actuate;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** {@link LogHealth} for Boot 4. Thread-safe. */
final class ContributorHealthIndicator implements HealthIndicator {
    private final LogHealth health;

    ContributorHealthIndicator(LogHealth health) {
        this.health = health;
    }

    @Override
    public Health health() {
        LogHealth.Answer answer = health.look();
        return (answer.isWell() ? Health.up() : Health.down())
                .withDetails(answer.details())
                .build();
    }
}
