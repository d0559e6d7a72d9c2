package dev.tailrace;

import java.io.IOException;

/** Starts the engine, says so, and lives until its standard input ends. */
final class WaitingProgram {
    private WaitingProgram() {}

    public static void main(String[] args) throws IOException {
        Tailrace.logger("first");
        System.out.println("started");
        System.in.readAllBytes();
    }
}
