package dev.tailrace.spring.actuate;

import dev.tailrace.LoggingControl;
import dev.tailrace.finding.Finding;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Conditional;

/**
 * {@code /actuator/tailrace}: the configuration in use, where lines go, and the findings; shown where {@code
 * management.endpoints.web.exposure.include} names it. Its own auto-configuration. Thread-safe.
 */
@AutoConfiguration
@Endpoint(id = "tailrace")
@ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.annotation.Endpoint")
@Conditional(BoundToTailrace.class)
public final class TailraceEndpoint {
    /** The constructor for Spring. */
    public TailraceEndpoint() {}

    /** The answer for the actuator. */
    @ReadOperation
    public Map<String, Object> inUse() {
        LoggingControl.InUse used = LoggingControl.inUse();
        return used == null
                ? Map.of()
                : Map.of(
                        "configuration", Objects.requireNonNullElse(used.source(), "none"),
                        "destinations", used.destinations(),
                        "findings",
                                used.findings().stream().map(Finding::format).toList());
    }
}
