package dev.tailrace.engine.sink.keyed;

import dev.tailrace.destination.Target;
import dev.tailrace.engine.sink.lock.LockFileName;
import dev.tailrace.engine.sink.lock.LockView;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingText;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What values are called in the names of the files that lines are sifted to, so that no value's file is taken for one that was rolled from
 * another value's, and moved or deleted by its rolling, whatever values come.
 */
final class SiftNames {
    private final RollingText text;
    /** The names of rolled files of any value, as they are and compressed; null when the file isn't rolled, or named by the pattern. */
    private final @Nullable Pattern plain;

    private final @Nullable Pattern compressed;

    SiftNames(RollingText text) {
        FileNamePattern pattern = text.file() == null ? null : text.pattern();
        this.text = text;
        this.plain = pattern == null ? null : pattern.withAny(Target.Sifted.KEY, false);
        this.compressed = pattern == null ? null : pattern.withAny(Target.Sifted.KEY, true);
    }

    /** The value, or with one more character behind it. */
    String of(String value) {
        String longer = value + "_";
        // Where every name looks like that, the value is no help.
        return mayBeRolled(value) && !mayBeRolled(longer) ? longer : value;
    }

    private boolean mayBeRolled(String value) {
        Path file = text.file();
        if (plain == null || compressed == null || file == null) {
            return false;
        }
        String name = file.toString().replace(Target.Sifted.KEY, value).replace('\\', '/');
        return plain.matcher(name).matches() || compressed.matcher(name).matches();
    }

    Finding changed(String value, String used) {
        return Finding.of(
                        FindingCode.SIFTED_VALUE_CHANGED,
                        "The file for the value \"" + value
                                + "\" would have the name of one that was rolled from another value's file; its lines go to"
                                + " the file for \"" + used + "\". Said once.")
                .about(text.description());
    }

    /**
     * Makes sure that a file isn't another log, which another drainer writes and rolls.
     *
     * @throws FileSystemException when it is one that a process drains now
     */
    static void requireOwn(RollingText file) throws IOException {
        Path lock = LockFileName.of(file);
        if (Files.exists(lock) && LockView.first(lock) != LockView.Held.BY_NOBODY) {
            throw new FileSystemException(file.description(), null, "another appender or process logs to it");
        }
    }
}
