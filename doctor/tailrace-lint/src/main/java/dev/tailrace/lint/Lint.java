package dev.tailrace.lint;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.model.ConfigElement;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.ParseResult;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.log4j.Log4jFile;
import dev.tailrace.lint.log4j.Log4jLoggerRules;
import dev.tailrace.lint.log4j.Log4jQueueRules;
import dev.tailrace.lint.log4j.Log4jRollingRules;
import dev.tailrace.lint.logback.LogbackFile;
import dev.tailrace.lint.logback.LoggerRules;
import dev.tailrace.lint.logback.PatternRules;
import dev.tailrace.lint.logback.QueueRules;
import dev.tailrace.lint.logback.RollingRules;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.DateRules;
import dev.tailrace.lint.remark.LintRule;
import dev.tailrace.lint.remark.NetworkRules;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.lint.remark.Remarks;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Judges one file. */
public final class Lint {
    /** The file could not be read as a configuration at all. */
    private static final Set<FindingCode> UNREADABLE = EnumSet.of(
            FindingCode.NOT_XML,
            FindingCode.NOT_A_CONFIGURATION,
            FindingCode.FILE_NOT_FOUND,
            FindingCode.FILE_NOT_READABLE,
            FindingCode.FORMAT_NOT_READ);

    private static final List<LintRule<LogbackFile>> RULES = Stream.of(
                    RollingRules.ALL, QueueRules.ALL, PatternRules.ALL, LoggerRules.ALL)
            .flatMap(List::stream)
            .toList();

    private static final List<LintRule<Log4jFile>> LOG4J_RULES = Stream.of(
                    Log4jRollingRules.ALL, Log4jQueueRules.ALL, Log4jLoggerRules.ALL)
            .flatMap(List::stream)
            .toList();

    private Lint() {}

    /**
     * The remarks on a file.
     *
     * @param readable false: it was not read as a configuration, and the remarks say why
     * @param remarks in the order of the file's lines; those of other files come after them
     */
    public record Result(String file, boolean readable, List<Remark> remarks) {
        public Result {
            remarks = List.copyOf(remarks);
        }

        /** Without general advice. Errors and warnings stay, whatever they are about. */
        public Result withoutGeneral() {
            return new Result(
                    file,
                    readable,
                    remarks.stream().filter(each -> !each.isGeneral()).toList());
        }
    }

    /**
     * Reads and judges a file: one remark for each cause, with all its places. Never throws for what it contains.
     *
     * @param patterns what an engine does not understand in the patterns of a configuration
     */
    public static Result of(
            Path path,
            PropertySource outside,
            Circumstances circumstances,
            BiFunction<Configuration, PropertySource, List<Finding>> patterns) {
        ParseResult parseResult = ConfigurationReader.examine(path, outside);
        Result each = of(path.toString(), parseResult, outside, circumstances, patterns);
        Remarks all = new Remarks();
        each.remarks().forEach(all::add);
        if (each.readable() && !parseResult.isLog4j() && !SpringProfiles.areGiven(outside)) {
            LoggerRules.nothingLogged(new LogbackFile(parseResult), all);
        }
        List<Remark> remarks = SpringProfiles.with(
                all.list(),
                parseResult,
                outside,
                otherwise -> of(
                                path.toString(),
                                ConfigurationReader.examine(path, otherwise),
                                otherwise,
                                circumstances,
                                patterns)
                        .remarks());
        return new Result(
                each.file(),
                each.readable(),
                sorted(each.file(), SameCause.of(InLint.of(remarks, each.file())).stream()));
    }

    /** A remark for each place. */
    static Result of(
            String name,
            ParseResult parseResult,
            PropertySource outside,
            Circumstances circumstances,
            BiFunction<Configuration, PropertySource, List<Finding>> patterns) {
        List<Finding> findings = parseResult.configuration().findings();
        Remarks remarks = new Remarks();
        findings.forEach(each -> remarks.add(Remark.of(each, name)));
        boolean readable =
                findings.stream().noneMatch(each -> UNREADABLE.contains(each.code()) && name.equals(each.file()))
                        && parseResult.configuration().source() != null;
        if (readable) {
            patterns.apply(parseResult.configuration(), outside).forEach(each -> remarks.add(Remark.of(each, name)));
            List<ConfigElement> opened = List.of();
            if (parseResult.isLog4j()) {
                Log4jFile file = new Log4jFile(parseResult);
                LOG4J_RULES.forEach(rule -> rule.check(file, circumstances, remarks));
                opened = file.opened();
            } else if (!parseResult.elements().isEmpty()) {
                LogbackFile file = new LogbackFile(parseResult);
                RULES.forEach(rule -> rule.check(file, circumstances, remarks));
                opened = file.opened();
            }
            NetworkRules.away(opened, parseResult.configuration(), remarks);
            DateRules.weekYear(opened, remarks);
            NetworkRules.credentials(parseResult.configuration(), name, remarks);
        }
        return new Result(name, readable, sorted(name, remarks.list().stream()));
    }

    static List<Remark> sorted(String name, Stream<Remark> remarks) {
        return remarks.sorted(Comparator.comparing((Remark each) -> !name.equals(each.file()))
                        .thenComparing(each -> String.valueOf(each.file()))
                        .thenComparingInt(Remark::line))
                .toList();
    }
}
