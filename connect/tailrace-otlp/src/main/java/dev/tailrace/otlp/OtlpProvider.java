package dev.tailrace.otlp;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.ship.Shipment;
import dev.tailrace.target.TargetProvider;
import dev.tailrace.target.TargetSender;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Provides targets that take OTLP over HTTP. */
public final class OtlpProvider implements TargetProvider {
    @Override
    public boolean provides(String kind) {
        return kind.equals("otlp");
    }

    @Override
    public @Nullable TargetSender open(
            TargetConfig target, String appender, Path file, Encoder line, Consumer<Finding> findings) {
        return open(target, appender, file, PropertySource.ofProcess(), findings);
    }

    static @Nullable TargetSender open(
            TargetConfig target, String appender, Path file, PropertySource outside, Consumer<Finding> findings) {
        OtelSettings settings = OtelSettings.read(target, outside, appender, findings);
        if (settings.off() != null) {
            findings.accept(Finding.of(
                            FindingCode.TARGET_SETTING,
                            settings.off() + ": the appender's log records are neither sent nor kept.")
                    .about(appender)
                    .remedy("Nothing, if that is meant. Else remove the setting."));
            return null;
        }
        Resource resource = Resource.of(settings.resource());
        Path directory = file.toAbsolutePath().resolveSibling("");
        try {
            resource.store(directory);
        } catch (IOException | UnsupportedOperationException e) {
            findings.accept(Finding.of(
                            FindingCode.TARGET_SETTING,
                            "The attributes of this process can't be stored in " + directory + " (" + e
                                    + "); another process will send its records with its own service.name only.")
                    .about(appender));
        }
        Resource.deleteUnused(directory, String.valueOf(file.getFileName()));
        return new Shipment(
                target,
                appender,
                file,
                new OtlpEncoder(resource.id(), settings.records()),
                new OtlpTarget(settings, resource, directory),
                findings);
    }
}
