package dev.tailrace.probe.archive;

import dev.tailrace.probe.LogWatch;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.TextLines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads what came into log files, as {@link LogWatch} keeps it. Stateless. */
public final class LogFlowReader implements EvidenceReader {
    public static final String TITLE = "tailrace-doctor logs 1";

    private static final int MOST = 100_000;

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return new String(head, 0, Math.min(head.length, 100), StandardCharsets.ISO_8859_1).startsWith(TITLE);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        String[] file = {};
        int line = 0;
        int unread = 0;
        Map<String, Long> loggers = new HashMap<>();
        try (TextLines lines = TextLines.of(input)) {
            lines.next();
            for (String text = lines.next(); text != null && lines.number() < MOST; text = lines.next()) {
                String[] words = text.split(" ", 6);
                if (words.length == 6 && words[0].equals("file")) {
                    unread += give(input, file, line, loggers, to);
                    file = words;
                    line = lines.number();
                    loggers.clear();
                } else if (words.length == 3
                        && words[0].equals("logger")
                        && ContextSwitchesReader.number(words[1]) > 0) {
                    loggers.put(words[2], ContextSwitchesReader.number(words[1]));
                } else {
                    unread++;
                }
            }
        }
        unread += give(input, file, line, loggers, to);
        if (unread > 0) {
            to.add(new ParseProblem(Source.of(input.name()), unread, "They say nothing about a log file."));
        }
    }

    /** How many lines could not be read. */
    private static int give(Input input, String[] words, int line, Map<String, Long> loggers, EvidenceBuilder to) {
        if (words.length == 0) {
            return 0;
        }
        double seconds = ContextSwitchesReader.number(words[1].replace(".", "")) / 1000.0;
        long bytes = ContextSwitchesReader.number(words[2]);
        long readBytes = ContextSwitchesReader.number(words[3]);
        long readLines = ContextSwitchesReader.number(words[4]);
        if (seconds <= 0 || bytes < 0 || readBytes < 0 || readLines < 0) {
            return 1;
        }
        to.add(new LogFlow(new Source(input.name(), line), words[5], seconds, bytes, readBytes, readLines, loggers));
        return 0;
    }
}
