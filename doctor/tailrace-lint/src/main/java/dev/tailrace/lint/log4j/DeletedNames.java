package dev.tailrace.lint.log4j;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.lint.remark.Parameters;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Whether a delete action can match what its appender has finished. Stateless. */
final class DeletedNames {
    private static final Pattern WORD =
            Pattern.compile("%d(?:\\{([^}]*)\\})?(?:\\{[^}]*\\})*|\\$\\{date:([^}]*)\\}|%\\d*i");

    private static final LocalDateTime DATE = LocalDateTime.of(2026, 11, 28, 13, 45);

    private DeletedNames() {}

    /** The name of a finished file; null when a variable of it is not known here. */
    static @Nullable String sample(String filePattern) {
        StringBuilder name = new StringBuilder();
        Matcher matcher = WORD.matcher(filePattern);
        try {
            while (matcher.find()) {
                String date = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
                boolean index = matcher.group().endsWith("i");
                String word = index
                        ? "1"
                        : DateTimeFormatter.ofPattern(date == null ? "yyyy-MM-dd" : date, Locale.ROOT)
                                .format(DATE);
                matcher.appendReplacement(name, Matcher.quoteReplacement(word));
            }
        } catch (IllegalArgumentException | DateTimeException e) {
            return null;
        }
        matcher.appendTail(name);
        return name.isEmpty() || name.indexOf("${") >= 0 || name.indexOf("%") >= 0 ? null : name.toString();
    }

    /** False only where all is known and nothing fits. */
    static boolean mayMatch(ConfigElement delete, String finished) {
        String base = Parameters.value(delete, "basePath");
        List<ConfigElement> names = delete.all("iffilename").toList();
        if (base.isEmpty() || base.contains("${") || names.isEmpty()) {
            return true;
        }
        try {
            Path folder = Path.of(base).normalize();
            Path file = Path.of(finished).normalize();
            if (!folder.toString().isEmpty() && !file.startsWith(folder)) {
                return true;
            }
            Path below = folder.toString().isEmpty() ? file : folder.relativize(file);
            return below.getNameCount() <= Math.max(1, Parameters.integer(delete, "maxDepth", 1))
                    && names.stream().allMatch(each -> fits(each, below));
        } catch (IllegalArgumentException e) {
            return true;
        }
    }

    private static boolean fits(ConfigElement condition, Path below) {
        String glob = Parameters.value(condition, "glob");
        String regex = Parameters.value(condition, "regex");
        if (glob.contains("${") || regex.contains("${") || (glob.isEmpty() && regex.isEmpty())) {
            return true;
        }
        PathMatcher matcher =
                FileSystems.getDefault().getPathMatcher(glob.isEmpty() ? "regex:" + regex : "glob:" + glob);
        return matcher.matches(below);
    }
}
