package dev.tailrace.destination;

import java.util.List;

/** A condition under which a {@link DeleteRule} deletes a file. Files are checked in the rule's order. Immutable. */
public sealed interface FileCondition {
    /** Nested conditions, which must hold, too, and are only checked where this condition holds. */
    List<FileCondition> nested();

    /**
     * The path below the base directory matches.
     *
     * @param pattern {@code glob:} or {@code regex:} and the rest, as {@link java.nio.file.FileSystem#getPathMatcher} takes it
     */
    record Name(String pattern, List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Name {
            nested = List.copyOf(nested);
        }
    }

    /**
     * The file's last change was at least {@code millis} ago.
     *
     * @param millis 0 or more
     */
    record Age(long millis, List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Age {
            nested = List.copyOf(nested);
        }
    }

    /**
     * This condition has been evaluated for more than {@code files} files, this one included.
     *
     * @param files above 0
     */
    record Count(long files, List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Count {
            nested = List.copyOf(nested);
        }
    }

    /**
     * The files for which this condition has been evaluated, this one included, have more than {@code bytes} bytes in all.
     *
     * @param bytes above 0
     */
    record Sum(long bytes, List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Sum {
            nested = List.copyOf(nested);
        }
    }

    /** All nested conditions hold; they are checked up to the first that doesn't. */
    public record All(List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public All {
            nested = List.copyOf(nested);
        }
    }

    /** One nested condition holds; they are checked up to the first that does. */
    record Any(List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Any {
            nested = List.copyOf(nested);
        }
    }

    /** The condition doesn't hold. */
    record Not(FileCondition condition) implements FileCondition {
        @Override
        public List<FileCondition> nested() {
            return List.of(condition);
        }
    }
}
