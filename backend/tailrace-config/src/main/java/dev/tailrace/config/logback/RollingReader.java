package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.ElementValues;
import dev.tailrace.config.logback.document.InnerOptions;
import dev.tailrace.config.logback.document.LogbackClasses.Part;
import dev.tailrace.config.logback.document.OptionValue;
import dev.tailrace.config.logback.document.UnknownNames;
import dev.tailrace.config.xml.Element;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rolling and the triggering policy of one appender. Where Logback would not start the appender, the nearest thing that
 * keeps logging to a file is done instead, and a finding says what.
 */
public final class RollingReader {
    /** Logback's default for SizeBasedTriggeringPolicy. */
    public static final long DEFAULT_FILE_SIZE = 10L << 20;

    private static final int DEFAULT_MIN_INDEX = 1;
    private static final int DEFAULT_MAX_INDEX = 7;
    /** Logback reduces maxIndex when it is more than this above minIndex. */
    private static final int WIDEST_WINDOW = 20;

    private static final String PATTERN = "fileNamePattern";
    private static final String OLD_SIZE_POLICY = "timeBasedFileNamingAndTriggeringPolicy";
    /** The element for how often Logback looks at the size; here every line is counted. */
    private static final String INCREMENT = "checkIncrement";

    private static final String[] OF_WINDOW = {PATTERN, "minIndex", "maxIndex"};
    private static final String[] OF_SIZE = {"maxFileSize", INCREMENT};
    private static final String[] OF_TIME = {
        PATTERN, "maxHistory", "totalSizeCap", "cleanHistoryOnStart", INCREMENT, OLD_SIZE_POLICY
    };
    private static final String[] OF_SIZE_AND_TIME = {
        PATTERN, "maxFileSize", "maxHistory", "totalSizeCap", "cleanHistoryOnStart", INCREMENT, OLD_SIZE_POLICY
    };

    private final Document document;
    private final ElementValues values;
    private final Findings findings;
    private final String appender;
    private final @Nullable String file;
    private final int appenderLine;

    private int line;
    private String fileNamePattern = "";
    private int patternLine;

    RollingReader(Document document, String appender, @Nullable String file, int appenderLine) {
        this.document = document;
        this.values = document.values();
        this.findings = values.findings();
        this.appender = appender;
        this.file = file;
        this.appenderLine = appenderLine;
    }

    /** The active file and how it is rolled. {@code last}: the trigger stands behind the policy. */
    DestinationConfig.File read(@Nullable Element policy, @Nullable Element trigger, boolean last, boolean append) {
        Element usable = policy;
        if (usable == null && trigger != null && isTimeBased(values.part(trigger, Part.UNKNOWN))) {
            // In Logback a time-based policy is both, and some files name it only as the trigger.
            usable = trigger;
        }
        if (usable == null) {
            add(
                    FindingCode.NO_ROLLING_POLICY,
                    appenderLine,
                    "The appender " + FindingText.quote(appender) + " has no rollingPolicy; its file is not rolled.");
            return plain(append);
        }
        line = usable.line();
        Element separateTrigger = usable == trigger ? null : trigger;
        switch (values.part(usable, Part.UNKNOWN)) {
            case FIXED_WINDOW -> {
                return fixedWindow(InnerOptions.only(document, usable, appender, OF_WINDOW), separateTrigger);
            }
            case TIME_BASED -> {
                return timeBased(InnerOptions.only(document, usable, appender, OF_TIME), separateTrigger, last, false);
            }
            case SIZE_AND_TIME_BASED -> {
                return timeBased(
                        InnerOptions.only(document, usable, appender, OF_SIZE_AND_TIME), separateTrigger, last, true);
            }
            default -> {
                UnknownNames.reportClass(values, usable, appender, "the file is not rolled.");
                usable.children().stream()
                        .filter(child -> child.optionName().equals(PATTERN))
                        .forEach(child -> fileNamePattern = values.text(child));
                return plain(append);
            }
        }
    }

    private static boolean isTimeBased(Part part) {
        return part == Part.TIME_BASED || part == Part.SIZE_AND_TIME_BASED;
    }

