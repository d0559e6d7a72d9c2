package dev.tailrace.config.log4j;

import dev.tailrace.config.xml.FileNames;
import dev.tailrace.config.xml.Findings;
import dev.tailrace.destination.CronSchedule;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.destination.RollingOptions;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file, the triggering policies and the rollover strategy of one RollingFile appender. Where Log4j would not start the
 * appender, the nearest thing that keeps logging to a file is done instead, and a finding says what.
 */
final class Log4jRolling {
    private static final long DEFAULT_FILE_SIZE = 10L << 20;
    private static final int MOST_PERIODS = 1_000_000;
    /** Beyond it the interval was taken for seconds. */
    private static final long LONGEST_SPAN_MILLIS = 366 * 86_400_000L;

    private static final String MIDNIGHT = "0 0 0 * * ?";
    private static final int MOMENTS_TO_LOOK_AT = 400;
    private static final String DAILY = "%d{yyyy-MM-dd}";
    private static final Pattern SIZE =
            Pattern.compile("([0-9]{1,15})(?:[.,]([0-9]{1,9}))?\\s*(|k|m|g|t)b?", Pattern.CASE_INSENSITIVE);

    private final Log4jNode node;
    private final Log4jDocument document;
    private final Findings findings;
    private final String appender;
    private @Nullable String file;
    private Log4jFilePattern filePattern = Log4jFilePattern.of("");
    private String pattern = "";
    private int patternLine;
    private boolean triggered;
    private boolean timed;
    private long size;
    private long startSize = -1;
    private int interval = 1;
    private RollingOptions.@Nullable Schedule schedule;
    private boolean modulate;
    /** Whether there is a policy that isn't known. */
    private boolean unknownPolicy;

    Log4jRolling(Log4jNode node, Log4jDocument document, String appender) {
        this.node = node;
        this.document = document;
        this.findings = document.findings();
        this.appender = appender;
    }

    /** The name of the active file; null when there is none, which is a finding if it can't exist. */
    static @Nullable String fileName(Log4jNode node, Log4jDocument document, String appender) {
        String file = node.value("fileName");
        if (file == null || file.isEmpty()) {
            return null;
        }
        if (!FileNames.isPath(file)) {
            document.findings()
                    .add(
                            FindingCode.NO_FILE,
                            node.line("fileName"),
                            appender,
                            "The file " + FindingText.quote(file) + " can't exist on this system.");
            return null;
        }
        return file;
    }

    /** Reads the options of all appenders that write files. */
    static void commonFileOptions(Log4jNode node, String appender) {
        // Batches take the place of buffers, and any number of processes can write a file.
        node.accept("immediateFlush", "bufferedIo", "bufferSize", "locking", "advertiseUri");
        node.refuse("advertise", appender, "there is no service to advertise the file to.");
        node.refuse("createOnDemand", appender, "the file is there from the start on.");
        node.refuse("filePermissions", appender, "the file's permissions follow the umask.");
        node.refuse("fileOwner", appender, "the file belongs to the user of the process.");
        node.refuse("fileGroup", appender, "the file belongs to the group of the process.");
    }

    DestinationConfig read() {
        file = fileName(node, document, appender);
        commonFileOptions(node, appender);
        boolean append = node.bool("append", true, appender);
        readPattern();
        policies();
        Log4jStrategy strategy = Log4jStrategy.of(node, document, appender, file == null);
        if (file == null && pattern.isEmpty()) {
            add(
                    FindingCode.NO_FILE,
                    node.line(),
                    "The appender " + FindingText.quote(appender)
                            + " has neither a fileName nor a filePattern; its events go to the console.",
                    "Add fileName=\"path/name.log\".");
            return new DestinationConfig.Console(false);
        }
        if (!triggered) {
            add(
                    FindingCode.NO_TRIGGER,
                    node.line(),
                    "The appender " + FindingText.quote(appender)
                            + " has no triggering policy, so that Log4j doesn't start it; here its file is not rolled.",
                    "Add <Policies> with a SizeBasedTriggeringPolicy or a TimeBasedTriggeringPolicy.");
            return new DestinationConfig.File(file == null ? FileNames.activeFile(pattern) : file, append, null);
        }
        if (!append) {
            add(
                    FindingCode.APPEND_REQUIRED,
                    node.line("append"),
                    "append is false, but a rolling file is always appended to.",
                    "Remove append, or make it true.");
        }
        return rolled(strategy);
    }

