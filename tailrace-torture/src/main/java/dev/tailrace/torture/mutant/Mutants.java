package dev.tailrace.torture.mutant;

import java.util.List;

/** The mistakes, and who should notice each. Stateless. */
final class Mutants {
    private Mutants() {}

    static List<Mutant> all() {
        return List.of();
    }
}
