package dev.tailrace;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A configuration has errors, so it isn't in use. The message names each error with its file, line and remedy, and all other findings. */
public final class ConfigurationFailedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Finding> errors;

    /** @param findings the errors, and the findings that may have caused them, such as an unknown class of an appender */
    ConfigurationFailedException(String name, List<Finding> findings) {
        super("The logging configuration " + name + " has errors:" + System.lineSeparator()
                + Stream.concat(
                                of(FindingCode.Severity.ERROR, findings).stream(),
                                of(FindingCode.Severity.WARNING, findings).stream())
                        .map(Finding::format)
                        .collect(Collectors.joining(System.lineSeparator())));
        this.errors = of(FindingCode.Severity.ERROR, findings);
    }

    private static List<Finding> of(FindingCode.Severity severity, List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.severity() == severity)
                .toList();
    }

    /** The errors, at least one. */
    public List<Finding> errors() {
        return errors;
    }
}