    private void readPattern() {
        String raw = node.raw("filePattern");
        patternLine = node.line("filePattern");
        if (raw == null || raw.isBlank()) {
            return;
        }
        String resolved =
                document.variables().resolveForEvents(raw, patternLine).strip();
        filePattern = Log4jFilePattern.of(document.variables().ofRoute(resolved));
        pattern = FileNames.corrected(filePattern.pattern(), patternLine, appender, findings);
        if (pattern.contains("${")) {
            findings.add(
                    FindingCode.UNDEFINED_VARIABLE,
                    patternLine,
                    appender,
                    "filePattern " + FindingText.quote(pattern)
                            + " has a variable that is not defined; it stays as it is.");
        }
        pattern = FileNames.compressible(pattern, "filePattern", patternLine, appender, findings);
    }

    private void policies() {
        List<Log4jNode> all = new ArrayList<>();
        for (Log4jNode child : node.children()) {
            if (child.is("Policies")) {
                all.addAll(child.take().children());
            } else if (isPolicy(child)) {
                all.add(child);
            }
        }
        for (Log4jNode policy : all) {
            policy(policy.take());
        }
        node.take("Policies").forEach(policies -> policies.finish(appender));
    }

    /** Whether an appender says when its file is rolled. */
    static boolean hasPolicies(Log4jNode appender) {
        return appender.children().stream().anyMatch(child -> child.is("Policies") || isPolicy(child));
    }

    private static boolean isPolicy(Log4jNode node) {
        return node.type().toLowerCase(Locale.ROOT).endsWith("triggeringpolicy");
    }

    private void policy(Log4jNode policy) {
        triggered = true;
        if (policy.is("SizeBasedTriggeringPolicy")) {
            size = size(policy);
        } else if (policy.is("TimeBasedTriggeringPolicy")) {
            timePolicy(policy);
        } else if (policy.is("CronTriggeringPolicy")) {
            cronPolicy(policy);
        } else if (policy.is("SpringBootTriggeringPolicy")) {
            bootPolicy(policy);
        } else if (policy.is("OnStartupTriggeringPolicy")) {
            // An empty file is never worth an archive, also where Log4j would make one (minSize 0).
            startSize = policy.integer("minSize", 0, Integer.MAX_VALUE, 1, appender);
        } else if (!policy.is("NoOpTriggeringPolicy")) {
            document.unknownPlugin(policy, appender, "it does not roll the file.");
            unknownPolicy = true;
            return;
        }
        policy.finish(appender);
    }

    private long size(Log4jNode policy) {
        return size(policy, "size");
    }

    private long size(Log4jNode policy, String option) {
        String word = policy.value(option);
        if (word == null || word.isEmpty()) {
            return DEFAULT_FILE_SIZE;
        }
        OptionalLong bytes = size(word);
        if (bytes.isEmpty() || bytes.getAsLong() == 0) {
            findings.add(
                    FindingCode.BAD_SIZE,
                    policy.line(option),
                    appender,
                    option + " is " + FindingText.quote(word) + "; 10MB is used, as in Log4j.");
            return DEFAULT_FILE_SIZE;
        }
        return bytes.getAsLong();
    }

    /** Log4j's sizes may have a fraction, and do without the B. */
    static OptionalLong size(String text) {
        Matcher matcher = SIZE.matcher(text.strip());
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int shift = switch (matcher.group(3).toLowerCase(Locale.ROOT)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            case "t" -> 40;
            default -> 0;
        };
        String fraction = matcher.group(2);
        double number = Double.parseDouble(matcher.group(1) + (fraction == null ? "" : "." + fraction));
        double bytes = number * (1L << shift);
        return bytes < Long.MAX_VALUE / 2.0 ? OptionalLong.of((long) bytes) : OptionalLong.empty();
    }

