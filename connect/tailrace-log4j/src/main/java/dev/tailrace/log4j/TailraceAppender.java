package dev.tailrace.log4j;

import dev.tailrace.host.AppenderDescription;
import dev.tailrace.host.HostedAppender;
import dev.tailrace.layout.event.Event;
import java.io.IOException;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.Core;
import org.apache.logging.log4j.core.Layout;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.appender.AppenderLoggingException;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.Node;
import org.apache.logging.log4j.core.config.Property;
import org.apache.logging.log4j.core.config.plugins.Plugin;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderAttribute;
import org.apache.logging.log4j.core.config.plugins.PluginBuilderFactory;
import org.apache.logging.log4j.core.config.plugins.PluginConfiguration;
import org.apache.logging.log4j.core.config.plugins.PluginNode;
import org.apache.logging.log4j.core.config.plugins.validation.constraints.Required;
import org.jspecify.annotations.Nullable;

/**
 * The appender {@code <Tailrace>}, which takes the place of {@code <RollingFile>} with the same attributes, layouts, policies and
 * strategies. An event whose log call returned is in shared memory and reaches its file whatever becomes of the process; no call waits
 * for a disk. Several processes may write one file. Problems are reported to Log4j's status logger.
 *
 * <p>Log4j starts the appenders of a new configuration before it stops the old ones: both write to one log.
 */
// Children stay as they are written: their attributes are read before Log4j makes objects of them, which takes them
// away.
@Plugin(
        name = TailraceAppender.PLUGIN_NAME,
        category = Core.CATEGORY_NAME,
        elementType = Appender.ELEMENT_TYPE,
        printObject = true,
        deferChildren = true)
public final class TailraceAppender extends AbstractAppender {
    /** The name of the element. */
    public static final String PLUGIN_NAME = "Tailrace";

    private final AppenderDescription description;
    private final StatusFindings findings;
    private final LineLayout lines;
    /** Null until it is started. */
    private @Nullable HostedAppender hosted;

    private TailraceAppender(
            Builder builder,
            AppenderDescription description,
            Layout<? extends Serializable> layout,
            Children children) {
        super(description.name(), children.filter(), layout, builder.ignoreExceptions, Property.EMPTY_ARRAY);
        this.description = description;
        this.findings = new StatusFindings(description.source());
        this.lines = new LineLayout(layout);
    }

    /** The builder for Log4j's plugin system. */
    @PluginBuilderFactory
    public static Builder newBuilder() {
        return new Builder();
    }

    /** Opens the log. A file that can't be opened leaves the appender stopped, which {@code <Failover>} sees. */
    @Override
    public void start() {
        try {
            HostedAppender opened = HostedAppender.open(description, findings);
            hosted = opened;
            LOGGER.debug(
                    "{} writes {}, encoded by {}",
                    getName(),
                    opened.file(),
                    opened.encodes() ? "Tailrace" : "its layout");
        } catch (IOException | RuntimeException e) {
            LOGGER.error("The appender {} can't be started: {}", getName(), e.getMessage(), e);
            return;
        }
        super.start();
    }

    /** Whether Tailrace's encoder writes the usual events. */
    boolean encodes() {
        HostedAppender opened = hosted;
        return opened != null && opened.encodes();
    }

    @Override
    public boolean stop(long timeout, TimeUnit unit) {
        setStopping();
        super.stop(timeout, unit, false);
        HostedAppender opened = hosted;
        if (opened != null) {
            opened.close();
        }
        setStopped();
        return true;
    }

    /** Appends the event. Returns when its line is in shared memory. */
    @Override
    public void append(LogEvent event) {
        HostedAppender to = hosted;
        if (to == null) {
            throw new AppenderLoggingException(getName() + " has no file");
        }
        HostedAppender.Outcome outcome = append(event, to);
        if (outcome != HostedAppender.Outcome.APPENDED && !ignoreExceptions()) {
            throw new AppenderLoggingException(getName() + ": an event was not appended: " + outcome);
        }
    }

    private HostedAppender.Outcome append(LogEvent event, HostedAppender to) {
        String boundary = event.getLoggerFqcn();
        Event taken = to.take(
                Levels.code(event.getLevel()),
                event.getLoggerName(),
                boundary == null ? "" : boundary,
                EventReader.epochNanos(event));
        EventReader reader = EventReader.of(taken);
        try {
            if (to.encodes() && reader.read(event, taken, to.needsCaller())) {
                return to.append(taken, reader.message(), reader.arguments());
            }
            lines.write(event, reader.destination());
            return to.appendLine(taken);
        } finally {
            reader.clear();
            to.give(taken);
        }
    }

    /** The attributes and elements of the appender. */
    public static final class Builder implements org.apache.logging.log4j.core.util.Builder<TailraceAppender> {
        @PluginBuilderAttribute
        @Required(message = "No appender name provided")
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String name;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private boolean ignoreExceptions = true;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String fileName;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String filePattern;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String append;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String immediateFlush;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String bufferedIo;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String bufferSize;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String locking;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String advertise;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String advertiseUri;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String createOnDemand;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String filePermissions;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String fileOwner;

        @PluginBuilderAttribute
        @SuppressWarnings("log4j.public.setter")
        private @Nullable String fileGroup;

        @PluginNode
        private @Nullable Node node;

        @PluginConfiguration
        private @Nullable Configuration configuration;

        private Builder() {}

        /** The appender; null, with an error of the status logger, when its element can't be used. */
        @Override
        public @Nullable TailraceAppender build() {
            Node read = node;
            Configuration of = configuration;
            if (read == null || of == null) {
                LOGGER.error("A {} appender is made by Log4j, of an element of its configuration", PLUGIN_NAME);
                return null;
            }
            if (fileName == null && filePattern == null) {
                LOGGER.error("The appender {} has neither a fileName nor a filePattern", name);
                return null;
            }
            Children children = Children.of(read, of);
            String problem = LineLayout.problem(children.layout());
            if (problem != null) {
                LOGGER.error("The appender {} can't be used: {}", name, problem);
                return null;
            }
            LineLayout.reportOmissions(children.layout(), name);
            return new TailraceAppender(this, children.describe(attributes(), of), children.layout(), children);
        }

        private Map<String, @Nullable String> attributes() {
            Map<String, @Nullable String> all = new LinkedHashMap<>();
            all.put("name", name);
            all.put("fileName", fileName);
            all.put("filePattern", filePattern);
            all.put("append", append);
            all.put("immediateFlush", immediateFlush);
            all.put("bufferedIo", bufferedIo);
            all.put("bufferSize", bufferSize);
            all.put("locking", locking);
            all.put("advertise", advertise);
            all.put("advertiseUri", advertiseUri);
            all.put("createOnDemand", createOnDemand);
            all.put("filePermissions", filePermissions);
            all.put("fileOwner", fileOwner);
            all.put("fileGroup", fileGroup);
            return all;
        }
    }
}
