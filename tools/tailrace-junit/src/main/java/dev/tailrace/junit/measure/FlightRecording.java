package dev.tailrace.junit.measure;

import dev.tailrace.junit.measure.Kpis.MethodTime;
import dev.tailrace.junit.measure.Kpis.Thrown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.EventSettings;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * A flight recording of one test: exceptions and errors, as {@code jdk.JavaExceptionThrow} records them (when they are created, whether or
 * not they are thrown), and, from JDK 25 on, {@code jdk.MethodTrace}. Each test has its own recording, because this is how the flight
 * recorder separates the events of tests. Thread-safe.
 */
final class FlightRecording {
    static final long ALL_THREADS = -1;

    private static final String THROW = "jdk.JavaExceptionThrow";
    private static final String TRACE = "jdk.MethodTrace";

    private final Recording recording;
    private final boolean exceptions;
    private @Nullable List<RecordedEvent> events;

    private FlightRecording(Recording recording, boolean exceptions) {
        this.recording = recording;
        this.exceptions = exceptions;
    }

    /** Null when the recorder refuses. */
    static @Nullable FlightRecording start(boolean exceptions, List<String> methods) {
        try {
            Recording recording = new Recording();
            if (exceptions) {
                // Newer JDKs limit the events per second by default.
                enable(recording, THROW).with("throttle", "off");
            }
            if (!methods.isEmpty()) {
                enable(recording, TRACE).with("filter", String.join(";", methods));
            }
            recording.start();
            return new FlightRecording(recording, exceptions);
        } catch (IllegalStateException | SecurityException refused) {
            return null;
        }
    }

    private static EventSettings enable(Recording recording, String event) {
        return recording.enable(event).withStackTrace().withoutThreshold();
    }

    /**
     * Replaces the logged exceptions by the recorded ones, and adds the methods' times.
     *
     * @param thread the thread whose events count, or {@link #ALL_THREADS}
     */
    Kpis addTo(Kpis counted, long thread, List<MethodTime> timed) {
        Map<String, Thrown> thrown = new TreeMap<>();
        MethodTimes times = new MethodTimes();
        long count = 0;
        for (RecordedEvent event : events()) {
            RecordedThread by = event.getThread();
            if (thread != ALL_THREADS && (by == null || by.getJavaThreadId() != thread)) {
                continue;
            }
            if (event.getEventType().getName().equals(TRACE)) {
                times.add(method(event), event.getDuration().toNanos(), isOnlyTheCall(event), MethodTimes.RECORDED);
            } else {
                count++;
                Thrown one = thrown(event);
                thrown.merge(
                        one.type() + one.place(),
                        one,
                        (a, b) -> new Thrown(a.type(), a.place(), a.count() + b.count()));
            }
        }
        List<Thrown> sorted = new ArrayList<>(thrown.values());
        sorted.sort(Comparator.comparingLong(Thrown::count).reversed());
        List<MethodTime> all = new ArrayList<>(timed);
        all.addAll(times.all(""));
        return counted.withRecorded(
                exceptions ? count : counted.exceptions(), exceptions ? List.copyOf(sorted) : counted.thrown(), all);
    }

    /** Ends the recording and returns its events. */
    private synchronized List<RecordedEvent> events() {
        List<RecordedEvent> known = events;
        if (known != null) {
            return known;
        }
        List<RecordedEvent> read = List.of();
        try {
            Path file = Files.createTempFile("tailrace-kpis", ".jfr");
            try {
                recording.stop();
                recording.dump(file);
                read = RecordingFile.readAllEvents(file).stream()
                        .filter(FlightRecording::isWanted)
                        .collect(Collectors.toList());
            } finally {
                Files.delete(file);
            }
        } catch (IOException | IllegalStateException unreadable) {
            System.err.println("tailrace-kpis: a flight recording can't be read: " + unreadable);
        } finally {
            recording.close();
        }
        events = read;
        return read;
    }

    private static boolean isWanted(RecordedEvent event) {
        String name = event.getEventType().getName();
        return name.equals(THROW) || name.equals(TRACE);
    }

    private static Thrown thrown(RecordedEvent event) {
        String type = event.getClass("thrownClass").getName();
        if (event.getStackTrace() == null) {
            return new Thrown(type, "no stack trace", 1);
        }
        List<RecordedFrame> frames = event.getStackTrace().getFrames();
        for (RecordedFrame frame : frames) {
            String owner = frame.getMethod().getType().getName();
            boolean constructor = frame.getMethod().getName().equals("<init>");
            if (!constructor && !owner.startsWith("java.") && !owner.startsWith("jdk.")) {
                return new Thrown(type, owner + "." + frame.getMethod().getName() + ":" + frame.getLineNumber(), 1);
            }
        }
        return new Thrown(type, "in the JDK", 1);
    }

    private static boolean isOnlyTheCall(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        return method.getDescriptor()
                .matches(".*\\)L[\\w/$]*(CompletionStage|CompletableFuture|Publisher|/Mono|/Flux);");
    }

    private static String method(RecordedEvent event) {
        RecordedMethod method = event.getValue("method");
        return method.getType().getName() + "::" + method.getName();
    }
}
