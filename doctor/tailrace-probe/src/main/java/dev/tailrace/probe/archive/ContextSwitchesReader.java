package dev.tailrace.probe.archive;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Takes {@link ContextSwitches} from {@code /proc}, and reads them from an archive. Stateless. */
public final class ContextSwitchesReader implements EvidenceReader {
    private static final String TITLE = "tailrace-doctor switches 1 ";
    private static final String FIELD = "voluntary_ctxt_switches:";
    private static final int MOST_THREADS = 100_000;

    /** The text for an archive about a process now; empty where there is no {@code /proc}. */
    public static String text(Proc proc) {
        StringBuilder text = new StringBuilder(TITLE).append(System.nanoTime()).append('\n');
        int title = text.length();
        proc.list("task").forEach(task -> text.append(line(task)));
        return text.length() == title ? "" : text.toString();
    }

    /** One line of text: the thread's id, its number of context switches and its name. Empty when the thread has ended. */
    private static String line(Path task) {
        try {
            Optional<String> field = Files.readString(task.resolve("status"), StandardCharsets.ISO_8859_1)
                    .lines()
                    .filter(each -> each.startsWith(FIELD))
                    .findFirst();
            String name = Files.readString(task.resolve("comm"), StandardCharsets.ISO_8859_1)
                    .strip();
            return field.map(each -> task.getFileName() + " "
                            + each.substring(FIELD.length()).strip() + " " + name + "\n")
                    .orElse("");
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return new String(head, 0, Math.min(head.length, 100), StandardCharsets.ISO_8859_1).startsWith(TITLE);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        Map<Long, Long> counts = new HashMap<>();
        Map<Long, String> names = new HashMap<>();
        int unread = 0;
        try (TextLines lines = TextLines.of(input)) {
            String title = lines.next();
            long at = number(title == null ? "" : title.substring(TITLE.length()));
            for (String line = lines.next(); line != null && counts.size() < MOST_THREADS; line = lines.next()) {
                String[] words = line.split(" ", 3);
                long thread = number(words[0]);
                long count = words.length == 3 ? number(words[1]) : -1;
                if (thread < 0 || count < 0) {
                    unread++;
                } else {
                    counts.put(thread, count);
                    names.put(thread, words[2]);
                }
            }
            if (at < 0 || counts.isEmpty()) {
                to.add(ParseProblem.all(input.name(), "It lists no context switches of threads."));
                return;
            }
            to.add(new ContextSwitches(Source.of(input.name()), at, counts, names));
        }
        if (unread > 0) {
            to.add(new ParseProblem(Source.of(input.name()), unread, "They are no switches of threads."));
        }
    }

    static long number(String digits) {
        try {
            return Long.parseLong(digits.strip());
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