    private void timePolicy(Log4jNode policy) {
        timed = true;
        modulate = policy.bool("modulate", false, appender);
        interval = policy.integer("interval", 1, MOST_PERIODS, 1, appender);
        policy.refuse("maxRandomDelay", appender, "files are rolled at the end of the period.");
        long period = filePattern.periodMillis();
        if (interval > 1 && interval * period > LONGEST_SPAN_MILLIS) {
            rollsOtherwise(
                    policy.line("interval"),
                    "interval counts the units of the date in filePattern, so the file is rolled every " + interval
                            + " " + Log4jFilePattern.inWords(period) + "s; that is more than a year.");
        }
    }

    /** Spring Boot's: one of Log4j's own, or two, as {@code logging.log4j2.rollingpolicy.strategy} says. */
    private void bootPolicy(Log4jNode policy) {
        String given = policy.value("strategy");
        String strategy = given == null || given.isEmpty()
                ? "size"
                : given.toLowerCase(Locale.ROOT).replace('_', '-');
        if (!List.of("size", "time", "size-and-time", "cron").contains(strategy)) {
            findings.add(
                    FindingCode.BAD_VALUE,
                    policy.line("strategy"),
                    appender,
                    "strategy is " + FindingText.quote(strategy)
                            + ", none of size, time, size-and-time and cron; size is used.");
            strategy = "size";
        }
        if (strategy.startsWith("size")) {
            size = size(policy, "maxFileSize");
        }
        if (strategy.endsWith("time")) {
            timed = true;
            modulate = policy.bool("timeModulate", false, appender);
            interval = policy.integer("timeInterval", 1, MOST_PERIODS, 1, appender);
        }
        if (strategy.equals("cron")) {
            String cron = policy.value("cronExpression");
            schedule(
                    policy,
                    cron == null || cron.isEmpty() || cron.contains("${") ? MIDNIGHT : cron,
                    "cronExpression",
                    false);
        }
        policy.raw("maxFileSize");
        policy.raw("timeInterval");
        policy.raw("timeModulate");
        policy.raw("cronExpression");
    }

    private void cronPolicy(Log4jNode policy) {
        boolean evaluate = policy.bool("evaluateOnStartup", false, appender);
        String given = policy.value("schedule");
        schedule(policy, given, "schedule", evaluate);
    }

    private void schedule(Log4jNode policy, @Nullable String given, String option, boolean evaluate) {
        CronSchedule moments = CronSchedule.parse(MIDNIGHT, ZoneId.systemDefault());
        try {
            moments = CronSchedule.parse(given == null ? MIDNIGHT : given, ZoneId.systemDefault());
        } catch (IllegalArgumentException e) {
            rollsOtherwise(
                    policy.line(option),
                    "The schedule " + FindingText.quote(String.valueOf(given)) + " can't be read: " + e.getMessage()
                            + ". The file is rolled at midnight, as in Log4j.");
        }
        if (moments.after(System.currentTimeMillis()) == CronSchedule.NEVER) {
            rollsOtherwise(
                    policy.line(option),
                    "The schedule " + FindingText.quote(String.valueOf(given))
                            + " names no moment to come; the file is never rolled by it.");
        }
        if (schedule != null) {
            rollsOtherwise(
                    policy.line(), "There is another CronTriggeringPolicy before this one; only this one is followed.");
        }
        schedule = new RollingOptions.Schedule(moments, evaluate);
    }

