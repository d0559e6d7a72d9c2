package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;

/**
 * Reads logs of the garbage collection: unified logging of JDK 9 to 25 (Serial, Parallel, CMS, G1, ZGC, Shenandoah), what JDK 5
 * to 8 wrote, and OpenJ9's XML, also amid the lines of an application. Stateless.
 */
public final class GcLogReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        return TextSniffer.isText(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        GcCollecting log = new GcCollecting();
        UnifiedGc unified = new UnifiedGc(log);
        ClassicGc classic = new ClassicGc(log);
        ShenandoahOf8 shenandoah = new ShenandoahOf8(unified, log);
        VerboseGc verbose = new VerboseGc(log);
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                UnifiedLine decorated = line.contains("[gc") || line.contains("GC(") ? UnifiedLine.of(line) : null;
                if (decorated != null) {
                    unified.read(decorated, lines.number());
                } else if (!verbose.read(line, lines.number()) && !shenandoah.read(line, lines.number())) {
                    classic.read(line, lines.number());
                }
            }
        }
        classic.giveUp();
        log.finish(input.name(), to);
    }
}
