package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.baseline.Tolerance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KpiSettingsTest {
    private static KpiSettings of(Map<String, String> values) {
        return KpiSettings.of(key -> Optional.ofNullable(values.get(key)));
    }

    @Test
    void of_nothing_comparesWithTheDefaults() {
        KpiSettings settings = of(Map.of());
        assertThat(settings.mode()).isEqualTo(KpiSettings.Mode.COMPARE);
        assertThat(settings.baseline()).isEqualTo(Path.of("tailrace-kpis.json"));
        assertThat(settings.folder()).isEqualTo(Path.of("target", "tailrace-kpis"));
        assertThat(settings.tolerance()).isEqualTo(Tolerance.DEFAULT);
        assertThat(settings.recordsThrowing()).isFalse();
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void of_everything_isTaken() {
        KpiSettings settings = of(Map.of(
                "tailrace.kpis", "Update",
                "tailrace.kpis.baseline", "kpis/base.json",
                "tailrace.kpis.tolerance", "0.5",
                "tailrace.kpis.timeFactor", "0",
                "tailrace.kpis.timeFloor", "2s",
                "tailrace.kpis.fail", "true",
                "tailrace.kpis.exceptions", "thrown",
                "tailrace.kpis.methods", "com.acme.A::a, com.acme.B",
                "tailrace.kpis.history", "kpis/builds.jsonl"));
        assertThat(settings.mode()).isEqualTo(KpiSettings.Mode.UPDATE);
        assertThat(settings.baseline()).isEqualTo(Path.of("kpis", "base.json"));
        assertThat(settings.tolerance()).isEqualTo(new Tolerance(0.5, 0, 2_000_000_000L));
        assertThat(settings.recordsThrowing()).isTrue();
        assertThat(settings.methods()).containsExactly("com.acme.A::a", "com.acme.B");
        assertThat(settings.history()).isEqualTo(Path.of("kpis", "builds.jsonl"));
        assertThat(settings.problems()).isEmpty();
    }

    @Test
    void of_valuesThatCannotBeUsed_namesThemAndGoesOnWithTheDefault() {
        KpiSettings settings = of(Map.of(
                "tailrace.kpis", "updaet",
                "tailrace.kpis.tolerance", "ten",
                "tailrace.kpis.timeFloor", "250",
                "tailrace.kpis.fail", "yes",
                "tailrace.kpis.exceptions", "all",
                "tailrace.kpis.runs", "201"));
        assertThat(settings.mode()).isEqualTo(KpiSettings.Mode.COMPARE);
        assertThat(settings.tolerance()).isEqualTo(Tolerance.DEFAULT);
        assertThat(settings.problems())
                .hasSize(6)
                .anySatisfy(text -> assertThat(text).contains("tailrace.kpis:", "'updaet'", "update"))
                .anySatisfy(text -> assertThat(text).contains("tailrace.kpis.tolerance", "'ten'"))
                .anySatisfy(text -> assertThat(text).contains("tailrace.kpis.timeFloor", "200ms"));
    }

    @Test
    void folder_projectOfBothBuildTools_isThatOfTheOneThatRuns(@TempDir Path project) throws IOException {
        assertThat(KpiSettings.folder(project, Set.of())).isEqualTo(Path.of("target", "tailrace-kpis"));
        Files.createFile(project.resolve("build.gradle"));
        assertThat(KpiSettings.folder(project, Set.of())).isEqualTo(Path.of("build", "tailrace-kpis"));
        assertThat(KpiSettings.folder(project, Set.of("surefire.test.class.path")))
                .as("Surefire, in a folder with build.gradle")
                .isEqualTo(Path.of("target", "tailrace-kpis"));
        Files.createFile(project.resolve("pom.xml"));
        assertThat(KpiSettings.folder(project, Set.of("basedir", "surefire.real.class.path")))
                .isEqualTo(Path.of("target", "tailrace-kpis"));
        assertThat(KpiSettings.folder(project, Set.of("org.gradle.test.worker")))
                .isEqualTo(Path.of("build", "tailrace-kpis"));
        assertThat(KpiSettings.folder(project, Set.of()))
                .as("an editor's own runner")
                .isEqualTo(Path.of("target", "tailrace-kpis"));
    }

    @Test
    void failsAtTheEnd_asked_onlyWhereTestsAreCompared() {
        assertThat(KpiSettings.failsAtTheEnd(key -> Optional.empty())).isFalse();
        Map<String, String> values = new HashMap<>(Map.of("tailrace.kpis.fail", "true"));
        assertThat(KpiSettings.failsAtTheEnd(key -> Optional.ofNullable(values.get(key))))
                .isTrue();
        for (String mode : List.of("off", "warn", "update")) {
            values.put("tailrace.kpis", mode);
            assertThat(KpiSettings.failsAtTheEnd(key -> Optional.ofNullable(values.get(key))))
                    .as(mode)
                    .isFalse();
        }
    }

    @Test
    void autodetection_olderJupiter_isLeftAlone() {
        assertThat(Autodetection.canBeLimited("5.11.4")).isFalse();
        assertThat(Autodetection.canBeLimited("5.12.0")).isTrue();
        assertThat(Autodetection.canBeLimited("6.1.3")).isTrue();
        assertThat(Autodetection.canBeLimited("")).isFalse();
    }
}
