package dev.tailrace.torture.model.election;

/**
 * A system of states and atomic steps.
 *
 * @param <S> its states: immutable, equal if they behave alike
 */
interface Model<S> {
    /** Takes the steps that are possible in a state. */
    interface Steps<S> {
        /** A step that a living process or the kernel takes sooner or later. */
        void certain(String what, S next);

        /** A step that may never come: a kill, a lock dropped, a PID reused. Progress can't depend on it. */
        void possible(String what, S next);
    }

    S start();

    void steps(S state, Steps<S> steps);

    /** What is wrong with a state, or an empty text. */
    String flaw(S state);

    /** Whether certain steps alone must be able to lead from this state to one that {@link #isServed}. */
    boolean needsService(S state);

    /** Whether the state is one that must stay reachable, such as a log that has a living holder. */
    boolean isServed(S state);
}
