package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TestNameTest {
    @Test
    void of_uniqueIdsOfManyKinds_isStableAndReadable() {
        assertThat(TestName.of(
                        "[engine:junit-jupiter]/[class:com.acme.OrdersTest]/[method:fill(int, java.lang.String)]"))
                .isEqualTo("com.acme.OrdersTest#fill(int, java.lang.String)");
        assertThat(TestName.of("[engine:junit-jupiter]/[class:com.acme.OrdersTest]"))
                .isEqualTo("com.acme.OrdersTest");
        assertThat(TestName.of("[engine:junit-jupiter]/[class:A]/[nested-class:B]/[test-template:x(int)]"
                        + "/[test-template-invocation:#3]"))
                .isEqualTo("A$B#x(int)[3]");
        assertThat(TestName.of("[engine:junit-platform-suite]/[suite:com.acme.All]/[engine:junit-jupiter]/[class:A]"
                        + "/[method:a()]"))
                .isEqualTo("A#a()");
        assertThat(TestName.of("[engine:junit-vintage]/[runner:com.acme.Old]/[test:works(com.acme.Old)]"))
                .isEqualTo("com.acme.Old#works(com.acme.Old)");
        assertThat(TestName.of("[engine:junit-jupiter]/[class:A]/[method:x(%5BLjava.lang.String;)]"))
                .isEqualTo("A#x([Ljava.lang.String;)");
        assertThat(TestName.of("[engine:other]/[spec:a + b]")).isEqualTo("a + b");
    }
}
