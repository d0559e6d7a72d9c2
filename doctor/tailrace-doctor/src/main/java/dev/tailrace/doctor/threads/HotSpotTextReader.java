package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Gathering;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Lines;
import java.io.IOException;

/** Dumps as text, of JDK 6 to 25, wherever they are in a file. */
final class HotSpotTextReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        // A dump may begin anywhere in a log of any size.
        return !Heads.isBinary(head) && !JsonDumpReader.isOne(head);
    }

    @Override
    public void read(Input input, Gathering to) throws IOException {
        try (Lines lines = Lines.of(input)) {
            new HotSpotText(input.name(), to).read(lines);
        }
    }
}
