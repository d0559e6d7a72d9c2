package dev.tailrace.trials;

/** What an application does in a row of the table. */
@FunctionalInterface
interface Scenario {
    void play(Stage stage) throws Exception;
}
