package dev.tailrace.engine.sink.rolling;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RollingSummaryTest {
    private static final String FILE = "file=/log/app.log root=/log/ ";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "kind=time FILE pattern=app.%d{yyyy-MM-dd,Z}.%i.log size=524288000 history=7 cap=0"
                        + "|at 500 MB or by the day (days of UTC); keeps 7 days; no cap on the total size; files app.%d{yyyy-MM-dd}.%i.log",
                "kind=time FILE pattern=app.%d{yyyy-MM-dd_HH,Europe/Berlin}.log size=0 history=0 cap=0"
                        + "|by the hour (hours of Europe/Berlin), at no size; deletes no rolled file; files app.%d{yyyy-MM-dd_HH}.log",
                "kind=time FILE pattern=app.%d{yyyy-MM,+02:00}.log size=0 history=1 cap=1610612736"
                        + "|by the month (months of UTC+02:00), at no size; keeps 1 month; at most 1.5 GB in total; files app.%d{yyyy-MM}.log",
                "kind=window FILE pattern=app.%i.log size=10000000 min=1 max=7"
                        + "|at 10,000,000 bytes; keeps 7 files, numbers 1 to 7; files app.%i.log",
                "kind=none file=/log/app.log|none",
                "kind=time file=/log/app.log root=/old/ pattern=a.%d{yyyy-MM-dd,Z}.log size=0 history=0 cap=1024"
                        + "|by the day (days of UTC), at no size; keeps them however old; at most 1 KB in total; files /old/a.%d{yyyy-MM-dd}.log",
            })
    void of_aRecord_isInPeoplesUnits(String recorded, String words) {
        assertThat(RollingSummary.of(RollingPolicyCodec.parse(recorded.replace("FILE ", FILE))))
                .isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"interval=2|every 2 days", "interval=2 modulate=true|every 2 days", "dated=roll|at 1 MB;"})
    void of_options_saysThem(String options, String words) {
        // As the codec orders its words.
        String recorded = "kind=numbered " + FILE + "pattern=app.%d{yyyy-MM-dd,Z}.%i.log size=1048576 min=1"
                + " max=2147483647 newest=highest history=0 cap=0 "
                + (options.equals("interval=2") ? "interval=2 modulate=false" : options);
        assertThat(RollingSummary.of(RollingPolicyCodec.parse(recorded))).contains(words);
    }

    @ParameterizedTest
    @CsvSource({"1,1 byte", "1023,1023 bytes", "1024,1 KB", "1536,1.5 KB", "104857600,100 MB", "3221225472,3 GB"})
    void size_isExact(long bytes, String words) {
        assertThat(RollingSummary.size(bytes).replace(",", "")).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"9223372036854775807", "1", "0"})
    void size_ofAnyNumber_doesNotFail(long bytes) {
        assertThat(RollingSummary.size(bytes)).isNotEmpty();
        assertThat(Path.of("/log")).isAbsolute();
    }
}
