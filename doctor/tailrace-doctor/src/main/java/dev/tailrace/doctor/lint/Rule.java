package dev.tailrace.doctor.lint;

/**
 * Looks for one kind of incident. Never throws for what a file contains.
 *
 * @param <F> the file as whoever reads it sees it
 */
interface Rule<F> {
    void check(F file, Circumstances circumstances, Remarks remarks);
}
