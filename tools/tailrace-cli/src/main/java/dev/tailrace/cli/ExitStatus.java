package dev.tailrace.cli;

/** The exit statuses of every verb. */
final class ExitStatus {
    /** All is well. */
    static final int GOOD = 0;
    /** The verb ran and found something: findings, a loss, a missed target. */
    static final int FOUND = 1;
    /** The verb could not run, or could not read what it was given. */
    static final int COULD_NOT_RUN = 2;

    private ExitStatus() {}
}
