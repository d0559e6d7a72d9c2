package dev.tailrace.spring.actuate;

import dev.tailrace.LoggingControl;
import dev.tailrace.finding.Finding;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** {@code /actuator/tailrace}: the configuration in use, where lines go, and the findings. Thread-safe. */
@Endpoint(id = "tailrace")
public final class TailraceEndpoint {
    TailraceEndpoint() {}

    /** For the actuator. */
    @ReadOperation
    public Map<String, Object> inUse() {
        Map<String, Object> answer = new LinkedHashMap<>();
        LoggingControl.InUse used = LoggingControl.inUse();
        if (used != null) {
            answer.put("configuration", used.source() == null ? "none" : used.source());
            answer.put("destinations", used.destinations());
            answer.put("findings", used.findings().stream().map(Finding::format).toList());
        }
        return answer;
    }
}
