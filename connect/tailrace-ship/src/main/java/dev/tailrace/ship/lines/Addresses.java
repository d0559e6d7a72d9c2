package dev.tailrace.ship.lines;

import dev.tailrace.config.model.TargetConfig;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Where lines are sent: {@code tcp://one:5000,other:5000}, or {@code tls://} or {@code udp://} with the same.
 *
 * @param hosts not resolved: a name may stand for another address at the next connection
 */
record Addresses(String transport, List<InetSocketAddress> hosts) {
    static Addresses of(TargetConfig target) {
        String text = target.address() == null ? "tcp://localhost" : target.address();
        int scheme = text.indexOf("://");
        String given = scheme < 0 ? "tcp" : text.substring(0, scheme).toLowerCase(Locale.ROOT);
        // A configuration has one of these three; what else the command line names is safest with TLS.
        String transport = given.equals("tcp") || given.equals("udp") ? given : "tls";
        List<InetSocketAddress> hosts = new ArrayList<>();
        for (String host : text.substring(scheme < 0 ? 0 : scheme + 3).split(",", -1)) {
            String stripped = host.substring(host.indexOf('@') + 1).strip().replaceFirst("/$", "");
            int colon = stripped.lastIndexOf(':');
            boolean hasPort = colon > stripped.lastIndexOf(']')
                    && stripped.substring(colon + 1).matches("[0-9]{1,5}");
            String name = hasPort ? stripped.substring(0, colon) : stripped;
            int port = hasPort ? Integer.parseInt(stripped.substring(colon + 1)) : 514;
            hosts.add(InetSocketAddress.createUnresolved(name.replaceAll("[\\[\\]]", ""), Math.min(port, 65_535)));
        }
        return new Addresses(transport, List.copyOf(hosts));
    }

    /** A host with its present address. */
    static InetSocketAddress resolved(InetSocketAddress host) {
        return new InetSocketAddress(host.getHostString(), host.getPort());
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(transport).append("://");
        for (InetSocketAddress host : hosts) {
            text.append(text.toString().endsWith("/") ? "" : ",")
                    .append(host.getHostString())
                    .append(':')
                    .append(host.getPort());
        }
        return text.toString();
    }
}
