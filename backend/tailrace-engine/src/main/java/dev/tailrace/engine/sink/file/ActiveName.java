package dev.tailrace.engine.sink.file;

import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.engine.sink.rolling.RollingPolicyCodec;
import java.nio.file.Path;

/** How the active file is called, and the one after it. Immutable. */
public sealed interface ActiveName {
    Path path();

    /** Whether its next file may be of an earlier period, without falling on one that the archiver has in hand. */
    boolean mayGoBack();

    /** The name of the file after this one. */
    ActiveName next(long periodMillis, boolean newPeriod);

    /** The active file has one name for ever and is renamed when it is finished. {@code origin}: of {@link RollingPolicyCodec#origin}. */
    record Given(Path path, String origin) implements ActiveName {
        @Override
        public boolean mayGoBack() {
            return true;
        }

        @Override
        public ActiveName next(long periodMillis, boolean newPeriod) {
            return this;
        }
    }

    /** The active file already has the name it will keep, but for the compression's suffix. {@code first}: the lowest index. */
    record Dated(FileNamePattern pattern, long periodMillis, int index, int first) implements ActiveName {
        @Override
        public Path path() {
            return Path.of(pattern.plainName(periodMillis, index))
                    .toAbsolutePath()
                    .normalize();
        }

        @Override
        public boolean mayGoBack() {
            return false;
        }

        @Override
        public ActiveName next(long period, boolean newPeriod) {
            return new Dated(pattern, period, newPeriod && period != periodMillis ? first : index + 1, first);
        }
    }
}
