package dev.tailrace.config.logback;

import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import org.jspecify.annotations.Nullable;

/** Whether an appender's file is written compressed from its first line on. */
public final class StreamedFile {
    private StreamedFile() {}

    /** The file, written compressed if its settings ask for it and its pattern allows it; that it doesn't is a finding. */
    public static DestinationConfig.File of(
            DestinationConfig.File file, TailraceSettings settings, Findings findings, int line, String appender) {
        if (!settings.lines().streaming()) {
            return file;
        }
        Rolling rolling = file.rolling();
        @Nullable String pattern = rolling == null ? null : rolling.fileNamePattern();
        if (pattern != null && FileNames.canStream(pattern)) {
            return file.with(file.options().withStreaming(true));
        }
        findings.add(
                FindingCode.STREAMING_IMPOSSIBLE,
                line,
                appender,
                pattern == null
                        ? "The file of the appender " + FindingText.quote(appender)
                                + " is not rolled, so that it is written as it is, not compressed."
                        : "The pattern " + FindingText.quote(pattern)
                                + " ends in neither .gz nor .zst, so that the file is written as it is, and compressed"
                                + " when it is rolled, if its pattern says so.");
        return file;
    }
}
