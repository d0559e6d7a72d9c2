package dev.tailrace.bench;

final class Placeholder {
    private Placeholder() {}
}
