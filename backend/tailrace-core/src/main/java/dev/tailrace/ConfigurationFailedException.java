package dev.tailrace;

import dev.tailrace.finding.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** A configuration has errors, so it isn't in use. The message names each with its file, line and remedy. */
public final class ConfigurationFailedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient List<Finding> errors;

    ConfigurationFailedException(String name, List<Finding> errors) {
        super("The logging configuration " + name + " has errors:" + System.lineSeparator()
                + errors.stream().map(Finding::format).collect(Collectors.joining(System.lineSeparator())));
        this.errors = List.copyOf(errors);
    }

    /** The errors, at least one. */
    public List<Finding> errors() {
        return errors;
    }
}
