package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Gathering;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Lines;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** OpenJ9's javacores, of its Java 5 to its Java 25; several in a file if need be. */
final class JavacoreReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        return Heads.contains(head, "0SECTION ") || Heads.contains(head, "1TISIGINFO ");
    }

    @Override
    public void read(Input input, Gathering to) throws IOException {
        StackPool pool = new StackPool();
        Javacore core = null;
        try (Lines lines = Lines.of(input)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                Source source = new Source(input.name(), lines.number());
                if (line.startsWith("0SECTION ") && line.contains("TITLE")) {
                    finish(core, to);
                    core = new Javacore(source, pool);
                } else if (core == null && line.startsWith("1TISIGINFO ")) {
                    core = new Javacore(source, pool);
                }
                if (core != null) {
                    core.accept(line, source);
                }
            }
        }
        finish(core, to);
    }

    private static void finish(@Nullable Javacore core, Gathering to) {
        if (core != null) {
            core.finish(to);
        }
    }
}
