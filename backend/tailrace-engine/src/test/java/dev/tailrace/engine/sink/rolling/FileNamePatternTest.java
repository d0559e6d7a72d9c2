package dev.tailrace.engine.sink.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.core.ContextBase;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNamePatternTest {
    private static final long MOMENT = 1_710_012_345_678L;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.%d.log",
                "app.%d{}.log",
                "logs/%d{yyyy/MM, aux}/app.%d{yyyy-MM-dd}.%i.log.gz",
                "app.%d{yyyyMMdd-HH,UTC}.%03i.zip",
                "app(1).%d{yyyy-MM-dd'T'HH}.%i.log",
                "a b/%i.%d{EEE-d-MMM-yyyy}.txt",
                "C:\\logs\\app.%d{yyyy-MM-dd}.log"
            })
    void names_areLogbacks_andAreReadBack(String text) {
        FileNamePattern ours = FileNamePattern.parse(text);
        var theirs = new ch.qos.logback.core.rolling.helper.FileNamePattern(text, new ContextBase());
        String name = ours.name(MOMENT, 7);
        assertThat(name).isEqualTo(theirs.convertMultipleArguments(Instant.ofEpochMilli(MOMENT), 7));
        FileNamePattern.Reading reading = ours.reader(true).read(name);
        assertThat(reading).isNotNull();
        Periods periods = ours.periods();
        assertThat(reading)
                .isEqualTo(new FileNamePattern.Reading(
                        periods == null ? 0 : periods.start(MOMENT), ours.hasIndex() ? 7 : -1));
    }

    @Test
    void compressionSuffix_belongsToTheCompressedNameOnly() {
        FileNamePattern pattern = FileNamePattern.parse("app.%i.log.gz");
        assertThat(pattern.plainName(0, 3)).isEqualTo("app.3.log");
        assertThat(pattern.reader(true).read("app.3.log")).isNull();
        assertThat(pattern.reader(false).read("app.3.log")).isEqualTo(new FileNamePattern.Reading(0, 3));
    }

    @Test
    void qualifier_goesBeforeTheCompressionSuffix() {
        assertThat(FileNamePattern.parse("app.%i.log.gz").qualified(".web-1").name(0, 2))
                .isEqualTo("app.2.log.web-1.gz");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"app.2024-13-01.0.log", "app.2024-03-09.log", "app.2024-03-09.01.log", "app.2024-3-9.0.log"})
    void namesThatThePatternWouldNotMake_areNotRead(String name) {
        assertThat(FileNamePattern.parse("app.%d.%i.log").reader(true).read(name))
                .isNull();
    }

    @Test
    void root_andDepth_areWhereTheFilesLie() {
        FileNamePattern pattern = FileNamePattern.parse("/var/log/%d{yyyy/MM,aux}/app.%d.log");
        assertThat(pattern.root()).isEqualTo("/var/log/");
        assertThat(pattern.depth()).isEqualTo(2);
    }
}
