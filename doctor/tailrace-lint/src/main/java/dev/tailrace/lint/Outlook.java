package dev.tailrace.lint;

import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.destination.Rolling;
import dev.tailrace.lint.log4j.Log4jFile;
import dev.tailrace.lint.log4j.Log4jRollingRules;
import dev.tailrace.lint.logback.LogbackFile;
import dev.tailrace.lint.logback.QueueRules;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.Parameters;
import dev.tailrace.lint.remark.SizeFormats;
import java.util.ArrayList;
import java.util.List;

/**
 * A stall that a configuration has in store: a roll that compresses while others wait. Immutable.
 *
 * @param file where its policy is declared
 * @param line in that file, counted from 1; 0: the file as a whole
 * @param appender its name
 * @param logFile the file that is rolled; empty when it is unknown
 * @param policy the policy's class, without its package
 * @param size of a file when it is rolled, in words
 * @param suffix what is compressed to, such as {@code .gz}
 * @param stallSeconds how long it takes, at this machine's speed
 * @param queueSize how many events the asynchronous appender before it takes; 0: there is none
 */
public record Outlook(
        String file,
        int line,
        String appender,
        String logFile,
        String policy,
        String size,
        String suffix,
        double stallSeconds,
        int queueSize) {

    /** The same in another file. */
    public Outlook in(String otherFile) {
        return at(otherFile, line);
    }

    /** The same at another place. */
    public Outlook at(String otherFile, int otherLine) {
        return new Outlook(otherFile, otherLine, appender, logFile, policy, size, suffix, stallSeconds, queueSize);
    }

    /** Where its policy is declared: {@code file:line}, or the file alone. */
    public String place() {
        return line == 0 ? file : file + ":" + line;
    }

    /** Log4j 2 compresses in another thread, for which the next roll waits. */
    static List<Outlook> of(Log4jFile file) {
        List<Outlook> outlooks = new ArrayList<>();
        for (ConfigElement appender : file.opened()) {
            String suffix = Log4jFile.isRolling(appender) ? Log4jRollingRules.compression(appender) : null;
            long size = suffix == null ? 0 : file.maxFileSize(appender);
            if (suffix != null && size > 0) {
                String name = appender.file();
                outlooks.add(new Outlook(
                        name == null ? "" : name,
                        Math.max(0, appender.line()),
                        Parameters.name(appender),
                        Parameters.value(appender, "fileName"),
                        "DefaultRolloverStrategy",
                        SizeFormats.bytes(size),
                        suffix,
                        size / Circumstances.GZIP_BYTES_PER_SECOND,
                        0));
            }
        }
        return List.copyOf(outlooks);
    }

    static List<Outlook> of(LogbackFile file) {
        List<Outlook> outlooks = new ArrayList<>();
        for (ConfigElement appender : file.opened()) {
            String suffix = LogbackFile.compression(appender);
            if (suffix != null && file.rolling(appender) instanceof Rolling.FixedWindow window) {
                String name = appender.file();
                outlooks.add(new Outlook(
                        name == null ? "" : name,
                        Math.max(0, LogbackFile.lineOf(appender, "rollingPolicy")),
                        appender.attribute("name"),
                        appender.option("file").map(ConfigElement::text).orElse(""),
                        "FixedWindowRollingPolicy",
                        SizeFormats.bytes(window.maxFileSize()),
                        suffix,
                        file.stall(appender),
                        file.asynchronousBefore(appender).stream()
                                .mapToInt(QueueRules::queueSize)
                                .min()
                                .orElse(0)));
            }
        }
        return List.copyOf(outlooks);
    }
}
