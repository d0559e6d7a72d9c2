package dev.tailrace.finding;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A message that the user should know, with a stable code and a remedy. Made by {@link #of}, refined by the other methods: {@code
 * Finding.of(FILE_IS_DIRECTORY, "\"/var/log\" is a directory.").about("FILE")}.
 *
 * @param cause what is wrong here, in one plain sentence with the offending value
 * @param consumer the affected appender, logger or lane, if it is a single one
 * @param file the file it was found in, if any
 * @param line the line there, counted from 1; 0 when there is none
 */
public record Finding(
        FindingCode code,
        String cause,
        @Nullable String consumer,
        @Nullable String file,
        int line,
        List<String> evidence,
        String remedy) {

    public Finding {
        evidence = List.copyOf(evidence);
    }

    /** A finding with the code's own remedy. */
    public static Finding of(FindingCode code, String cause) {
        return new Finding(code, cause, null, null, 0, List.of(), code.remedy());
    }

    /** This finding at a file and line. */
    public Finding at(@Nullable String file, int line) {
        return new Finding(code, cause, consumer, file, line, evidence, remedy);
    }

    /** This finding about an appender, logger or lane. */
    public Finding about(@Nullable String consumer) {
        return new Finding(code, cause, consumer, file, line, evidence, remedy);
    }

    /** This finding with a remedy for this very case. */
    public Finding remedy(String remedy) {
        return new Finding(code, cause, consumer, file, line, evidence, remedy);
    }

    /** This finding with its evidence. */
    public Finding evidence(List<String> evidence) {
        return new Finding(code, cause, consumer, file, line, evidence, remedy);
    }

    public FindingCode.Severity severity() {
        return code.severity();
    }

    /**
     * The text for standard error: at most 80 columns wide where words allow it, without a line end after the last line, and
     * without control characters, whatever the configuration contains.
     */
    public String format() {
        return FindingText.of(this);
    }
}
