package dev.tailrace.probe;

import dev.tailrace.probe.archive.ArchiveWriter;
import dev.tailrace.probe.jvm.Connection;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.RefusalCode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks the target for one thing after the other, keeps count of what each cost, and puts the answers away. Not thread-safe. */
final class Session {
    /** How a command stops the application. */
    enum Stop {
        /** As long as the JVM's counters say; where it keeps none, from its beginning to its end, as that is visible from outside. */
        THROUGHOUT,
        /** Only as long as the JVM's own thread works for it. */
        BRIEFLY
    }

    private final Connection connection;
    private final Meter meter;
    private final OverheadBudget overheadBudget;
    private final ArchiveWriter archive;
    private final Map<String, String> origins = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();
    private double recordingBefore;

    Session(Connection connection, Meter meter, OverheadBudget overheadBudget, ArchiveWriter archive) {
        this.connection = connection;
        this.meter = meter;
        this.overheadBudget = overheadBudget;
        this.archive = archive;
        this.recordingBefore = meter.recording();
    }

    /**
     * Has the target carry out a command.
     *
     * @return the answer; null when the target refused, which is noted
     */
    @Nullable
    String ask(String what, String command, Stop stop) throws LiveException {
        return measured(what, command.split(" ", 2)[0], stop, () -> connection.run(command));
    }

    /**
     * Has the target load an agent and run it.
     *
     * @return whether it did; when the target refused, that is noted
     */
    boolean load(String what, String jar, String argument) throws LiveException {
        String answer = measured(what, "Loading the agent", Stop.BRIEFLY, () -> {
            connection.load(jar, argument);
            return "";
        });
        return answer != null;
    }

    /** Something that the target answers. */
    private interface Question {
        String ask() throws LiveException, IOException;
    }

    private @Nullable String measured(String what, String name, Stop stop, Question question) throws LiveException {
        double answering = meter.answering();
        double stopping = meter.stopping();
        double stopped = meter.stopped();
        long begin = System.nanoTime();
        try {
            return question.ask();
        } catch (IOException e) {
            notes.add(name + " failed: " + firstLine(String.valueOf(e.getMessage())));
            return null;
        } finally {
            double seconds = (System.nanoTime() - begin) / 1e9;
            double counted = Math.max(0, meter.stopped() - stopped);
            double pause = stop == Stop.BRIEFLY
                    ? Math.max(0, meter.stopping() - stopping)
                    // On a busy machine the answer takes long, and most of that is no pause: it waits for a processor.
                    : Double.isNaN(counted) ? seconds : Math.min(seconds, counted);
            overheadBudget.add(what, pause, Math.max(0, meter.answering() - answering));
        }
    }

    /** Counts what the flight recorder's own threads did since the last time. */
    void countRecording() {
        double now = meter.recording();
        overheadBudget.addBesides(FlightSession.WHAT, now - recordingBefore);
        recordingBefore = now;
    }

    /** Threads may have begun that were not there before. */
    void refresh() {
        meter.refresh();
        recordingBefore = Math.min(recordingBefore, meter.recording());
    }

    void put(String entry, String origin, String text) throws LiveException {
        try {
            archive.put(entry, text);
            origins.put(entry, origin);
        } catch (IOException e) {
            throw notWritable(e);
        }
    }

    static LiveException notWritable(IOException e) {
        return new LiveException(RefusalCode.NOT_WRITABLE, "The archive can't be written: " + e.getMessage() + ".");
    }

    private static String firstLine(String text) {
        String line = text.strip().lines().findFirst().orElse("no reason given");
        return (line.length() > 200 ? line.substring(0, 200) : line) + (line.endsWith(".") ? "" : ".");
    }

    void note(String sentence) {
        if (!notes.contains(sentence)) {
            notes.add(sentence);
        }
    }

    ArchiveWriter archive() {
        return archive;
    }

    OverheadBudget spending() {
        return overheadBudget;
    }

    Map<String, String> origins() {
        return origins;
    }

    List<String> notes() {
        return notes;
    }
}
