package dev.tailrace.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;
import picocli.CommandLine;

/** The version, as the build wrote it into the jar. */
final class BuildVersion implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
        return new String[] {"tailrace " + version() + " (Java " + Runtime.version() + ")"};
    }

    static String version() {
        Properties build = new Properties();
        try (InputStream in = BuildVersion.class.getResourceAsStream("build.properties")) {
            if (in == null) {
                throw new IllegalStateException("missing in the jar: build.properties");
            }
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return build.getProperty("version", "unknown");
    }
}
