package dev.tailrace.ship.lines;

import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.layout.event.Encoder;
import dev.tailrace.ship.Shipment;
import dev.tailrace.ship.Target;
import dev.tailrace.target.TargetProvider;
import dev.tailrace.target.TargetSender;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/** Knows the kinds {@code lines}, {@code syslog} and {@code gelf}. */
public final class LinesProvider implements TargetProvider {
    private static final Set<String> KINDS = Set.of("lines", "syslog", "gelf");

    @Override
    public boolean provides(String kind) {
        return KINDS.contains(kind);
    }

    @Override
    public TargetSender open(
            TargetConfig target, String appender, Path file, Encoder line, Consumer<Finding> findings) {
        Encoder encoder = target.kind().equals("syslog") ? SyslogEncoder.of(target, line) : new LineEncoder(line);
        Addresses addresses = Addresses.of(target);
        Target sender = addresses.transport().equals("udp")
                ? new UdpTarget(target, addresses)
                : new TcpTarget(target, addresses);
        return new Shipment(target, appender, file, encoder, sender, findings);
    }
}
