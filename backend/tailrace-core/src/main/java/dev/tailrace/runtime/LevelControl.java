package dev.tailrace.runtime;

import dev.tailrace.config.model.LimitConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.engine.control.EngineControl;
import dev.tailrace.engine.journal.owner.OwnerDescriptor;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import dev.tailrace.level.Rate;
import dev.tailrace.logging.Appender;
import dev.tailrace.logging.LoggerTree;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Levels and limits that are set at run time, over those of the configuration; the API and the command line both use this class. Each
 * change is a line in the log, written to the appenders of its logger, whatever the logger's level. Thread-safe.
 *
 * <p>A level or a limit ends with its time, with the next configuration, which says anew what all of them are, and with the process.
 */
public final class LevelControl implements EngineControl {
    /** The most loggers with such a level or limit: each costs memory, and a faulty program may set levels without end. */
    public static final int MOST = 1_000;

    private static final Duration LONGEST = Duration.ofMillis(LevelRequest.MOST_MILLIS);
    private static final String LOGGER = "dev.tailrace";

    private static final byte[] NO_LIMITS = {};

    private final LoggerTree<?> tree;
    /** The limits that were set, as text. */
    private volatile byte[] limits = NO_LIMITS;

    /** Made when a level is first set or asked for: the start must not wait for what it loads. */
    private static final class Late {
        static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());
        /** The instance id of this class loader. */
        static final String INSTANCE = instance();

        private Late() {}

