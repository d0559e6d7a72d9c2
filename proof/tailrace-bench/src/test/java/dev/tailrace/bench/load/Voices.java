package dev.tailrace.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.AbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** The output of a correct backend for a line, for tests of its readers. Stateless. */
public final class Voices {
    private Voices() {}

    /** The line with its line feed. */
    public static String written(Line line, LineKind kind, int process, int thread, long sequence) {
        Capture capture = new Capture();
        line.voice(capture, process, thread).log(sequence);
        String message = capture.messages.get(0);
        return kind.pattern().equals("%msg%n")
                ? message + "\n"
                : "2026-11-01 00:00:00.000 INFO  [" + LineKind.threadName(thread) + "] " + Line.LOGGER + " - " + message
                        + "\n";
    }

    private static final class Capture extends AbstractLogger {
        private static final long serialVersionUID = 1L;

        private final transient List<String> messages = new ArrayList<>();

        @Override
        protected String getFullyQualifiedCallerName() {
            return "";
        }

        @Override
        protected void handleNormalizedLoggingCall(
                Level level, Marker marker, String message, Object[] arguments, Throwable thrown) {
            messages.add(Objects.requireNonNull(
                    MessageFormatter.arrayFormat(message, arguments).getMessage()));
        }

        @Override
        public boolean isTraceEnabled() {
            return true;
        }

        @Override
        public boolean isTraceEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isDebugEnabled() {
            return true;
        }

        @Override
        public boolean isDebugEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isInfoEnabled() {
            return true;
        }

        @Override
        public boolean isInfoEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isWarnEnabled() {
            return true;
        }

        @Override
        public boolean isWarnEnabled(Marker marker) {
            return true;
        }

        @Override
        public boolean isErrorEnabled() {
            return true;
        }

        @Override
        public boolean isErrorEnabled(Marker marker) {
            return true;
        }
    }
}
