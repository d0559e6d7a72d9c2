package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.UniqueId;

class TestNameTest {
    private static String name(String uniqueId) {
        return TestName.of(UniqueId.parse(uniqueId));
    }

    @Test
    void of_uniqueIdsOfManyKinds_isStableAndReadable() {
        assertThat(name("[engine:junit-jupiter]/[class:com.acme.OrdersTest]/[method:fill(int, java.lang.String)]"))
                .isEqualTo("com.acme.OrdersTest#fill(int, java.lang.String)");
        assertThat(name("[engine:junit-jupiter]/[class:com.acme.OrdersTest]")).isEqualTo("com.acme.OrdersTest");
        assertThat(name("[engine:junit-jupiter]/[class:A]/[nested-class:B]/[test-template:x(int)]"
                        + "/[test-template-invocation:#3]"))
                .isEqualTo("A$B#x(int)[3]");
        assertThat(name("[engine:junit-platform-suite]/[suite:com.acme.All]/[engine:junit-jupiter]/[class:A]"
                        + "/[method:a()]"))
                .isEqualTo("A#a()");
        assertThat(name("[engine:junit-vintage]/[runner:com.acme.Old]/[test:works(com.acme.Old)]"))
                .isEqualTo("com.acme.Old#works");
        assertThat(name("[engine:junit-vintage]/[runner:com.acme.Old]/[test:works(com.acme.Old)%5B2%5D]"))
                .as("the second of this name")
                .isEqualTo("com.acme.Old#works[2]");
        assertThat(
                        name(
                                "[engine:junit-vintage]/[runner:com.acme.Old]/[test:%5B0%5D]/[test:works%5B0%5D(com.acme.Old)]"))
                .isEqualTo("com.acme.Old#[0]#works[0]");
        assertThat(name("[engine:junit-vintage]/[runner:com.acme.All]/[test:com.acme.Old]/[test:works(com.acme.Old)]"))
                .as("in a suite")
                .isEqualTo("com.acme.All#com.acme.Old#works");
        assertThat(name("[engine:junit-vintage]/[runner:com.acme.Old]/[test:works(not a class)]"))
                .isEqualTo("com.acme.Old#works(not a class)");
        assertThat(name("[engine:junit-jupiter]/[class:A]/[method:x(%5BLjava.lang.String;)]"))
                .isEqualTo("A#x([Ljava.lang.String;)");
        assertThat(name("[engine:other]/[spec:a %2B b]")).isEqualTo("a + b");
    }
}
