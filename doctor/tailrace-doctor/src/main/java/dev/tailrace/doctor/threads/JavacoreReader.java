package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

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
        List<Javacore> cores = new ArrayList<>();
        StackPool pool = new StackPool();
        try (TextLines lines = TextLines.of(input)) {
            for (String line = lines.next(); line != null; line = lines.next()) {
                Source source = new Source(input.name(), lines.number());
                Excerpt.pieces(line, piece -> accept(bare(piece), source, cores, pool));
            }
        }
        cores.forEach(each -> each.finish(to));
    }

    private static void accept(String line, Source source, List<Javacore> cores, StackPool pool) {
        boolean title = line.startsWith("0SECTION ") && line.contains("TITLE");
        boolean excerpt =
                line.startsWith("1TISIGINFO ") || line.startsWith("1LKDEADLOCK ") || line.startsWith("3XMTHREADINFO ");
        if (title || (cores.isEmpty() && excerpt)) {
            cores.add(new Javacore(source, pool));
        }
        if (!cores.isEmpty()) {
            cores.get(cores.size() - 1).accept(line, source);
        }
    }

    /** Without indentation, and without the asterisks with which Markdown makes a part of a line bold. */
    private static String bare(String line) {
        String text = line.stripLeading();
        return text.contains("**") && !text.startsWith("NULL") ? text.replace("**", "") : text;
    }
}
