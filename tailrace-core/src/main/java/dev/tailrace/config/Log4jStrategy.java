package dev.tailrace.config;

import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the rollover strategy of a RollingFile appender says.
 *
 * @param maxIndex {@link Integer#MAX_VALUE}: there is none
 * @param newestHighest whether the newest file has the highest index
 * @param maxHistory periods; 0: all are kept
 * @param totalSizeCap bytes; 0: no limit
 */
record Log4jStrategy(int minIndex, int maxIndex, boolean newestHighest, int maxHistory, long totalSizeCap) {
    private static final int DEFAULT_MAX = 7;

    /** Where only the sizes count: more periods than anybody keeps. */
    private static final int MANY_PERIODS = 10_000;

    private static final Pattern AGE = Pattern.compile(
            "(?:p)?(?:([0-9]{1,6})d)?(?:t?(?:([0-9]{1,6})h)?(?:([0-9]{1,9})m)?(?:([0-9]{1,9})s)?)?",
            Pattern.CASE_INSENSITIVE);

    /**
     * Reads it.
     *
     * @param direct whether there is no fileName
     * @param periodMillis of the file pattern's date; 0: it has none
     */
    static Log4jStrategy of(
            Log4jNode appender, Log4jDocument document, String name, boolean direct, long periodMillis) {
        Log4jStrategy found = null;
        for (Log4jNode child : appender.children()) {
            if (!child.type().toLowerCase(Locale.ROOT).endsWith("strategy")) {
                continue;
            }
            child.take();
            if (child.is("DefaultRolloverStrategy")) {
                found = new Reader(child, document, name, periodMillis).window(direct);
            } else if (child.is("DirectWriteRolloverStrategy")) {
                found = new Reader(child, document, name, periodMillis).direct();
            } else {
                document.unknownPlugin(child, name, "the DefaultRolloverStrategy is used.");
            }
        }
        return found != null
                ? found
                : direct
                        ? new Log4jStrategy(1, Integer.MAX_VALUE, true, 0, 0)
                        : new Log4jStrategy(1, DEFAULT_MAX, true, 0, 0);
    }

    /** Reads one strategy. */
    private static final class Reader {
        private final Log4jNode node;
        private final Log4jDocument document;
        private final String appender;
        private final long periodMillis;
        private int maxHistory;
        private long totalSizeCap;

        Reader(Log4jNode node, Log4jDocument document, String appender, long periodMillis) {
            this.node = node;
            this.document = document;
            this.appender = appender;
            this.periodMillis = periodMillis;
        }

        Log4jStrategy window(boolean direct) {
            String fileIndex = node.value("fileIndex");
            String word = fileIndex == null || fileIndex.isEmpty() ? "max" : fileIndex.toLowerCase(Locale.ROOT);
            if (!word.equals("max") && !word.equals("min") && !word.equals("nomax")) {
                add(
                        FindingCode.BAD_VALUE,
                        node.line("fileIndex"),
                        "fileIndex is " + FindingText.quote(word)
                                + ", none of max, min, nomax; min is used, as in Log4j.");
            }
            int min = node.integer("min", 1, Integer.MAX_VALUE - 100, 1, appender);
            int max = node.integer("max", 1, Integer.MAX_VALUE, DEFAULT_MAX, appender);
            if (max < min) {
                int corrected = Math.max(min, DEFAULT_MAX);
                add(
                        FindingCode.BAD_WINDOW,
                        node.line("max"),
                        "max " + max + " is smaller than min " + min + "; " + corrected + " is used, as in Log4j.");
                max = corrected;
            }
            common();
            boolean unbounded = word.equals("nomax") || direct;
            return new Log4jStrategy(
                    unbounded ? 1 : min,
                    unbounded ? Integer.MAX_VALUE : max,
                    unbounded || word.equals("max"),
                    maxHistory,
                    totalSizeCap);
        }

        Log4jStrategy direct() {
            node.refuse("maxFiles", appender, "all files of a period are kept.");
            common();
            return new Log4jStrategy(1, Integer.MAX_VALUE, true, maxHistory, totalSizeCap);
        }

        private void common() {
            // Compression always goes to a file of another name first.
            node.accept("stopCustomActionsOnError", "tempCompressedFilePattern");
            node.refuse("compressionLevel", appender, "files are compressed at the usual level.");
            node.take("Delete").forEach(this::delete);
            for (Log4jNode action : node.take("PosixViewAttribute")) {
                document.unknownPlugin(action, appender, "finished files keep their permissions.");
            }
            node.finish(appender);
        }

        private void delete(Log4jNode delete) {
            boolean test = delete.bool("testMode", false, appender);
            String basePath = delete.value("basePath");
            String removed = test ? "" : conditions(delete.children());
            delete.take();
            if (test) {
                return;
            }
            add(
                    FindingCode.DELETE_OTHERWISE,
                    delete.line(),
                    "<Delete> removes files below " + FindingText.quote(String.valueOf(basePath))
                            + " by name and age; here "
                            + (removed.isEmpty()
                                    ? "no file is removed."
                                    : "only files that this appender's filePattern names are removed: " + removed
                                            + "."));
        }

        /** What becomes of the conditions, in words; empty when nothing does. */
        private String conditions(List<Log4jNode> conditions) {
            String words = "";
            for (Log4jNode condition : conditions) {
                String own = "";
                if (condition.is("IfLastModified")) {
                    own = age(condition);
                } else if (condition.is("IfAccumulatedFileSize")) {
                    own = sum(condition);
                } else if (!condition.is("IfFileName", "IfAll")) {
                    continue;
                }
                String inside = conditions(condition.children());
                words = join(join(words, own), inside);
            }
            return words;
        }

        private static String join(String first, String second) {
            return first.isEmpty() ? second : second.isEmpty() ? first : first + ", " + second;
        }

        private String age(Log4jNode condition) {
            Long millis = age(condition.value("age"));
            if (millis == null || periodMillis == 0) {
                return "";
            }
            long periods = Math.max(1, (millis + periodMillis - 1) / periodMillis);
            maxHistory = (int) Math.min(periods, MANY_PERIODS * 100L);
            return "those of more than " + maxHistory + " " + Log4jFilePattern.inWords(periodMillis)
                    + (maxHistory == 1 ? "" : "s") + " ago";
        }

        private String sum(Log4jNode condition) {
            String word = condition.value("exceeds");
            OptionalLong bytes = word == null ? OptionalLong.empty() : Log4jRolling.size(word);
            if (bytes.isEmpty() || bytes.getAsLong() == 0 || periodMillis == 0) {
                return "";
            }
            totalSizeCap = bytes.getAsLong();
            maxHistory = maxHistory == 0 ? MANY_PERIODS : maxHistory;
            return "the oldest of more than " + word + " together";
        }

        private static @Nullable Long age(@Nullable String word) {
            Matcher age = AGE.matcher(word == null ? "" : word.strip());
            if (word == null || word.isBlank() || !age.matches()) {
                return null;
            }
            long millis = TimeUnit.DAYS.toMillis(part(age, 1))
                    + TimeUnit.HOURS.toMillis(part(age, 2))
                    + TimeUnit.MINUTES.toMillis(part(age, 3))
                    + TimeUnit.SECONDS.toMillis(part(age, 4));
            return millis == 0 ? null : millis;
        }

        private static long part(Matcher age, int group) {
            String digits = age.group(group);
            return digits == null ? 0 : Long.parseLong(digits);
        }

        private void add(FindingCode code, int line, String cause) {
            document.findings().add(code, line, appender, cause);
        }
    }
}
