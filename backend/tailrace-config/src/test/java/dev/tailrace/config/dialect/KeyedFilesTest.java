package dev.tailrace.config.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KeyedFilesTest {
    @ParameterizedTest
    @CsvSource({
        "x, 100, true",
        "x, 101, false",
        "\u4E2D, 40, true",
        "\u4E2D, 41, false",
        "\uFFFD, 1, false",
        "\uD83D, 1, false"
    })
    void isUsable_value_isSoFewBytesThatItStandsInFrontOfALine(String part, int times, boolean expected) {
        assertThat(KeyedFiles.isUsable(part.repeat(times))).isEqualTo(expected);
    }
}
