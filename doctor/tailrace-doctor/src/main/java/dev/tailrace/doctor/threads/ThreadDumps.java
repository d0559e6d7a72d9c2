package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceReader;
import java.util.List;

/** All that reads thread dumps. */
public final class ThreadDumps {
    private ThreadDumps() {}

    /** The readers, which add {@link dev.tailrace.probe.evidence.ThreadSample}s. Each can be used by one thread at a time. */
    public static List<EvidenceReader> readers() {
        return List.of(new HotSpotTextReader(), new PlainDumpReader(), new JsonDumpReader(), new JavacoreReader());
    }
}
