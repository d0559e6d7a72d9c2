package dev.tailrace.probe.archive;

import dev.tailrace.probe.evidence.EvidenceItem;
import dev.tailrace.probe.evidence.Source;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;

/**
 * The circumstances under which doctor looked at a process, and what is visible from outside of it. Immutable.
 *
 * @param pid of the process
 * @param jvm as the JVM names itself
 * @param command how the process was started: what {@code VM.command_line} says, without passwords
 * @param properties of the system as the process sees them, without passwords
 * @param began the machine's clock at the beginning, in milliseconds since 1970
 * @param zone the time zone of the machine, such as {@code Europe/Berlin}
 * @param processors that the machine has
 * @param runnable threads of all processes that ran or wanted to, in the mean; -1: not known
 * @param disturbance of the process by the looking
 * @param files that the process has open for writing
 * @param streams where its standard output and standard error go; empty when that is not known
 * @param origins where the entries of the archive come from, by the entry's name
 * @param notes what was left out or failed, and why: each a sentence
 */
public record LiveRecording(
        Source source,
        long pid,
        String jvm,
        String command,
        Map<String, String> properties,
        long began,
        String zone,
        int processors,
        double runnable,
        Overhead disturbance,
        List<OpenFile> files,
        List<StandardStream> streams,
        Map<String, String> origins,
        List<String> notes)
        implements EvidenceItem {
    public LiveRecording {
        properties = Map.copyOf(properties);
        files = List.copyOf(files);
        streams = List.copyOf(streams);
        origins = Map.copyOf(origins);
        notes = List.copyOf(notes);
    }

    /** The time zone of the machine; UTC where the archive names none. */
    public ZoneId zoneId() {
        try {
            return ZoneId.of(zone);
        } catch (DateTimeException e) {
            return ZoneOffset.UTC;
        }
    }

    /** Whether at least twice as many threads wanted a processor as there are processors. */
    public boolean isOverloaded() {
        return runnable >= Math.max(2 * processors, processors + 2);
    }
}
