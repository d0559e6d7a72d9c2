package dev.tailrace.doctor.memory;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the counters of {@code jcmd PerfCounter.print}, and series of them as doctor keeps them: after each line {@code at=MILLIS} what has
 * changed since the one before. Stateless.
 */
public final class GcCountersReader implements EvidenceReader {
    private static final int MOST = 5_000;
    private static final int MOST_LOOKS = 10_000;
    private static final String AT = "at=";

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return TextSniffer.isText(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        Look look = new Look();
        int looks = 0;
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null && looks < MOST_LOOKS; line = lines.next()) {
                // Such a line in another file would be anybody's.
                boolean next = line.startsWith(AT) && (lines.number() == 1 || look.at > 0);
                if (next) {
                    looks += look.give(input, to);
                    look.at = Math.max(0, Sizes.whole(line.substring(AT.length())));
                    look.first = lines.number();
                } else if (line.startsWith("sun.")) {
                    look.take(line, lines.number());
                }
            }
        }
        look.give(input, to);
    }

    /** The counters read since the last moment, and before it. */
    private static final class Look {
        private final Map<String, Long> values = new HashMap<>();
        private final Map<String, String> texts = new HashMap<>();
        private long at;
        private int first;

        void take(String line, int number) {
            int equals = line.indexOf('=');
            if (equals < 0 || values.size() + texts.size() >= MOST) {
                return;
            }
            String name = line.substring(0, equals);
            String value = line.substring(equals + 1);
            if (value.length() > 1 && value.startsWith("\"") && value.endsWith("\"")) {
                texts.put(name, value.substring(1, value.length() - 1));
                return;
            }
            long counter = Sizes.whole(value);
            if (counter >= 0) {
                values.put(name, counter);
                first = first == 0 ? number : first;
            }
        }

        int give(Input input, EvidenceBuilder to) {
            GcCounters counters = new GcCounters(new Source(input.name(), first), at, values, texts);
            if (!counters.hasCollections()) {
                return 0;
            }
            to.add(counters);
            return 1;
        }
    }
}