    private DestinationConfig rolled(Log4jStrategy strategy) {
        if (pattern.isEmpty()) {
            boolean daily = timed || schedule != null;
            pattern = FileNames.with(String.valueOf(file), daily ? DAILY + (size > 0 ? ".%i" : "") : "%i");
            patternLine = node.line();
            add(
                    FindingCode.NO_FILE_NAME_PATTERN,
                    patternLine,
                    "The appender has no filePattern; " + FindingText.quote(pattern) + " is used.",
                    "Add filePattern.");
        }
        if (timed && filePattern.isByLookup()) {
            add(
                    FindingCode.DATE_MISSING,
                    patternLine,
                    "filePattern " + FindingText.quote(pattern)
                            + " has no %d with a date, so that Log4j doesn't start the appender; the file is rolled at the"
                            + " end of each " + Log4jFilePattern.inWords(filePattern.periodMillis())
                            + ", as the lookup's date asks for.",
                    "Write %d{...} in place of $${date:...}.");
        }
        if ((timed || file == null) && !FileNames.hasDate(pattern)) {
            replace(FindingCode.DATE_MISSING, "no %d with a date", FileNames.with(pattern, DAILY));
        }
        boolean dated = FileNames.hasDate(pattern);
        if (size > 0 && !FileNames.hasIndex(pattern)) {
            replace(
                    FindingCode.INDEX_MISSING,
                    "no %i, so that in Log4j each file overwrites the one before",
                    FileNames.with(pattern, "%i"));
        }
        if (!dated && size == 0) {
            if (!FileNames.hasIndex(pattern)) {
                replace(FindingCode.INDEX_MISSING, "no %i", FileNames.with(pattern, "%i"));
            }
        } else if (schedule != null) {
            scheduled(dated);
        }
        RollingOptions options =
                new RollingOptions(interval, modulate, startSize, schedule, isDatedByRoll(dated), strategy.removals());
        return new DestinationConfig.File(file, true, rolling(strategy, dated), options);
    }

    /** Log4j takes the date of a file for the moment of its roll where no policy goes by the date. */
    private boolean isDatedByRoll(boolean dated) {
        if (!dated || timed) {
            return false;
        }
        if (unknownPolicy && size == 0 && schedule == null) {
            rollsOtherwise(
                    patternLine,
                    "No policy that is known rolls the file; it is rolled at the end of each "
                            + Log4jFilePattern.inWords(filePattern.periodMillis()) + ".");
            return false;
        }
        return schedule == null || filePattern.isByLookup();
    }

    private void scheduled(boolean dated) {
        RollingOptions.Schedule by = schedule;
        if (timed) {
            rollsOtherwise(
                    node.line(),
                    "There are a CronTriggeringPolicy and a TimeBasedTriggeringPolicy; only the schedule is followed.");
        }
        if (by != null && dated && !FileNames.hasIndex(pattern) && isNamedTwice(by.moments())) {
            replace(
                    FindingCode.INDEX_MISSING,
                    "no %i, and the schedule ends several files of one date, so that in Log4j each overwrites the one"
                            + " before",
                    FileNames.with(pattern, "%i"));
        }
    }

    /** Whether two files in succession have the same date in their names. */
    private boolean isNamedTwice(CronSchedule moments) {
        long begin = moments.after(System.currentTimeMillis());
        for (int i = 0; i < MOMENTS_TO_LOOK_AT && begin != CronSchedule.NEVER; i++) {
            long next = moments.after(begin);
            if (next != CronSchedule.NEVER && filePattern.isSameDate(begin, next)) {
                return true;
            }
            begin = next;
        }
        return false;
    }

    private Rolling rolling(Log4jStrategy strategy, boolean dated) {
        // Log4j rolls a file that has become larger than the size, the engine one that has become as large.
        long maxFileSize = size > 0 ? size + 1 : 0;
        if (!FileNames.hasIndex(pattern)) {
            return new Rolling.TimeBased(pattern, 0, 0, 0, false);
        }
        if (!dated && !strategy.newestHighest()) {
            return new Rolling.FixedWindow(pattern, strategy.minIndex(), strategy.maxIndex(), maxFileSize);
        }
        return new Rolling.Numbered(
                pattern, strategy.minIndex(), strategy.maxIndex(), strategy.newestHighest(), maxFileSize, 0, 0);
    }

    private void replace(FindingCode code, String problem, String replacement) {
        add(
                code,
                patternLine,
                "filePattern " + FindingText.quote(pattern) + " has " + problem + "; " + FindingText.quote(replacement)
                        + " is used.",
                code == FindingCode.INDEX_MISSING
                        ? "Add %i to the filePattern."
                        : "Add %d{yyyy-MM-dd} to the filePattern.");
        pattern = replacement;
    }

    private void rollsOtherwise(int line, String cause) {
        findings.add(FindingCode.ROLLS_OTHERWISE, line, appender, cause);
    }

    private void add(FindingCode code, int line, String cause, String remedy) {
        findings.add(code, line, appender, cause, remedy);
    }
}
