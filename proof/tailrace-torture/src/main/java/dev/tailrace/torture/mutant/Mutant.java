package dev.tailrace.torture.mutant;

import dev.tailrace.torture.fault.Faults;
import java.util.List;

/**
 * A mutant: one deliberate mistake.
 *
 * @param name the mistake in a few words
 * @param file the source file, below {@code src/main/java/dev/tailrace} of a module of the backend
 * @param original text that occurs in the file exactly once
 * @param replacement the text that replaces it
 * @param killers the checks that should notice the mistake, the quickest first
 */
record Mutant(String name, String file, String original, String replacement, List<Killer> killers) {
    sealed interface Killer {
        String name();

        /** The number of runs, unless the check notices the mistake earlier. */
        int runs();
    }

    /** A class of tailrace-core's tests, without {@code dev.tailrace}; run repeatedly, as a test for a race needs luck. */
    record Test(String name, int runs) implements Killer {
        Test(String name) {
            this(name, 1);
        }
    }

    /** A fault of the torture, run with seeds from 1 on. */
    record Torture(String name, int runs) implements Killer {}

    /**
     * Crashes only at these steps, run with seeds from 1 on; see {@link Faults#crashesAt}. With crashes at any step, too few would be
     * between the two steps where a mistake shows.
     */
    record Crashes(int runs, List<String> steps) implements Killer {
        static Crashes at(int runs, String... steps) {
            return new Crashes(runs, List.of(steps));
        }

        @Override
        public String name() {
            return "crashes " + String.join(", ", steps);
        }
    }

    static Mutant of(String name, String file, String original, String replacement, Killer... killers) {
        return new Mutant(name, file, original, replacement, List.of(killers));
    }
}
