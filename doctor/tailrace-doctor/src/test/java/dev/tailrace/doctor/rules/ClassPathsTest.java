package dev.tailrace.doctor.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Source;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("anyjdk")
class ClassPathsTest {
    private static List<Remark> of(String... jars) {
        LiveRecording recording = new LiveRecording(
                new Source("recording.json", 1),
                1,
                "",
                "",
                Map.of("path.separator", ":", "java.class.path", "/app/classes:/lib/" + String.join(":/lib/", jars)),
                0,
                "UTC",
                2,
                -1,
                new Overhead(1, 0.02, 0, List.of()),
                List.of(),
                List.of(),
                Map.of(),
                List.of());
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        evidenceBuilder.add(recording);
        return Checked.of(evidenceBuilder.evidence());
    }

    private static List<String> codes(String... jars) {
        return of(jars).stream().map(Remark::code).toList();
    }

    @Test
    void starter_isHealthy() {
        assertThat(codes(
                        "slf4j-api-2.0.17.jar",
                        "tailrace-slf4j-0.1.0.jar",
                        "tailrace-spring-boot-0.1.0.jar",
                        "spring-boot-3.5.7.jar",
                        "spring-boot-autoconfigure-3.5.7.jar",
                        "tomcat-embed-core-10.1.48.jar",
                        "jul-to-slf4j-2.0.17.jar"))
                .isEmpty();
    }

    @Test
    void bootWithoutModule_isTheEnginesFinding() {
        assertThat(codes("slf4j-api-2.0.17.jar", "tailrace-slf4j-0.1.0.jar", "spring-boot-4.1.2.jar"))
                .containsExactly("TR1140");
        assertThat(codes("slf4j-api-2.0.17.jar", "tailrace-slf4j-0.1.0.jar", "spring-boot-autoconfigure-4.1.2.jar"))
                .isEmpty();
    }

    @Test
    void tomcatWithoutBridge_isTheEnginesFinding() {
        assertThat(codes("tailrace-slf4j-0.1.0.jar", "tomcat-embed-core-10.1.48.jar"))
                .containsExactly("TR1141");
    }

    @Test
    void otherProvider_saysWhichIsFirst() {
        assertThat(of("logback-classic-1.5.21.jar", "tailrace-slf4j-0.1.0-SNAPSHOT.jar"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.cause()).contains("in front of", "not Tailrace."));
        assertThat(of("tailrace-slf4j-0.1.0-SNAPSHOT.jar", "logback-classic-1.5.21.jar"))
                .singleElement()
                .satisfies(remark -> assertThat(remark.cause()).contains("behind", "is Tailrace."));
    }

    @Test
    void slf4j17_isAnErrorAlone() {
        assertThat(of("slf4j-api-1.7.36.jar", "tailrace-slf4j-0.1.0.jar", "logback-classic-1.2.13.jar"))
                .singleElement()
                .satisfies(remark -> {
                    assertThat(remark.code()).isEqualTo("TR3128");
                    assertThat(remark.severity()).isEqualTo("error");
                    assertThat(remark.cause()).contains("1.7.36");
                });
    }

    @Test
    void withoutTailrace_isNoMatterOfOurs() {
        assertThat(codes("slf4j-api-1.7.36.jar", "logback-classic-1.2.13.jar", "spring-boot-2.7.0.jar"))
                .isEmpty();
    }
}
