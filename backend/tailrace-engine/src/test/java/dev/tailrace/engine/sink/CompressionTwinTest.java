package dev.tailrace.engine.sink;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import ch.qos.logback.core.rolling.helper.CompressionMode;
import java.util.Locale;
import org.apache.logging.log4j.core.appender.rolling.FileExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ends of names mean a compression: asked of the real Logback and the real Log4j 2. */
class CompressionTwinTest {
    private static final class Policy extends TimeBasedRollingPolicy<Object> {
        CompressionMode modeOf(String pattern) {
            return fileNamePatternStrToCompressionMode(pattern);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.%d.log.gz",
                "a.%d.log.GZ",
                "a.%d.log.Gz",
                "a.%d.zip",
                "a.%d.ZIP",
                "a.%d.xz",
                "a.%d.XZ",
                "a.%d.gz.log",
                "a.%d.log",
                "a.%d.tgz",
                "a.%d.bz2",
                "a.%dgz"
            })
    void end_inLargeAndSmallLetters_isLogbacks(String pattern) {
        CompressionMode theirs = new Policy().modeOf(pattern);
        Compression ours = Compression.of(pattern);

        assertThat(ours.name()).isEqualTo(theirs == CompressionMode.GZ ? "GZIP" : theirs.name());
    }

    @Test
    void ends_areThoseOfLog4j_butForTheOnesThatBecomeGzip() {
        for (FileExtension theirs : FileExtension.values()) {
            String end = theirs.getExtension();
            boolean gzip = end.equals(".bz2") || end.equals(".pack200");
            assertThat(Compression.of("a" + end) == Compression.NONE).as(end).isEqualTo(gzip);
            assertThat(FileExtension.lookup("a" + end.toUpperCase(Locale.ROOT))).isNull();
            assertThat(Compression.of("a" + end.toUpperCase(Locale.ROOT))).isEqualTo(Compression.NONE);
        }
    }
}
