package dev.tailrace.otlp;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Properties, an environment and options that a test sets, and the findings about them. */
final class Outside implements PropertySource {
    final Map<String, String> properties = new HashMap<>();
    final Map<String, String> environment = new HashMap<>();
    final Map<String, String> options = new HashMap<>();
    final List<Finding> findings = new ArrayList<>();

    @Override
    public @Nullable String systemProperty(String name) {
        return properties.get(name);
    }

    @Override
    public @Nullable String environment(String name) {
        return environment.get(name);
    }

    @Override
    public String hostName() {
        return "host-1";
    }

    TargetConfig config(@Nullable String address) {
        return new TargetConfig("otlp", address, options, TargetConfig.CAP);
    }

    OtelSettings read(@Nullable String address) {
        return OtelSettings.read(config(address), this, "OTLP", findings::add);
    }

    List<String> causes() {
        return findings.stream().map(Finding::cause).toList();
    }
}
