package dev.tailrace.probe.evidence;

import java.util.List;

/**
 * All that was read, in the order in which it was read. Immutable.
 *
 * @param exhibits of all kinds
 * @param unread what could not be read
 */
public record Evidence(List<EvidenceItem> exhibits, List<ParseProblem> unread) {
    public Evidence {
        exhibits = List.copyOf(exhibits);
        unread = List.copyOf(unread);
    }

    /** The exhibits of one kind, in their order; empty when there is none. */
    public <T extends EvidenceItem> List<T> all(Class<T> kind) {
        return exhibits.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Whether there is any exhibit of a kind. */
    public boolean has(Class<? extends EvidenceItem> kind) {
        return exhibits.stream().anyMatch(kind::isInstance);
    }
}
