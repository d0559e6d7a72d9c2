package dev.tailrace.config.log4j;

import dev.tailrace.config.xml.Values;
import dev.tailrace.destination.DeleteRule;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rollover strategy of a RollingFile appender.
 *
 * @param maxIndex {@link Integer#MAX_VALUE}: there is none
 * @param newestHighest whether the newest file has the highest index
 * @param removals what is deleted after a roll
 */
record Log4jStrategy(int minIndex, int maxIndex, boolean newestHighest, List<DeleteRule> removals) {
    private static final int DEFAULT_MAX = 7;

    /**
     * Reads it.
     *
     * @param direct whether there is no fileName
     */
    static Log4jStrategy of(Log4jNode appender, Log4jDocument document, String name, boolean direct) {
        Log4jStrategy found = null;
        for (Log4jNode child : appender.children()) {
            if (!child.type().toLowerCase(Locale.ROOT).endsWith("strategy")) {
                continue;
            }
            child.take();
            if (child.is("DefaultRolloverStrategy")) {
                found = new Reader(child, document, name).window(direct);
            } else if (child.is("DirectWriteRolloverStrategy")) {
                found = new Reader(child, document, name).direct();
                if (!direct) {
                    named(child, document, name);
                }
            } else {
                document.unknownPlugin(child, name, "the DefaultRolloverStrategy is used.");
            }
        }
        return found != null
                ? found
                : direct
                        ? new Log4jStrategy(1, Integer.MAX_VALUE, true, List.of())
                        : new Log4jStrategy(1, DEFAULT_MAX, true, List.of());
    }

    /** Log4j takes a fileName for a mistake where files are written under the names of the filePattern. */
    private static void named(Log4jNode strategy, Log4jDocument document, String appender) {
        document.findings()
                .add(
                        FindingCode.FILE_NAME_WITH_DIRECT_WRITE,
                        strategy.line(),
                        appender,
                        "The appender " + FindingText.quote(appender)
                                + " has a fileName and a DirectWriteRolloverStrategy, so that Log4j doesn't start it and its"
                                + " events are lost; here they go to the fileName, and finished files get the names of"
                                + " filePattern.");
    }

    /** Reads one strategy. */
    private static final class Reader {
        private final Log4jNode node;
        private final Log4jDocument document;
        private final String appender;
        private final List<DeleteRule> removals = new ArrayList<>();

        Reader(Log4jNode node, Log4jDocument document, String appender) {
            this.node = node;
            this.document = document;
            this.appender = appender;
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
                    removals);
        }

        Log4jStrategy direct() {
            int most = mostFiles();
            common();
            return new Log4jStrategy(1, most, true, removals);
        }

        /** The most files of a period; a negative number is none. */
        private int mostFiles() {
            String word = node.value("maxFiles");
            Integer most = word == null || word.isEmpty() ? Integer.valueOf(-1) : Values.integer(word);
            if (most != null && most < 0) {
                return Integer.MAX_VALUE;
            }
            if (most != null && most > 1) {
                return most;
            }
            add(
                    FindingCode.BAD_NUMBER,
                    node.line("maxFiles"),
                    "maxFiles is " + FindingText.quote(String.valueOf(word)) + ", not a number above 1; " + DEFAULT_MAX
                            + " is used, as in Log4j.");
            return DEFAULT_MAX;
        }

        private void common() {
            // Compression always goes to a file of another name first.
            node.accept("stopCustomActionsOnError", "tempCompressedFilePattern");
            node.refuse("compressionLevel", appender, "files are compressed at the usual level.");
            for (Log4jNode delete : node.take("Delete")) {
                DeleteRule deleteRule = Log4jDelete.read(delete, document, appender);
                if (deleteRule != null) {
                    removals.add(deleteRule);
                }
            }
            for (Log4jNode action : node.take("PosixViewAttribute")) {
                document.unknownPlugin(action, appender, "finished files keep their permissions.");
            }
            node.finish(appender);
        }

        private void add(FindingCode code, int line, String cause) {
            document.findings().add(code, line, appender, cause);
        }
    }
}
