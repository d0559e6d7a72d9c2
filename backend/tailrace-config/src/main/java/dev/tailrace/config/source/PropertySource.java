package dev.tailrace.config.source;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URL;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Where variables and settings come from besides the configuration file itself. Implementations never throw. */
public interface PropertySource {
    /** The system property of this name, or null. */
    @Nullable
    String systemProperty(String name);

    /** Where {@link #systemProperty} found the value of this name, in words for a message. */
    default String place(String name) {
        return "-D" + name;
    }

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

    /** The full name of this machine in the name service. Only called when used. */
    default String canonicalHostName() {
        try {
            return InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException e) {
            return "UNKNOWN_LOCALHOST";
        }
    }

    /** Milliseconds since 1970. */
    default long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    /**
     * A resource of the class path, to be closed by the caller; null when there is none.
     *
     * @throws IOException when it is there and can't be read
     */
    default @Nullable InputStream resource(String name) throws IOException {
        return null;
    }

    /** Where {@link #resource} finds a resource; null when that isn't known, or there is none. */
    default @Nullable URL resourceUrl(String name) {
        return null;
    }

    /** Takes a variable that a configuration defines with the scope of the system. Does nothing unless it is overridden. */
    default void defineSystemProperty(String name, String value) {}

    /** Spring's own environment; null where it isn't at hand. */
    default @Nullable SpringSource spring() {
        return null;
    }

    /** The properties and the environment of this process; nothing of it is ever changed, and there are no resources. */
    static PropertySource ofProcess() {
        return new ProcessProperties(null);
    }

    /** A source for the process that logs: with resources of this class loader, and a configuration may define system properties. */
    static PropertySource ofProcess(ClassLoader loader) {
        return new ProcessProperties(loader);
    }
}
