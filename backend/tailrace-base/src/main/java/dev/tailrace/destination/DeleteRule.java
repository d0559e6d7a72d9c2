package dev.tailrace.destination;

import java.util.List;

/**
 * An order to delete files below a directory after each roll, as Log4j's {@code <Delete>} gives it. Immutable.
 *
 * @param basePath the directory; files that lie elsewhere are never touched
 * @param maxDepth how many levels below it are looked at; 1: only what lies in it
 * @param followLinks whether links to files and directories below {@code basePath} are followed
 * @param testMode whether the files are only named
 * @param newestFirst the order in which files are looked at, by the time of their last change
 * @param conditions all of them must hold; not empty
 */
public record DeleteRule(
        String basePath,
        int maxDepth,
        boolean followLinks,
        boolean testMode,
        boolean newestFirst,
        List<FileCondition> conditions) {
    /** The number of conditions, nested ones included. */
    public static final int MOST_CONDITIONS = 100;

    /** The depth of conditions inside of conditions. */
    public static final int DEEPEST = 10;

    /** Copies the list. */
    public DeleteRule {
        conditions = List.copyOf(conditions);
    }

    /** This rule below another directory. */
    public DeleteRule in(String otherPath) {
        return new DeleteRule(otherPath, maxDepth, followLinks, testMode, newestFirst, conditions);
    }
}
