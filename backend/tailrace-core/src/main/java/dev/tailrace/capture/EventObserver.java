package dev.tailrace.capture;

/** Observes whole events. Called by the logging thread, before its call returns; must be thread-safe. An exception is only reported. */
public interface EventObserver {
    /** An event was logged. */
    void logged(ObservedEvent event);
}
