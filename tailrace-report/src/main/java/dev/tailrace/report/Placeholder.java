package dev.tailrace.report;

final class Placeholder {
    private Placeholder() {}
}
