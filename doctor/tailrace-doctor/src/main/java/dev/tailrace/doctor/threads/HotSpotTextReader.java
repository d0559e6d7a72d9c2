package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;

/** Dumps as text, of JDK 6 to 25, wherever they are in a file. */
final class HotSpotTextReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        // A dump may begin anywhere in a log of any size.
        return !DumpSniffer.isBinary(head) && !JsonDumpReader.isOne(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        try (TextLines lines = TextLines.of(input)) {
            new HotSpotText(input.name(), to).read(lines);
        }
    }
}
