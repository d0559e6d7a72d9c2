package dev.tailrace.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;

/** What is registered for a native image. No image is built here. */
final class TailraceRuntimeHintsTest {
    @Test
    void registrar_isFound() {
        assertThat(AotServices.factories().load(RuntimeHintsRegistrar.class))
                .hasAtLeastOneElementOfType(TailraceRuntimeHints.class);
    }

    @Test
    void hints_haveWhatIsLookedForByName() {
        RuntimeHints hints = new RuntimeHints();
        new TailraceRuntimeHints().registerHints(hints, getClass().getClassLoader());
        for (String resource : new String[] {
            "logback-spring.xml",
            "logback.xml",
            "log4j2.xml",
            "tailrace.xml",
            "META-INF/services/org.slf4j.spi.SLF4JServiceProvider",
            "org/springframework/boot/logging/logback/defaults.xml"
        }) {
            assertThat(RuntimeHintsPredicates.resource().forResource(resource).test(hints))
                    .as(resource)
                    .isTrue();
        }
        assertThat(RuntimeHintsPredicates.reflection()
                        .onType(TypeReference.of("dev.tailrace.slf4j.TailraceServiceProvider"))
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS)
                        .test(hints))
                .isTrue();
    }
}
