package dev.tailrace.doctor.threads;

import com.google.gson.JsonParseException;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.MalformedJsonException;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;

/**
 * Dumps as JSON: those that JDK 21 and newer write with {@code Thread.dump_to_file}, which have the virtual threads, and those made of
 * {@code java.lang.management.ThreadInfo}, such as Spring Boot's {@code /actuator/threaddump} and its older {@code /dump}.
 */
final class JsonDumpReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        return isOne(head);
    }

    /** Whether a file that begins like this is such a dump as a whole. */
    static boolean isOne(byte[] head) {
        return DumpSniffer.json(head) >= 0
                && (DumpSniffer.contains(head, "\"threadDump\"")
                        || (DumpSniffer.contains(head, "\"thread_name\"")
                                && DumpSniffer.contains(head, "\"thread_state\""))
                        || (DumpSniffer.contains(head, "\"threadName\"")
                                && (DumpSniffer.contains(head, "\"threadState\"")
                                        || DumpSniffer.contains(head, "\"stackTrace\""))));
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        JsonDump dump = new JsonDump(input.name());
        String trouble = "";
        try (JsonReader json = DumpSniffer.openJson(input)) {
            dump.read(json);
        } catch (EOFException e) {
            trouble = "It ends too early";
        } catch (MalformedJsonException | JsonParseException | IllegalStateException | NumberFormatException e) {
            trouble = e.getCause() instanceof EOFException
                    ? "It ends too early"
                    : "It is no such JSON as a JVM or Spring Boot writes";
        }
        List<ThreadInfo> threads = dump.threads();
        if (threads.isEmpty()) {
            to.add(ParseProblem.all(
                    input.name(), (trouble.isEmpty() ? "It is JSON" : trouble) + ", and no thread was found in it."));
            return;
        }
        Source source = new Source(input.name(), 1);
        to.add(new ThreadSample(Source.of(input.name()), dump.time, dump.version, threads, List.of()));
        if (!trouble.isEmpty()) {
            to.add(new ParseProblem(source, 0, trouble + ": threads may be missing."));
        }
        if (threads.stream().allMatch(each -> each.frames().isEmpty())) {
            to.add(ParseProblem.decisive(source, 0, "The thread dump has no stack that doctor understands."));
        }
    }
}
