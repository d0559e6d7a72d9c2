package dev.tailrace.cli.lint;

/** Looks for one kind of incident. Never throws for what a file contains. */
interface Rule {
    void check(LogbackFile file, Circumstances circumstances, Remarks remarks);
}
