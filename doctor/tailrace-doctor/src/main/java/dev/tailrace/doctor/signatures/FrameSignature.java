package dev.tailrace.doctor.signatures;

/**
 * The meaning of a call. Immutable.
 *
 * @param kind what it is
 * @param library whose it is, in one word: see {@link FrameSignatures#name}
 */
public record FrameSignature(Kind kind, String library) {}
