package dev.tailrace.doctor.signs;

/**
 * What a call means. Immutable.
 *
 * @param kind what it is
 * @param library whose it is, in one word: see {@link Signs#name}
 */
public record Sign(Kind kind, String library) {}
