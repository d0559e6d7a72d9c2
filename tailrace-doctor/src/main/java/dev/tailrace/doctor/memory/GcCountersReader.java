package dev.tailrace.doctor.memory;

import dev.tailrace.doctor.evidence.EvidenceReader;
import dev.tailrace.doctor.evidence.Gathering;
import dev.tailrace.doctor.evidence.Input;
import dev.tailrace.doctor.evidence.Lines;
import dev.tailrace.doctor.evidence.Source;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Reads the counters of {@code jcmd PerfCounter.print}. Stateless. */
public final class GcCountersReader implements EvidenceReader {
    private static final int MOST = 5_000;

    /** Reads as described above. */
    public GcCountersReader() {}

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return Heads.isText(head);
    }

    @Override
    public void read(Input input, Gathering to) throws IOException {
        Map<String, Long> values = new HashMap<>();
        long at = 0;
        int first = 0;
        try (Lines lines = Lines.of(input)) {
            for (String line = lines.next(); line != null && values.size() < MOST; line = lines.next()) {
                int equals = line.indexOf('=');
                if (lines.number() == 1 && line.startsWith("at=")) {
                    at = number(line.substring(3));
                } else if (equals > 0 && line.startsWith("sun.")) {
                    long value = number(line.substring(equals + 1));
                    if (value >= 0) {
                        values.put(line.substring(0, equals), value);
                        first = first == 0 ? lines.number() : first;
                    }
                }
            }
        }
        if (values.containsKey("sun.gc.collector.0.invocations")) {
            to.add(new GcCounters(new Source(input.name(), first), Math.max(0, at), values));
        }
    }

    private static long number(String text) {
        double value = Sizes.decimal(text.strip());
        return value >= 0 && value < 9e18 ? (long) value : -1;
    }
}
