package dev.tailrace.config;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Where variables and settings come from besides the configuration file itself. Implementations never throw. */
public interface PropertySource {
    /** The system property of this name, or null. */
    @Nullable
    String systemProperty(String name);

    /** The environment variable of this name, or null. */
    @Nullable
    String environment(String name);

    /** The name of this machine, for the variable {@code HOSTNAME}. May ask the name service, hence only called when used. */
    default String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "UNKNOWN_LOCALHOST";
        }
    }

    /** The properties and the environment of this process. */
    static PropertySource ofProcess() {
        return new PropertySource() {
            @Override
            public @Nullable String systemProperty(String name) {
                try {
                    return System.getProperty(name);
                } catch (SecurityException | IllegalArgumentException e) {
                    return null;
                }
            }

            @Override
            public @Nullable String environment(String name) {
                try {
                    return System.getenv(name);
                } catch (SecurityException e) {
                    return null;
                }
            }
        };
    }
}
