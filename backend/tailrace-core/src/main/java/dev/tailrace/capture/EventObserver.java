package dev.tailrace.capture;

/**
 * Observes whole events. Called by the logging thread before its log call returns, so it must be thread-safe. An exception is reported and
 * does not reach the application.
 */
public interface EventObserver {
    /** An event was logged. */
    void logged(ObservedEvent event);
}
