package dev.tailrace.lint.remark;

/**
 * Looks for one kind of incident. Never throws for what a file contains.
 *
 * @param <F> the file as its reader sees it
 */
public interface LintRule<F> {
    void check(F file, Circumstances circumstances, Remarks remarks);
}
