package dev.tailrace.capture;

/** Sees events whole. Called by the thread that logs, before its call returns; must be thread-safe. What it throws is reported, no more. */
public interface EventObserver {
    /** An event was logged. */
    void logged(ObservedEvent event);
}
