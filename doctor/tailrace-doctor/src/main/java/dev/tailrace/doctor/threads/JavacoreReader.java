package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** OpenJ9's javacores, of its Java 5 to its Java 25; several in a file if need be. */
final class JavacoreReader implements EvidenceReader {
    @Override
    public boolean mayRead(Input input, byte[] head) {
        return DumpSniffer.contains(head, "0SECTION ")
                || DumpSniffer.contains(head, "1TISIGINFO ")
                || DumpSniffer.contains(head, "1LKDEADLOCK ")
                || DumpSniffer.contains(head, "3XMTHREADINFO ");
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        Cores cores = new Cores(to);
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                Source source = new Source(input.name(), lines.number());
                Excerpt.pieces(line, piece -> cores.accept(piece, source));
            }
        }
        cores.finish();
    }

    /** The javacores of a file, one after the other. */
    private static final class Cores {
        private final StackPool pool = new StackPool();
        private final EvidenceBuilder to;
        private @Nullable Javacore core;

        Cores(EvidenceBuilder to) {
            this.to = to;
        }

        void accept(String piece, Source source) {
            String line = bare(piece);
            boolean title = line.startsWith("0SECTION ") && line.contains("TITLE");
            boolean excerpt = line.startsWith("1TISIGINFO ")
                    || line.startsWith("1LKDEADLOCK ")
                    || line.startsWith("3XMTHREADINFO ");
            if (title) {
                finish();
            }
            if (title || (core == null && excerpt)) {
                core = new Javacore(source, pool);
            }
            if (core != null) {
                core.accept(line, source);
            }
        }

        /** Without indentation, and without the asterisks with which Markdown makes a part of a line bold. */
        private static String bare(String line) {
            String text = line.stripLeading();
            return text.contains("**") && !text.startsWith("NULL") ? text.replace("**", "") : text;
        }

        void finish() {
            if (core != null) {
                core.finish(to);
                core = null;
            }
        }
    }
}
