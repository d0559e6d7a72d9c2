package dev.tailrace.engine.sink;

import dev.tailrace.finding.Finding;

/** A destination can't be written at all; the finding says why and what to do. */
public class SinkUnavailableException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient Finding finding;

    public SinkUnavailableException(Finding finding) {
        super(finding.cause());
        this.finding = finding;
    }

    public SinkUnavailableException(Finding finding, Throwable cause) {
        super(finding.cause(), cause);
        this.finding = finding;
    }

    public Finding finding() {
        return finding;
    }
}
