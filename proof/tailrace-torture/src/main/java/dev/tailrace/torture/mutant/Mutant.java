package dev.tailrace.torture.mutant;

import dev.tailrace.torture.fault.Faults;
import java.util.List;

/**
 * One mistake.
 *
 * @param name what is done wrong, in a few words
 * @param file its source, below {@code src/main/java/dev/tailrace} of a module of the backend
 * @param original text that is in it exactly once
 * @param replacement what stands there instead
 * @param killers the checks that should notice, the quickest first
 */
record Mutant(String name, String file, String original, String replacement, List<Killer> killers) {
    /** What notices a mistake. */
    sealed interface Killer {
        /** For the table. */
        String name();

        /** How often it is asked, unless it notices earlier. */
        int runs();
    }

    /** A class of tailrace-core's tests, without {@code dev.tailrace}; run so often, as one that looks for a race needs luck. */
    record Test(String name, int runs) implements Killer {
        Test(String name) {
            this(name, 1);
        }
    }

    /** A fault of the torture, run so many times with seeds from 1 on. */
    record Torture(String fault, int runs) implements Killer {
        @Override
        public String name() {
            return fault;
        }
    }

    /**
     * Crashes at these steps and no others, run so many times with seeds from 1 on; see {@link Faults#crashesAt}. Among processes that crash
     * at any step, too few do so between the two where a mistake shows.
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
