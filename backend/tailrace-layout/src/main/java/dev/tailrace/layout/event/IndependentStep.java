package dev.tailrace.layout.event;

/** A step that reads neither the message nor arguments, except for a throwable. */
public interface IndependentStep extends Step {
    @Override
    default boolean readsMessage() {
        return false;
    }
}
