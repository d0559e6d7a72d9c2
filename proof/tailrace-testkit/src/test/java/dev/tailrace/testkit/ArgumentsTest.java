package dev.tailrace.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArgumentsTest {
    private static Arguments parse(String line) throws Arguments.Misunderstanding {
        return Arguments.parse(List.of(line.split(" ", -1)), Set.of("--quick"), Set.of("--rounds", "--scene"));
    }

    @Test
    void parse_bothForms_givesValues() throws Exception {
        Arguments arguments = parse("--quick --rounds=3 --scene short1,burst");

        assertThat(arguments.has("--quick")).isTrue();
        assertThat(arguments.number("--rounds", 1, 9)).isEqualTo(3);
        assertThat(arguments.words("--scene")).containsExactly("short1", "burst");
    }

    @Test
    void get_optionThatIsNotGiven_isTheDefault() throws Exception {
        Arguments arguments = parse("--quick");

        assertThat(arguments.number("--rounds", 1, 9)).isNull();
        assertThat(arguments.words("--scene")).isEmpty();
        assertThat(arguments.get("--scene", "all")).isEqualTo("all");
    }

    @ParameterizedTest
    @CsvSource({
        "--quik, --quik: there is no such option",
        "--quick=1, --quick=1: there is no such option",
        "--rounds, --rounds: its value is missing"
    })
    void parse_wrongOption_saysWhich(String line, String reason) {
        assertThatThrownBy(() -> parse(line)).hasMessage(reason);
    }

    @ParameterizedTest
    @CsvSource({"many", "0", "10", "1.5"})
    void number_outOfRange_namesTheRange(String value) {
        assertThatThrownBy(() -> parse("--rounds " + value).number("--rounds", 1, 9))
                .hasMessage("--rounds " + value + ": a number from 1 to 9 was expected");
    }

    @Test
    void run_programThatCannotRun_isTwo() {
        assertThat(Arguments.run("race", () -> 1)).isEqualTo(1);
        assertThat(Arguments.run("race", () -> {
                    throw new IOException("no folder");
                }))
                .isEqualTo(2);
        assertThat(Arguments.run("race", () -> {
                    throw new Arguments.Misunderstanding("--x");
                }))
                .isEqualTo(2);
    }
}
