package dev.tailrace.lint.remark;

import dev.tailrace.config.model.ConfigElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what the rules say. Not thread-safe. */
public final class Remarks {
    private final List<Remark> remarks = new ArrayList<>();

    /** About an appender, at a line of the file that it stands in. */
    public void add(LintCode lintCode, ConfigElement appender, int line, String cause, String... evidence) {
        remarks.add(Remark.of(lintCode, cause, appender.attribute("name"), appender.file(), line)
                .evidence(evidence));
    }

    /** About something in a log4j2.xml, with what to do there. */
    public void inLog4j(
            LintCode lintCode, ConfigElement about, int line, String cause, String remedy, String... evidence) {
        String name = Parameters.name(about);
        remarks.add(Remark.of(lintCode, cause, name.isEmpty() ? about.name() : name, about.file(), line)
                .instead(isProperties(about.file()) ? inProperties(lintCode, remedy) : remedy)
                .evidence(evidence));
    }

    private static boolean isProperties(@Nullable String file) {
        return file != null && file.endsWith(".properties");
    }

    /** A log4j2.properties has no elements. */
    private static String inProperties(LintCode lintCode, String remedy) {
        return switch (lintCode) {
            case UNBOUNDED_HISTORY ->
                "Add strategy.type = DefaultRolloverStrategy, strategy.action.type = Delete,"
                        + " strategy.action.basePath = DIRECTORY, strategy.action.name.type = IfFileName,"
                        + " strategy.action.name.glob = app-*.log.gz, strategy.action.age.type = IfLastModified and"
                        + " strategy.action.age.age = 30D, each behind appender.NAME.";
            case FLUSH_PER_EVENT ->
                "Use asynchronous loggers (rootLogger.type = asyncRoot), or set immediateFlush = false.";
            case WRITTEN_TWICE -> "Set additivity = false for the logger, or remove its appenderRef.";
            default -> remedy;
        };
    }

    /** About a logger, at its element. */
    public void add(LintCode lintCode, String consumer, ConfigElement element, String cause) {
        remarks.add(Remark.of(lintCode, cause, consumer, element.file(), element.line()));
    }

    public void add(Remark remark) {
        remarks.add(remark);
    }

    public List<Remark> list() {
        return remarks;
    }

    /** In quotation marks; in a log4j2.xml it may be an element. */
    public static String name(ConfigElement appender) {
        return "\"" + Parameters.name(appender) + "\"";
    }
}