    private DestinationConfig.File plain(boolean append) {
        return new DestinationConfig.File(file == null ? fileFromPattern() : file, append, null);
    }

    private @Nullable String fileFromPattern() {
        if (fileNamePattern.isEmpty()) {
            return null;
        }
        String active = FileNames.activeFile(fileNamePattern);
        add(
                FindingCode.NO_FILE,
                line,
                "The appender " + FindingText.quote(appender) + " has no <file>; " + FindingText.quote(active)
                        + " is used.");
        return active;
    }

    /** Makes sure that there is a usable pattern. */
    private void fileNamePattern(InnerOptions options, String token) {
        fileNamePattern = options.get(PATTERN).text();
        patternLine = options.get(PATTERN).option().textLine();
        if (fileNamePattern.isEmpty()) {
            fileNamePattern = FileNames.with(file == null ? appender + ".log" : file, token);
            patternLine = line;
            add(
                    FindingCode.NO_FILE_NAME_PATTERN,
                    line,
                    "The rolling policy has no fileNamePattern; " + FindingText.quote(fileNamePattern) + " is used.");
        }
        fileNamePattern = FileNames.corrected(fileNamePattern, patternLine, appender, findings);
        fileNamePattern = FileNames.compressible(fileNamePattern, PATTERN, patternLine, appender, findings);
    }

    private DestinationConfig.File fixedWindow(InnerOptions options, @Nullable Element trigger) {
        int minIndex = options.get("minIndex").integer(0, Integer.MAX_VALUE - 100, DEFAULT_MIN_INDEX);
        int maxIndex = options.get("maxIndex").integer(0, Integer.MAX_VALUE, DEFAULT_MAX_INDEX);
        fileNamePattern(options, "%i");
        long size = triggerSize(trigger);
        if (!FileNames.hasIndex(fileNamePattern)) {
            replacePattern(FindingCode.INDEX_MISSING, "no %i", FileNames.with(fileNamePattern, "%i"));
        }
        int usableMax = Math.max(minIndex, Math.min(maxIndex, minIndex + WIDEST_WINDOW));
        if (usableMax != maxIndex) {
            add(
                    FindingCode.BAD_WINDOW,
                    Math.max(
                            options.get("minIndex").option().line(),
                            options.get("maxIndex").option().line()),
                    (maxIndex < minIndex
                                    ? "maxIndex " + maxIndex + " is smaller than minIndex " + minIndex
                                    : "The window from " + minIndex + " to " + maxIndex + " is wider than "
                                            + WIDEST_WINDOW)
                            + "; maxIndex " + usableMax + " is used, as in Logback.");
        }
        String active = file == null ? fileFromPattern() : file;
        return new DestinationConfig.File(
                active, true, new Rolling.FixedWindow(fileNamePattern, minIndex, usableMax, size));
    }

    private long triggerSize(@Nullable Element trigger) {
        if (trigger == null) {
            add(
                    FindingCode.NO_TRIGGER,
                    line,
                    "FixedWindowRollingPolicy has no triggeringPolicy; the file is rolled at 10MB.");
            return DEFAULT_FILE_SIZE;
        }
        if (values.part(trigger, Part.UNKNOWN) != Part.SIZE_TRIGGER) {
            UnknownNames.reportClass(values, trigger, appender, "the file is rolled at 10MB.");
            return DEFAULT_FILE_SIZE;
        }
        return InnerOptions.only(document, trigger, appender, OF_SIZE)
                .get("maxFileSize")
                .size(DEFAULT_FILE_SIZE, "10MB is used.");
    }

