package dev.tailrace.doctor.flight;

/**
 * One row of a ranking. Immutable.
 *
 * @param what a class, an exception's type, or a file
 * @param site where in the code: the first call that is not the JDK's own, as {@code a.B.method(B.java:12)}; empty when unknown
 * @param logging whether a logging library is in the stack
 * @param count of events
 * @param amount seconds or bytes, as the ranking says
 * @param most the largest of the amounts
 */
public record Ranked(String what, String site, boolean logging, long count, double amount, double most) {}
