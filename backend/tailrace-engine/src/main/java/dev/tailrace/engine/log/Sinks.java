package dev.tailrace.engine.log;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.sink.ConsoleSink;
import dev.tailrace.engine.sink.DerivedName;
import dev.tailrace.engine.sink.FileFindings;
import dev.tailrace.engine.sink.NullSink;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.SpecialFile;
import dev.tailrace.finding.Finding;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Opens the sinks that aren't files; {@link LogFile} opens those. */
public final class Sinks {
    private Sinks() {}

    /**
     * Standard output or standard error.
     *
     * @param findings receives, from the drainer's thread, what the user should know
     */
    public static Sink console(DestinationConfig.Console target, Consumer<Finding> findings) {
        return new ConsoleSink(target.standardError(), findings);
    }

    /**
     * The sink of a file appender whose path leads to a console or to {@code /dev/null}; null where the path is a file's. Rolling such a
     * path is a finding.
     */
    public static @Nullable Sink standIn(DestinationConfig.File target, Consumer<Finding> findings) {
        String file = target.file();
        SpecialFile special = file == null ? SpecialFile.NONE : SpecialFile.of(Path.of(DerivedName.encodable(file)));
        Sink sink = switch (special) {
            case STANDARD_OUTPUT -> new ConsoleSink(false, findings);
            case STANDARD_ERROR -> new ConsoleSink(true, findings);
            case NULL -> new NullSink();
            case NONE, OTHER -> null;
        };
        if (sink != null && target.rolling() != null) {
            findings.accept(FileFindings.neverRolled(Path.of(file), sink.description()));
        }
        return sink;
    }

    /** Standard output, for lines without another sink. */
    public static Sink console(Consumer<Finding> findings) {
        return new ConsoleSink(false, findings);
    }
}
