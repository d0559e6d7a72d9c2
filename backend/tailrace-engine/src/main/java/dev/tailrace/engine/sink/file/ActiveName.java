package dev.tailrace.engine.sink.file;

import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import java.nio.file.Path;

/** The names of the active file and of the next one. Immutable. */
public sealed interface ActiveName {
    Path path();

    /** The name of the file after this one. */
    ActiveName next(long periodMillis, boolean newPeriod);

    /** The active file always has the same name and is renamed when it is rolled. {@code origin}: of {@link RollingPolicyCodec#origin}. */
    record Given(Path path, String origin) implements ActiveName {
        @Override
        public ActiveName next(long periodMillis, boolean newPeriod) {
            return this;
        }
    }

    /** The active file already has its final name, except for the compression's suffix. {@code first}: the lowest index. */
    record Dated(FileNamePattern pattern, long periodMillis, int index, int first) implements ActiveName {
        @Override
        public Path path() {
            return Path.of(pattern.plainName(periodMillis, index))
                    .toAbsolutePath()
                    .normalize();
        }

        @Override
        public ActiveName next(long period, boolean newPeriod) {
            return new Dated(pattern, period, newPeriod && period != periodMillis ? first : index + 1, first);
        }
    }
}
