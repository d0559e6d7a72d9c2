package dev.tailrace.config.logback;

import dev.tailrace.config.logback.document.Document;
import dev.tailrace.config.logback.document.LogbackClasses;
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

    private final Document document;
    private final Findings findings;
    private final String appender;
    private final @Nullable String file;
    private final int appenderLine;

    private int line;
    private String fileNamePattern = "";
    private int patternLine;
    private int minIndex = DEFAULT_MIN_INDEX;
    private int maxIndex = DEFAULT_MAX_INDEX;
    private int indexLine;
    private long maxFileSize;
    private boolean sizeGiven;
    private boolean hasOwnLimit;
    private boolean sized;
    private int maxHistory;
    private long totalSizeCap;
    private int capLine;
    private boolean cleanHistoryOnStart;

    RollingReader(Document document, String appender, @Nullable String file, int appenderLine) {
        this.document = document;
        this.findings = document.findings();
        this.appender = appender;
        this.file = file;
        this.appenderLine = appenderLine;
    }

    /** The active file and how it is rolled. */
    DestinationConfig.File read(@Nullable Element policy, @Nullable Element trigger, boolean append) {
        Element usable = policy;
        if (usable == null && trigger != null && isTimeBased(document.part(trigger, LogbackClasses.Part.UNKNOWN))) {
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
        LogbackClasses.Part part = document.part(usable, LogbackClasses.Part.UNKNOWN);
        if (part != LogbackClasses.Part.FIXED_WINDOW && !isTimeBased(part)) {
            document.unknownClass(usable, appender, "the file is not rolled.");
            usable.children().stream()
                    .filter(child -> child.optionName().equals("fileNamePattern"))
                    .forEach(child -> fileNamePattern = document.text(child));
            return plain(append);
        }
        options(usable, part);
        Element separateTrigger = usable == trigger ? null : trigger;
        fileNamePattern(part == LogbackClasses.Part.FIXED_WINDOW ? "%i" : "%d");
        return part == LogbackClasses.Part.FIXED_WINDOW ? fixedWindow(separateTrigger) : timeBased(separateTrigger);
    }

    private static boolean isTimeBased(LogbackClasses.Part part) {
        return part == LogbackClasses.Part.TIME_BASED || part == LogbackClasses.Part.SIZE_AND_TIME_BASED;
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

    private void options(Element policy, LogbackClasses.Part part) {
        document.onlyAttributes(policy, "class");
        document.noText(policy);
        sized = part == LogbackClasses.Part.SIZE_AND_TIME_BASED;
        boolean window = part == LogbackClasses.Part.FIXED_WINDOW;
        document.eachOption(policy, option -> {
            String name = option.optionName();
            if (name.equals("fileNamePattern")) {
                fileNamePattern = document.text(option);
                patternLine = option.textLine();
            } else if (window ? !windowOption(name, option) : !timeOption(name, option)) {
                document.unknownOption(option, policy, appender);
            }
        });
    }

    private boolean windowOption(String name, Element option) {
        switch (name) {
            case "minIndex" -> {
                minIndex = document.integer(option, 0, Integer.MAX_VALUE - 100, DEFAULT_MIN_INDEX, appender);
                indexLine = option.line();
            }
            case "maxIndex" -> {
                maxIndex = document.integer(option, 0, Integer.MAX_VALUE, DEFAULT_MAX_INDEX, appender);
                indexLine = option.line();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean timeOption(String name, Element option) {
        switch (name) {
            case "maxHistory" -> maxHistory = document.integer(option, 0, Integer.MAX_VALUE, 0, appender);
            case "totalSizeCap" -> {
                totalSizeCap = zeroOrSize(option);
                capLine = option.line();
            }
            case "cleanHistoryOnStart" -> cleanHistoryOnStart = document.bool(option, false, appender);
            case "maxFileSize" -> {
                if (!sized) {
                    return false;
                }
                hasOwnLimit = true;
                maxFileSize(option);
            }
            case "checkIncrement" -> {
                // How often Logback looks at the size; here every line is counted.
            }
            case "timeBasedFileNamingAndTriggeringPolicy" -> oldSizePolicy(option);
            default -> {
                return false;
            }
        }
        return true;
    }

    private long zeroOrSize(Element option) {
        // 0 is Logback's own way to say "no limit".
        return document.text(option).equals("0")
                ? 0
                : document.size(option, 0, appender, "finished files are not limited in size.");
    }

    private void maxFileSize(Element option) {
        sizeGiven = true;
        maxFileSize = document.size(option, 0, appender, "the file is rolled by time only.");
    }

    private void oldSizePolicy(Element nested) {
        LogbackClasses.Part part = document.part(nested, LogbackClasses.Part.UNKNOWN);
        if (part != LogbackClasses.Part.OLD_SIZE_AND_TIME_BASED && part != LogbackClasses.Part.OLD_SIZE_AND_TIME_BASED_LONG) {
            document.unknownClass(nested, appender, "the file is rolled by time only.");
            return;
        }
        sized = true;
        document.onlyAttributes(nested, "class");
        document.noText(nested);
        document.eachOption(nested, option -> {
            switch (option.optionName()) {
                case "maxFileSize" -> {
                    // SizeAndTimeBasedRollingPolicy makes a trigger of its own, and takes no other.
                    if (!hasOwnLimit) {
                        maxFileSize(option);
                    }
                }
                case "checkIncrement" -> {
                    // As above.
                }
                default -> document.unknownOption(option, nested, appender);
            }
        });
    }

    /** Makes sure that there is a usable pattern. */
    private void fileNamePattern(String token) {
        if (fileNamePattern.isEmpty()) {
            fileNamePattern = FileNames.with(file == null ? appender + ".log" : file, token);
            patternLine = line;
            add(
                    FindingCode.NO_FILE_NAME_PATTERN,
                    line,
                    "The rolling policy has no fileNamePattern; " + FindingText.quote(fileNamePattern) + " is used.");
        }
        fileNamePattern = FileNames.corrected(fileNamePattern, patternLine, appender, findings);
        fileNamePattern = FileNames.compressible(fileNamePattern, "fileNamePattern", patternLine, appender, findings);
    }

    private DestinationConfig.File fixedWindow(@Nullable Element trigger) {
        long size = DEFAULT_FILE_SIZE;
        LogbackClasses.Part part =
                trigger == null ? LogbackClasses.Part.UNKNOWN : document.part(trigger, LogbackClasses.Part.UNKNOWN);
        if (trigger == null) {
            add(
                    FindingCode.NO_TRIGGER,
                    line,
                    "FixedWindowRollingPolicy has no triggeringPolicy; the file is rolled at 10MB.");
        } else if (part != LogbackClasses.Part.SIZE_TRIGGER) {
            document.unknownClass(trigger, appender, "the file is rolled at 10MB.");
        } else {
            size = triggerSize(trigger);
        }
        if (!FileNames.hasIndex(fileNamePattern)) {
            replacePattern(FindingCode.INDEX_MISSING, "no %i", FileNames.with(fileNamePattern, "%i"));
        }
        if (maxIndex < minIndex) {
            window("maxIndex " + maxIndex + " is smaller than minIndex " + minIndex, minIndex);
        } else if (maxIndex - minIndex > WIDEST_WINDOW) {
            window(
                    "The window from " + minIndex + " to " + maxIndex + " is wider than " + WIDEST_WINDOW,
                    minIndex + WIDEST_WINDOW);
        }
        String active = file == null ? fileFromPattern() : file;
        return new DestinationConfig.File(
                active, true, new Rolling.FixedWindow(fileNamePattern, minIndex, maxIndex, size));
    }

    private void window(String problem, int newMaxIndex) {
        maxIndex = newMaxIndex;
        add(FindingCode.BAD_WINDOW, indexLine, problem + "; maxIndex " + newMaxIndex + " is used, as in Logback.");
    }

    private long triggerSize(Element trigger) {
        document.onlyAttributes(trigger, "class");
        document.noText(trigger);
        long[] size = {DEFAULT_FILE_SIZE};
        document.eachOption(trigger, option -> {
            switch (option.optionName()) {
                case "maxFileSize" -> size[0] = document.size(option, DEFAULT_FILE_SIZE, appender, "10MB is used.");
                case "checkIncrement" -> {
                    // Every line is counted.
                }
                default -> document.unknownOption(option, trigger, appender);
            }
        });
        return size[0];
    }

    private DestinationConfig.File timeBased(@Nullable Element trigger) {
        if (trigger != null) {
            add(
                    FindingCode.TRIGGER_IGNORED,
                    trigger.line(),
                    "A time-based rolling policy is its own trigger; this triggeringPolicy is ignored, as in Logback.");
        }
        if (!FileNames.hasDate(fileNamePattern)) {
            replacePattern(FindingCode.DATE_MISSING, "no %d", FileNames.with(fileNamePattern, "%d{yyyy-MM-dd}"));
        }
        if (sized && maxFileSize == 0) {
            sized = false;
            if (!sizeGiven) {
                add(FindingCode.NO_MAX_FILE_SIZE, line, "maxFileSize is missing; the file is rolled by time only.");
            }
            // The index counts sizes; that it is gone was said with the size.
            fileNamePattern = FileNames.withoutIndex(fileNamePattern);
        } else if (sized && !FileNames.hasIndex(fileNamePattern)) {
            replacePattern(FindingCode.INDEX_MISSING, "no %i", FileNames.with(fileNamePattern, "%i"));
        } else if (!sized && FileNames.hasIndex(fileNamePattern)) {
            replacePattern(
                    FindingCode.INDEX_NOT_WANTED,
                    "%i, but nothing limits the size of a file",
                    FileNames.withoutIndex(fileNamePattern));
        }
        if (totalSizeCap > 0 && maxHistory == 0) {
            add(
                    FindingCode.CAP_WITHOUT_HISTORY,
                    capLine,
                    "totalSizeCap has no effect in Logback without maxHistory; here the oldest finished files beyond it are"
                            + " removed.");
        }
        return new DestinationConfig.File(
                file,
                true,
                new Rolling.TimeBased(
                        fileNamePattern, sized ? maxFileSize : 0, maxHistory, totalSizeCap, cleanHistoryOnStart));
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
