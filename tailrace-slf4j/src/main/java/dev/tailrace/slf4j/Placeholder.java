package dev.tailrace.slf4j;

final class Placeholder {
    private Placeholder() {}
}
