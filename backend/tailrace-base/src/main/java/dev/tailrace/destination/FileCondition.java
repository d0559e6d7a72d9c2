package dev.tailrace.destination;

import java.util.List;

/** What must be true of a file for a {@link DeleteRule} to delete it. Files are looked at in the removal's order. Immutable. */
public sealed interface FileCondition {
    /** What it contains: conditions that must hold, too, and are only asked where this one does. */
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
     * The file was changed at least so long ago.
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
     * More than so many files have come to this condition, this one included.
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
     * The files that have come to this condition, this one included, have more than so many bytes together.
     *
     * @param bytes above 0
     */
    record Sum(long bytes, List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Sum {
            nested = List.copyOf(nested);
        }
    }

    /** All of them hold; they are asked up to the first that doesn't. */
    public record All(List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public All {
            nested = List.copyOf(nested);
        }
    }

    /** One of them holds; they are asked up to the first that does. */
    record Any(List<FileCondition> nested) implements FileCondition {
        /** Copies the list. */
        public Any {
            nested = List.copyOf(nested);
        }
    }

    /** It doesn't hold. */
    record Not(FileCondition condition) implements FileCondition {
        @Override
        public List<FileCondition> nested() {
            return List.of(condition);
        }
    }
}
