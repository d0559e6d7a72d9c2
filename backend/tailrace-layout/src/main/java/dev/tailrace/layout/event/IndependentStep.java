package dev.tailrace.layout.event;

/** A step that asks neither for the message nor for arguments that aren't a throwable. */
public interface IndependentStep extends Step {
    @Override
    default boolean readsMessage() {
        return false;
    }
}
