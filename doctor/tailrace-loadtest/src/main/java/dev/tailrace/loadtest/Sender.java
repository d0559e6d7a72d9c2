package dev.tailrace.loadtest;

import java.util.concurrent.CompletableFuture;

/** Sends one request. Thread-safe. */
interface Sender {
    /** Completes with an empty text when it was answered well, else with what was wrong; never exceptionally but when cancelled. */
    CompletableFuture<String> send();
}
