package dev.tailrace.torture.model;

/**
 * A system of states and atomic steps.
 *
 * @param <S> the states: immutable, equal if they behave alike
 */
public interface Model<S> {
    interface Steps<S> {
        /** A step that a living process or the kernel takes sooner or later. */
        default void certain(String what, S next) {
            possible(what, next);
        }

        /** A step that may never come: a kill, a lock dropped, a PID reused. Progress can't depend on it. */
        void possible(String what, S next);

        /** Whether further steps are of no interest. */
        boolean isEnough();
    }

    S start();

    void steps(S state, Steps<S> steps);

    /** The flaw of a state, or an empty text. */
    String flaw(S state);

    /** Whether certain steps alone must be able to lead from this state to a state that {@link #isServed}. */
    boolean needsService(S state);

    /** Whether the state is one that must stay reachable, such as a log with a living holder. */
    default boolean isServed(S state) {
        return true;
    }
}
