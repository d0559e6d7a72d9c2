package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.junit.baseline.Tolerance;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsTest {
    private static Settings of(Map<String, String> values) {
        return Settings.of(key -> Optional.ofNullable(values.get(key)));
    }

    @Test
    void of_nothing_comparesWithTheDefaults() {
        Settings settings = of(Map.of());
        assertThat(settings.mode()).isEqualTo(Settings.Mode.COMPARE);
        assertThat(settings.baseline()).isEqualTo(Path.of("tailrace-kpis.json"));
        assertThat(settings.folder()).isEqualTo(Path.of("target", "tailrace-kpis"));
        assertThat(settings.tolerance()).isEqualTo(Tolerance.DEFAULT);
        assertThat(settings.recordsThrowing()).isFalse();
        assertThat(settings.complaints()).isEmpty();
    }

    @Test
    void of_everything_isTaken() {
        Settings settings = of(Map.of(
                "tailrace.kpis", "Update",
                "tailrace.kpis.baseline", "kpis/base.json",
                "tailrace.kpis.tolerance", "0.5",
                "tailrace.kpis.timeFactor", "0",
                "tailrace.kpis.timeFloor", "2s",
                "tailrace.kpis.exceptions", "thrown",
                "tailrace.kpis.methods", "com.acme.A::a, com.acme.B",
                "tailrace.kpis.runs", "7"));
        assertThat(settings.mode()).isEqualTo(Settings.Mode.UPDATE);
        assertThat(settings.baseline()).isEqualTo(Path.of("kpis", "base.json"));
        assertThat(settings.tolerance()).isEqualTo(new Tolerance(0.5, 0, 2_000_000_000L));
        assertThat(settings.recordsThrowing()).isTrue();
        assertThat(settings.methods()).containsExactly("com.acme.A::a", "com.acme.B");
        assertThat(settings.keptRuns()).isEqualTo(7);
        assertThat(settings.complaints()).isEmpty();
    }

    @Test
    void of_valuesThatCannotBeUsed_namesThemAndGoesOnWithTheDefault() {
        Settings settings = of(Map.of(
                "tailrace.kpis", "updaet",
                "tailrace.kpis.tolerance", "ten",
                "tailrace.kpis.timeFloor", "250",
                "tailrace.kpis.exceptions", "all",
                "tailrace.kpis.runs", "0"));
        assertThat(settings.mode()).isEqualTo(Settings.Mode.COMPARE);
        assertThat(settings.tolerance()).isEqualTo(Tolerance.DEFAULT);
        assertThat(settings.complaints())
                .hasSize(5)
                .anySatisfy(text -> assertThat(text).contains("tailrace.kpis:", "'updaet'", "update"))
                .anySatisfy(text -> assertThat(text).contains("tailrace.kpis.tolerance", "'ten'"))
                .anySatisfy(text -> assertThat(text).contains("tailrace.kpis.timeFloor", "200ms"));
    }

    @Test
    void autodetection_olderJupiter_isLeftAlone() {
        assertThat(Autodetection.canBeLimited("5.11.4")).isFalse();
        assertThat(Autodetection.canBeLimited("5.12.0")).isTrue();
        assertThat(Autodetection.canBeLimited("6.1.3")).isTrue();
        assertThat(Autodetection.canBeLimited("")).isFalse();
    }
}
