package dev.tailrace.lint;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.FindingText;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares the configurations of one call: those that name the same log file must roll it in the same way. Not thread-safe. */
public final class SharedLogs {
    /** Where a log file was named first. */
    private record Place(String configuration, int line, DestinationConfig.File destination) {}

    private final Map<String, Place> places = new HashMap<>();

    /**
     * The result with a remark for each log file that an earlier configuration names with another rolling.
     *
     * @param path of the configuration that the result is about
     */
    public Lint.Result compare(Lint.Result result, Path path, PropertySource outside) {
        if (!result.readable()) {
            return result;
        }
        List<Remark> remarks = new ArrayList<>(result.remarks());
        Map<String, Place> own = new HashMap<>();
        for (AppenderConfig appender :
                ConfigurationReader.examine(path, outside).configuration().appenders()) {
            DestinationConfig.File file = file(appender.destination());
            String name = file == null ? null : name(file);
            if (file == null || name == null) {
                continue;
            }
            String source = appender.file() == null ? result.file() : appender.file();
            Place first = places.get(name);
            if (first != null && !isSame(first.destination(), file)) {
                Remark remark = Remark.of(
                        LintCode.ROLLING_DIFFERS,
                        FindingText.quote(name.replace(DestinationConfig.Keyed.KEY, "*")) + " is rolled differently in "
                                + first.configuration() + ", line " + first.line()
                                + (Path.of(name).isAbsolute() ? "." : ", if both run in one directory."),
                        appender.name(),
                        source,
                        appender.line());
                // Relative names of two applications are mostly two files.
                remarks.add(Path.of(name).isAbsolute() ? remark : remark.severity("info"));
            }
            own.putIfAbsent(name, new Place(source, appender.line(), file));
        }
        own.forEach(places::putIfAbsent);
        return new Lint.Result(result.file(), true, Lint.sorted(result.file(), remarks.stream()));
    }

    private static DestinationConfig.@Nullable File file(DestinationConfig destination) {
        return destination instanceof DestinationConfig.File file
                ? file
                : destination instanceof DestinationConfig.Keyed keyed ? keyed.each() : null;
    }

    /** The active file, else the pattern that names it. */
    private static @Nullable String name(DestinationConfig.File file) {
        return file.file() != null
                ? file.file()
                : file.rolling() == null ? null : file.rolling().fileNamePattern();
    }

    private static boolean isSame(DestinationConfig.File one, DestinationConfig.File other) {
        return Objects.equals(one.rolling(), other.rolling()) && one.options().equals(other.options());
    }
}
