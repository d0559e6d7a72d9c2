package dev.tailrace.loadtest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom a load may be put on, and how an objective is written. */
class GateTest {
    @ParameterizedTest
    @ValueSource(
            strings = {"http://localhost:8080/a?b=c", "http://127.0.0.1/", "https://127.3.2.1:1/x", "http://[::1]:80/"})
    void check_thisMachine_isLetThrough(String address) {
        assertThat(Gate.check(address, null)).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://192.0.2.7/", "http://0.0.0.0/", "http://10.0.0.1:8080/", "http://[2001:db8::1]/"})
    void check_anotherMachine_isRefusedAndTheWayIsTold(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gate.check(address, null))
                .withMessageContaining("this machine only")
                .withMessageContaining("--i-own ");
    }

    @Test
    void check_ownMachine_isLetThrough() {
        assertThat(Gate.check("http://192.0.2.7:8080/", "192.0.2.7")).hasHost("192.0.2.7");
    }

    @Test
    void check_ownNamesAnotherMachine_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Gate.check("http://192.0.2.8/", "192.0.2.7"))
                .withMessageContaining("192.0.2.8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "localhost:8080",
                "ftp://localhost/",
                "http://a b/",
                "file:/etc/passwd",
                "/",
                "http://u:p@localhost/"
            })
    void check_whatIsNoTarget_isRefused(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> Gate.check(address, null));
    }

    @Test
    void parse_objectives_areRead() {
        assertThat(Slo.parse("p99=250ms")).isEqualTo(new Slo(99, Duration.ofMillis(250)));
        assertThat(Slo.parse("P99.9=1.5s")).isEqualTo(new Slo(99.9, Duration.ofMillis(1500)));
        assertThat(Slo.parse("p99=250ms").name()).isEqualTo("p99");
        assertThat(Slo.parse("p99.9=1s").name()).isEqualTo("p99.9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "99=250ms", "p0=1s", "p99", "p99=250", "p99=0ms", "p99=2m", "p100=1s", "p99=900000s"})
    void parse_anythingElse_isRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Slo.parse(text));
    }
}
