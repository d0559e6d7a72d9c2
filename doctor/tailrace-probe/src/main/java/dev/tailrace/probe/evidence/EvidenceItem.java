package dev.tailrace.probe.evidence;

/** A piece of evidence: one thread dump, one log of collections, one histogram. Implementations are immutable. */
public interface EvidenceItem {
    /** Where it was read, for a reader who wants to check it. */
    Source source();
}