    private DestinationConfig.File timeBased(
            InnerOptions options, @Nullable Element trigger, boolean last, boolean bySize) {
        int maxHistory = options.get("maxHistory").integer(0, Integer.MAX_VALUE, 0);
        boolean cleanHistoryOnStart = options.get("cleanHistoryOnStart").bool(false);
        OptionValue cap = options.get("totalSizeCap");
        // 0 is Logback's own way to say "no limit".
        long totalSizeCap = cap.text().equals("0") ? 0 : cap.size(0, "finished files are not limited in size.");
        Element nested = options.element(OLD_SIZE_POLICY);
        InnerOptions older = nested == null ? null : oldSizePolicy(nested);
        OptionValue size = options.get("maxFileSize");
        // SizeAndTimeBasedRollingPolicy makes a trigger of its own, and takes no other.
        size = size.isMissing() && older != null ? older.get("maxFileSize") : size;
        long maxFileSize = size.size(0, "the file is rolled by time only.");
        fileNamePattern(options, "%d");
        long limit = trigger == null ? 0 : besideTime(trigger, last);
        if (limit > 0) {
            maxFileSize = maxFileSize == 0 ? limit : Math.min(maxFileSize, limit);
        }
        if (!FileNames.hasDate(fileNamePattern)) {
            replacePattern(FindingCode.DATE_MISSING, "no %d", FileNames.with(fileNamePattern, "%d{yyyy-MM-dd}"));
        }
        boolean sized = bySize || older != null || limit > 0;
        if (sized && maxFileSize == 0) {
            if (size.isMissing()) {
                add(FindingCode.NO_MAX_FILE_SIZE, line, "maxFileSize is missing; the file is rolled by time only.");
            }
            // The index counts sizes; that it is gone was said with the size.
            fileNamePattern = FileNames.withoutIndex(fileNamePattern);
        } else if (sized && !FileNames.hasIndex(fileNamePattern)) {
            replacePattern(
                    FindingCode.INDEX_MISSING,
                    "no %i, and with Logback the appender writes nothing",
                    FileNames.with(fileNamePattern, "%i"));
        } else if (!sized && FileNames.hasIndex(fileNamePattern)) {
            replacePattern(
                    FindingCode.INDEX_NOT_WANTED,
                    "%i, but nothing limits the size of a file",
                    FileNames.withoutIndex(fileNamePattern));
        }
        if (totalSizeCap > 0 && maxHistory == 0) {
            add(
                    FindingCode.CAP_WITHOUT_HISTORY,
                    cap.option().line(),
                    "totalSizeCap has no effect in Logback without maxHistory; here the oldest finished files beyond"
                            + " it are removed.");
        }
        return new DestinationConfig.File(
                file,
                true,
                new Rolling.TimeBased(fileNamePattern, maxFileSize, maxHistory, totalSizeCap, cleanHistoryOnStart));
    }

    /** The size at which a trigger beside a time-based policy rolls too; 0: none. */
    private long besideTime(Element trigger, boolean last) {
        boolean ignored = !last || values.part(trigger, Part.UNKNOWN) != Part.SIZE_TRIGGER;
        add(
                FindingCode.TRIGGER_IGNORED,
                trigger.line(),
                "A time-based rolling policy is its own trigger; "
                        + (ignored
                                ? "this triggeringPolicy is ignored" + (last ? "." : ", as in Logback.")
                                : "Logback lets this one take its place, never rolls by time, and writes no more once"
                                        + " the file has reached the size. Here both limits hold."));
        return ignored ? 0 : triggerSize(trigger);
    }

    /** The options of the trigger inside of a time-based policy, as Logback 1.1 had it; null when it can't be used. */
    private @Nullable InnerOptions oldSizePolicy(Element nested) {
        Part part = values.part(nested, Part.UNKNOWN);
        if (part == Part.OLD_SIZE_AND_TIME_BASED || part == Part.OLD_SIZE_AND_TIME_BASED_LONG) {
            return InnerOptions.only(document, nested, appender, OF_SIZE);
        }
        UnknownNames.reportClass(values, nested, appender, "the file is rolled by time only.");
        return null;
    }

    private void replacePattern(FindingCode code, String problem, String replacement) {
        add(
                code,
                patternLine,
                "fileNamePattern " + FindingText.quote(fileNamePattern) + " has " + problem + "; "
                        + FindingText.quote(replacement) + " is used.");
        fileNamePattern = replacement;
    }

    private void add(FindingCode code, int line, String cause) {
        findings.add(code, line, appender, cause);
    }
}
