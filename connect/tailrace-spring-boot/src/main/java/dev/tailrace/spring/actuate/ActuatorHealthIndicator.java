package dev.tailrace.spring.actuate;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

/** {@link LogHealth} for Boot 3.5. Thread-safe. */
final class ActuatorHealthIndicator implements HealthIndicator {
    private final LogHealth health;

    ActuatorHealthIndicator(LogHealth health) {
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
