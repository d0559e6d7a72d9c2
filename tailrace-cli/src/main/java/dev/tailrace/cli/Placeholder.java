package dev.tailrace.cli;

final class Placeholder {
    private Placeholder() {}
}
