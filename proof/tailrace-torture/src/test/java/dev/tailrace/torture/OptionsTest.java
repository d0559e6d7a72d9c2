package dev.tailrace.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.testkit.Arguments;
import dev.tailrace.torture.place.Host;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    @ParameterizedTest
    @CsvSource({"2h, 7200", "90m, 5400", "45s, 45"})
    void time_ofEachUnit_isRead(String time, long seconds) throws Exception {
        Options options = Options.parse(List.of("--for", time));

        assertThat(options.seconds()).isEqualTo(seconds);
        assertThat(options.resumes()).isTrue();
    }

    @Test
    void quick_leavesRoomWithinFiveMinutes() throws Exception {
        Options options = Options.parse(List.of("--quick", "--seed", "7"));

        assertThat(options.seconds()).isLessThan(280);
        assertThat(options.resumes()).isFalse();
        assertThat(options.seed()).isEqualTo(7);
    }

    @Test
    void ship_withoutATime_runsEachFaultOnce() throws Exception {
        assertThat(Options.parse(List.of("--ship")).seconds()).isZero();
        assertThat(Options.parse(List.of("--ship", "--quick")).seconds()).isZero();
        assertThat(Options.parse(List.of("--ship", "--for", "1h")).seconds()).isEqualTo(3_600);
    }

    @Test
    void host_isRead_andStandsAlone() throws Exception {
        assertThat(Options.parse(List.of()).host()).isEqualTo(Host.NONE);
        assertThat(Options.parse(List.of("--host", "log4j")).host()).isEqualTo(Host.LOG4J);
        assertThat(Options.parse(List.of("--host", "logback", "--quick")).host())
                .isEqualTo(Host.LOGBACK);
    }

    @Test
    void faults_withCommas_areSeparated() throws Exception {
        assertThat(Options.parse(List.of("--fault", "kill -9,full disk")).faults())
                .containsExactly("kill -9", "full disk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--for 2",
                "--for soon",
                "--seed x",
                "--nonsense 1",
                "--nonsense",
                "--json",
                "--host jul",
                "--host log4j --ship"
            })
    void nonsense_isRefused(String arguments) {
        assertThatThrownBy(() -> Options.parse(List.of(arguments.split(" ", -1))))
                .isInstanceOf(Arguments.Misunderstanding.class)
                .hasMessageContaining(arguments.split(" ", -1)[0]);
    }
}
