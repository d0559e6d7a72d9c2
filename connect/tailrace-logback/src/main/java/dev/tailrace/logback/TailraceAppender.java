package dev.tailrace.logback;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.RollingFileAppender;
import dev.tailrace.config.xml.Element;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Logback's appender of rolling files, written by Tailrace: a call returns when its line is in shared memory, from where it reaches the
 * file even after {@code kill -9}; no call waits for the disk, a roll or a compression; and several processes of one user may write one
 * file. Options are those of {@link RollingFileAppender}, with its policies and any encoder, and the settings of Tailrace.
 *
 * <p>Extends Logback's appender for its policies, which want a file appender as their parent, and for casts in applications. It neither
 * opens a file itself nor has its policies roll. Thread-safe.
 */
public final class TailraceAppender extends RollingFileAppender<ILoggingEvent> {
    private final Element settings = new Element("tailrace", null, 0);
    private volatile @Nullable EventWriter writer;

    /** The constructor for Logback. */
    public TailraceAppender() {}

    /** Sets the behaviour of a call when memory and spill are full: {@code wait}, {@code drop} or {@code drop-below LEVEL}. */
    public void setWhenFull(String word) {
        set("whenFull", word);
    }

    /** How long a call waits at most when memory and spill are full, such as {@code 10s}. */
    public void setMaxWait(String duration) {
        set("maxWait", duration);
    }

    /** The longest line, such as {@code 1MB}; longer ones are truncated. */
    public void setMaxEvent(String size) {
        set("maxEvent", size);
    }

    /** How an event of several lines is written: {@code keep}, {@code indent} or {@code escape}. */
    public void setMultiline(String word) {
        set("multiline", word);
    }

    /** Where lines wait; by default in shared memory. */
    public void setDirectory(String path) {
        set("directory", path);
    }

    private void set(String name, String value) {
        settings.attributes().put(name, value);
    }

    /** Opens the log. Without policies it is a file that is never rolled, as Logback's {@code FileAppender} writes it. */
    @Override
    public void start() {
        if (rawFileProperty() != null && getRollingPolicy() == null && getTriggeringPolicy() == null) {
            setRollingPolicy(new WithoutPolicies(this));
        }
        super.start();
    }

    /** Returns when all lines are in the file, or after five seconds. */
    @Override
    public void stop() {
        super.stop();
        EventWriter running = writer;
        if (running != null) {
            // It stays: a call that has passed the look at started still has to write its line.
            running.close();
        }
    }

    @Override
    protected void append(ILoggingEvent event) {
        EventWriter running = writer;
        if (running != null) {
            running.write(event);
        }
    }

    @Override
    protected void subAppend(ILoggingEvent event) {
        append(event);
    }

    /** Opens the log in place of a file; for {@link #start}, which checks the options as it does for Logback's own. */
    @Override
    public void openFile(String path) throws IOException {
        if (encoder == null || !(getContext() instanceof LoggerContext context)) {
            throw new IOException("the appender \"" + name + "\" has no encoder or no LoggerContext");
        }
        EventWriter before = writer;
        writer = EventWriter.open(context, this, settings, this);
        if (before != null) {
            // Once more, where it was stopped.
            before.close();
        }
        // Without a stream the appender would not start.
        setOutputStream(OutputStream.nullOutputStream());
    }

    /** Rolls nothing: the process that drains the log rolls it, by size and by the clock. */
    @Override
    public void rollover() {
        addWarn("rollover() has no effect: the file is rolled as its policies say.");
    }
}
