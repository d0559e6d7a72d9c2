package dev.tailrace.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.status.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Contexts of Logback for tests. */
final class Host {
    static final String ROLLING = "ch.qos.logback.core.rolling.RollingFileAppender";

    private Host() {}

    static LoggerContext context() {
        LoggerContext context = new LoggerContext();
        context.setName("shop");
        context.setMDCAdapter(new LogbackMDCAdapter());
        return context;
    }

    static String appender(String name, String className, String inside) {
        return "<appender name=\"" + name + "\" class=\"" + className + "\">" + inside + "</appender>";
    }

    static String root(String... refs) {
        StringBuilder root = new StringBuilder("<root level=\"TRACE\">");
        for (String ref : refs) {
            root.append("<appender-ref ref=\"").append(ref).append("\"/>");
        }
        return root.append("</root>").toString();
    }

    /** Configures a context from a file that is written for it. */
    static void configure(LoggerContext context, Path file, String... elements) throws IOException, JoranException {
        configure("", context, file, elements);
    }

    /** The same from a file that Logback watches, and so remembers. */
    static void configureWatched(LoggerContext context, Path file, String... elements)
            throws IOException, JoranException {
        configure(" scan=\"true\" scanPeriod=\"1 day\"", context, file, elements);
    }

    private static void configure(String attributes, LoggerContext context, Path file, String... elements)
            throws IOException, JoranException {
        Files.writeString(
                file,
                "<configuration" + attributes + "><property name=\"team\" value=\"blue\" scope=\"context\"/>"
                        + String.join("", elements) + "</configuration>");
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(file.toFile());
    }

    static List<String> statuses(LoggerContext context) {
        return context.getStatusManager().getCopyOfStatusList().stream()
                .map(Status::toString)
                .toList();
    }
}