        private static String instance() {
            byte[] random = new byte[8];
            new SecureRandom().nextBytes(random);
            return HexFormat.of().formatHex(random);
        }
    }

    LevelControl(LoggerTree<?> tree) {
        this.tree = tree;
    }

    /**
     * Sets or clears a level.
     *
     * @param name of the logger; "" is the root
     * @param level null: that of the configuration holds again
     * @param duration null: without an end
     * @param origin what asks for it, in words
     * @return whether it is done; false when no configuration is in use, there was no level to clear, or too many are set
     */
    boolean set(String name, @Nullable Threshold level, @Nullable Duration duration, String origin) {
        if (duration != null && (duration.isNegative() || duration.isZero())) {
            return false;
        }
        if (level != null && tree.overrides() >= MOST && !tree.isOverridden(name)) {
            Reporter.print(Finding.of(
                            FindingCode.LEVEL_NOT_CHANGED,
                            MOST + " levels and limits are set at run time; the level of " + shown(name)
                                    + " stays as it is.")
                    .remedy("Take others back first."));
            return false;
        }
        LoggerTree.Setting<Threshold> override = level == null ? null : setting(level, level.name(), duration, origin);
        LoggerTree.Change change = tree.override(name, override, origin);
        if (change == null) {
            return false;
        }
        tree.levelsChanged();
        report(change, override == null ? "taken back" : "set", override);
        return true;
    }

    private void set(LevelRequest.Limit asked, @Nullable Duration duration, String origin) {
        String name = LoggerTree.rootless(asked.logger());
        LoggerTree.Setting<LimitConfig> limit = Rate.parse(asked.rate())
                .map(rate -> setting(
                        LimitConfig.atRunTime(name, Threshold.valueOf(asked.highest()), rate),
                        rate.toString(),
                        duration,
                        origin))
                .orElse(null);
        LoggerTree.Change change = tree.limit(name, limit, origin);
        if (change != null) {
            report(change, limit == null ? "taken back" : "set", limit);
        }
    }

    private static <T> LoggerTree.Setting<T> setting(
            T value, String shown, @Nullable Duration duration, String origin) {
        if (duration == null) {
            return new LoggerTree.Setting<>(value, shown, false, 0, 0, origin);
        }
        Duration asked = duration.compareTo(LONGEST) > 0 ? LONGEST : duration;
        return new LoggerTree.Setting<>(
                value,
                shown,
                true,
                System.nanoTime() + asked.toNanos(),
                System.currentTimeMillis() + Math.max(1, asked.toMillis()),
                origin);
    }

    /** Logs that levels and limits have ended because another configuration is in use. */
    void reportReplaced(List<LoggerTree.Change> ended) {
        ended.forEach(change -> report(change, "ended by a new configuration", null));
    }

    private void report(LoggerTree.Change change, String what, LoggerTree.@Nullable Setting<?> set) {
        Appender[] appenders = tree.appendersOf(change.name());
        if (appenders == null || appenders.length == 0) {
            return;
        }
        tree.report(
                LOGGER,
                appenders,
                LevelControl.class.getName(),
                "{} {} of {}: {} -> {}, {}; by {}{}",
                FindingCode.LEVEL_CHANGED.code(),
                change.what(),
                shown(change.name()),
                change.before(),
                change.after(),
                what,
                change.origin(),
                set == null
                        ? ""
                        : set.isTimed()
                                ? ", until " + Late.TIME.format(Instant.ofEpochMilli(set.untilMillis()))
                                : ", until the next configuration");
    }

    private static String shown(String name) {
        return name.isEmpty() ? LevelRequest.ROOT : name;
    }

    @Override
    public byte[] limits() {
        return limits;
    }

    /** To be called when the limits of the loggers have changed. */
    synchronized void limitsChanged() {
        List<LevelAnswer.LimitState> all = tree.limits();
        byte[] text = NO_LIMITS;
        for (int count = all.size(); count > 0; count /= 2) {
            text = new LevelAnswer("", "", List.of(), all.subList(0, count), 0)
                    .text()
                    .getBytes(StandardCharsets.UTF_8);
            if (text.length <= OwnerDescriptor.MOST_LIMITS) {
                break;
            }
            text = NO_LIMITS;
        }
        limits = text;
    }

    @Override
    public boolean isDue(long nanoTime) {
        return tree.isDue(nanoTime);
    }

    @Override
    public void run() {
        List<LoggerTree.Change> ended = tree.endDue(System.nanoTime());
        if (!ended.isEmpty()) {
            tree.levelsChanged();
            limitsChanged();
            ended.forEach(change -> report(change, "ended", null));
        }
    }

    @Override
    public String answer(String text) {
        LevelRequest request;
        try {
            request = LevelRequest.parse(text);
        } catch (IllegalArgumentException e) {
            return LevelAnswer.refused(Late.INSTANCE, String.valueOf(e.getMessage()))
                    .text();
        }
        if (!tree.isConfigured()) {
            return LevelAnswer.refused(Late.INSTANCE, "no configuration is in use just now")
                    .text();
        }
        Duration duration = request.forMillis() == 0 ? null : Duration.ofMillis(request.forMillis());
        int room = MOST - tree.overrides();
        long wanted = request.changes().stream()
                .filter(each -> !each.level().isEmpty() && !tree.isOverridden(LoggerTree.rootless(each.logger())))
                .count();
        wanted += request.limits().stream()
                .filter(each -> !each.rate().isEmpty() && !tree.isLimited(LoggerTree.rootless(each.logger())))
                .count();
        if (wanted > room) {
            return LevelAnswer.refused(
                            Late.INSTANCE,
                            "at most " + MOST + " levels and limits can be set at run time, and " + room
                                    + " more can be set")
                    .text();
        }
        for (LevelRequest.Change change : request.changes()) {
            set(
                    LoggerTree.rootless(change.logger()),
                    change.level().isEmpty() ? null : Threshold.valueOf(change.level()),
                    duration,
                    request.origin());
        }
        request.limits().forEach(each -> set(each, duration, request.origin()));
        limitsChanged();
        List<LevelAnswer.State> states = tree.levels();
        int shown = Math.min(states.size(), LevelAnswer.MOST_LOGGERS);
        return new LevelAnswer(Late.INSTANCE, "", states.subList(0, shown), tree.limits(), states.size() - shown)
                .text();
    }
}
