package dev.tailrace.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumberFormatsTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.4, 0.40 ns",
        "7, 7 ns",
        "212, 212 ns",
        "999.4, 999 ns",
        "999.6, 1.00 µs",
        "1412, 1.41 µs",
        "99960, 100 µs",
        "999600, 1.00 ms",
        "43000000, 43.0 ms",
        "47000000000, 47.0 s",
        "500000000000, 500 s",
        "5000000000000, '5,000 s'",
        "-1412, -1.41 µs"
    })
    void nanos_anyDuration_readsInTheUnitThatFits(double nanos, String expected) {
        assertThat(NumberFormats.nanos(nanos)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "0.02, 0.02 B", "106, 106 B", "1670, 1.67 kB", "64000000, 64.0 MB"})
    void bytes_anyAmount_readsInPowersOfAThousand(double bytes, String expected) {
        assertThat(NumberFormats.bytes(bytes)).isEqualTo(expected);
    }

    @Test
    void of_notMeasured_isADash() {
        assertThat(NumberFormats.of(null, Unit.NANOS)).isEqualTo("–");
        assertThat(NumberFormats.of(Double.NaN, Unit.COUNT)).isEqualTo("–");
        assertThat(NumberFormats.of(Double.POSITIVE_INFINITY, Unit.NANOS)).isEqualTo("–");
    }

    @Test
    void of_millisAndSeconds_readAsDurations() {
        assertThat(NumberFormats.of(428_211, Unit.MILLIS)).isEqualTo("428 s");
        assertThat(NumberFormats.of(0.25, Unit.SECONDS)).isEqualTo("250 ms");
    }

    @Test
    void of_machineWithDecimalComma_writesTheSame() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(NumberFormats.of(1_234_567, Unit.COUNT)).isEqualTo("1,234,567");
            assertThat(NumberFormats.of(0.1234, Unit.FRACTION)).isEqualTo("12.3 %");
            assertThat(NumberFormats.of(2.5, Unit.NUMBER)).isEqualTo("2.50");
        } finally {
            Locale.setDefault(before);
        }
    }
}
