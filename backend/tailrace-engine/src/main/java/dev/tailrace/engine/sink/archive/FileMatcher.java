package dev.tailrace.engine.sink.archive;

import dev.tailrace.destination.FileCondition;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/** Checks whether a file meets conditions. Some conditions count files, so each walk needs its own instance. For one thread. */
interface FileMatcher {
    /**
     * Whether a file meets the condition.
     *
     * @param relative below the base directory
     */
    boolean accepts(Path relative, BasicFileAttributes attributes);

    /** Several conditions, asked up to the first that doesn't hold. */
    static FileMatcher of(List<FileCondition> conditions, long nowMillis) {
        List<FileMatcher> judges = new ArrayList<>();
        for (FileCondition condition : conditions) {
            judges.add(of(condition, nowMillis));
        }
        return (relative, attributes) -> {
            for (FileMatcher judge : judges) {
                if (!judge.accepts(relative, attributes)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static FileMatcher of(FileCondition condition, long nowMillis) {
        if (condition instanceof FileCondition.Any any) {
            List<FileMatcher> judges =
                    any.nested().stream().map(each -> of(each, nowMillis)).toList();
            return (relative, attributes) -> judges.stream().anyMatch(each -> each.accepts(relative, attributes));
        }
        FileMatcher nested = of(condition.nested(), nowMillis);
        if (condition instanceof FileCondition.Not) {
            return (relative, attributes) -> !nested.accepts(relative, attributes);
        }
        if (condition instanceof FileCondition.Name name) {
            PathMatcher matcher = FileSystems.getDefault().getPathMatcher(name.pattern());
            return (relative, attributes) -> matcher.matches(relative) && nested.accepts(relative, attributes);
        }
        if (condition instanceof FileCondition.Age age) {
            return (relative, attributes) ->
                    nowMillis - attributes.lastModifiedTime().toMillis() >= age.millis()
                            && nested.accepts(relative, attributes);
        }
        if (condition instanceof FileCondition.Count most) {
            long[] count = new long[1];
            return (relative, attributes) -> ++count[0] > most.files() && nested.accepts(relative, attributes);
        }
        if (condition instanceof FileCondition.Sum most) {
            long[] sum = new long[1];
            return (relative, attributes) -> {
                sum[0] += attributes.size();
                return sum[0] > most.bytes() && nested.accepts(relative, attributes);
            };
        }
        return nested;
    }
}
