package dev.tailrace.loadtest;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Says which host may get load: this machine, or one that was named as the user's own. */
public final class Gate {
    private Gate() {}

    /**
     * Lets an address through or throws.
     *
     * @param own the host that the user named as their own; null when none was named
     * @throws IllegalArgumentException with what is wrong, for the user
     */
    public static URI check(String address, @Nullable String own) {
        URI url;
        try {
            url = URI.create(address);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'" + address + "' is no URL: " + e.getMessage(), e);
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        String host = url.getHost();
        if (host == null || !(scheme.equals("http") || scheme.equals("https"))) {
            throw new IllegalArgumentException(
                    "a load needs a URL such as http://localhost:8080/orders, not '" + address + "'");
        }
        if (url.getRawUserInfo() != null) {
            throw new IllegalArgumentException("a URL with a user's name in it is not taken");
        }
        if (own != null && !own.equalsIgnoreCase(host)) {
            throw new IllegalArgumentException("--i-own names " + own + ", but the load would go to " + host);
        }
        if (own == null && !isThisMachine(host)) {
            throw new IllegalArgumentException(
                    "a load until something gives way is put on this machine only (localhost,"
                            + " 127.0.0.1, [::1]), unless you say that the other one is yours: --i-own " + host);
        }
        return url;
    }

    /** Whether all addresses of a host are loopback: a name may have several. */
    private static boolean isThisMachine(String host) {
        try {
            for (InetAddress each : InetAddress.getAllByName(host)) {
                if (!each.isLoopbackAddress()) {
                    return false;
                }
            }
            return true;
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException("there is no host " + host, e);
        }
    }
}
