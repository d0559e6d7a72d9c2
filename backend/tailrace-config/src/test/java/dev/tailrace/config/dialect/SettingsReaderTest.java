package dev.tailrace.config.dialect;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.Multiline;
import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.TailraceSettings;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.finding.FindingCode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SettingsReaderTest {
    @Test
    void settings_unset_areTheDefaults() {
        assertThat(settings("").settings()).isEqualTo(TailraceSettings.DEFAULTS);
    }

    @Test
    void settings_ofTheElement_areAllRead() {
        Configuration configuration =
                settings("memory='32 MB' spill='2GB' whenFull='drop-below WARN' maxWait='3s' wait='BusySpin'"
                        + " interval='20ms' directory='/run/lanes' archiverShare='25%' maxEvent='2MB' shutdown='1 minute'"
                        + " stripes='4' force='true' console='Sync' multiline='Indent'");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.settings())
                .isEqualTo(new TailraceSettings(
                        new TailraceSettings.Engine(
                                32 << 20, 2L << 30, TailraceSettings.Wait.BUSYSPIN, 20, true, 0.25, 60_000),
                        new TailraceSettings.Lanes("/run/lanes", null, 4),
                        new TailraceSettings.Overflow(TailraceSettings.WhenFull.DROP_BELOW, Threshold.WARN, 3_000),
                        new TailraceSettings.Lines(2 << 20, TailraceSettings.Console.SYNC, Multiline.INDENT),
                        List.of()));
    }

    @Test
    void settings_propertyBeforeEnvironmentBeforeElement() {
        String xml = "<configuration><tailrace interval='30' maxWait='30' shutdown='30'/></configuration>";
        TailraceSettings settings = new Reading()
                .property("tailrace.interval", "10")
                .variable("TAILRACE_INTERVAL", "20")
                .variable("TAILRACE_MAX_WAIT", "20")
                .of(xml)
                .settings();

        assertThat(settings.engine().intervalMillis()).isEqualTo(10);
        assertThat(settings.overflow().maxWaitMillis()).isEqualTo(20);
        assertThat(settings.engine().shutdownMillis()).isEqualTo(30);
    }

    @Test
    void settings_fromOutside_holdForTheDefaultConfigurationToo() {
        Configuration configuration =
                new Reading().variable("TAILRACE_WHEN_FULL", "drop").of("no xml");

        assertThat(configuration.settings().overflow().whenFull()).isEqualTo(TailraceSettings.WhenFull.DROP);
        assertThat(configuration.appenders().get(0).settings().overflow().whenFull())
                .isEqualTo(TailraceSettings.WhenFull.DROP);
    }

    @ParameterizedTest
    @CsvSource({
        "memory, lots",
        "memory, 10",
        "memory, -1MB",
        "memory, 99999999999999GB",
        "whenFull, explode",
        "whenFull, drop-below LOUD",
        "maxWait, soon",
        "maxWait, 9999999999",
        "wait, nap",
        "interval, 0",
        "interval, 101ms",
        "archiverShare, 0",
        "archiverShare, 1.5",
        "archiverShare, NaN",
        "archiverShare, half",
        "maxEvent, 10",
        "maxEvent, 1GB",
        "stripes, -1",
        "force, yes"
    })
    void settings_nonsense_isTheDefaultAndAFinding(String name, String value) {
        Configuration configuration = settings(name + "='" + value + "'");

        assertThat(configuration.settings()).isEqualTo(TailraceSettings.DEFAULTS);
        assertThat(only(configuration).code()).isEqualTo(FindingCode.BAD_SETTING);
        assertThat(only(configuration).cause()).contains(name).contains(value);
    }

    @Test
    void settings_nonsenseOutside_namesThePlaceAndAsksTheNext() {
        Configuration configuration = new Reading()
                .property("tailrace.interval", "never")
                .variable("TAILRACE_INTERVAL", "7")
                .of("<configuration/>");

        assertThat(configuration.settings().engine().intervalMillis()).isEqualTo(7);
        assertThat(only(configuration).cause()).contains("-Dtailrace.interval");
    }

    @Test
    void settings_spillOfNothing_isNone() {
        assertThat(settings("spill='0'").settings().engine().spill()).isZero();
        assertThat(only(settings("spill='much'")).cause()).contains("no size such as 1GB");
    }

    @Test
    void settings_unknownName_isAFinding() {
        assertThat(only(settings("memroy='1GB'")).code()).isEqualTo(FindingCode.UNKNOWN_ATTRIBUTE);
        assertThat(only(settings("memroy='1GB'")).remedy()).contains("memory");
    }

    @Test
    void settings_variables_areReplaced() {
        assertThat(Reading.inside("<property name='m' value='2MB'/><tailrace memory='${m}'/>")
                        .settings()
                        .engine()
                        .memory())
                .isEqualTo(2 << 20);
    }

    @Test
    void settings_parentDirectory_comesFromOutsideOnly() {
        assertThat(new Reading()
                        .variable("TAILRACE_DIR", "/a")
                        .of("<configuration/>")
                        .settings())
                .extracting(settings -> settings.lanes().parentDirectory())
                .isEqualTo("/a");
        assertThat(new Reading()
                        .variable("TAILRACE_DIR", "/a")
                        .property("tailrace.dir", "/b")
                        .of("<configuration/>")
                        .settings())
                .extracting(settings -> settings.lanes().parentDirectory())
                .isEqualTo("/b");
    }

    @Test
    void settings_ofAnAppender_holdForItOnly() {
        Configuration configuration = Reading.inside("<tailrace maxEvent='1KB' whenFull='drop'/>"
                + Reading.appender(
                        "ConsoleAppender", "<tailrace maxEvent='2KB'/><encoder><pattern>%m</pattern></encoder>"));

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.settings().lines().maxEvent()).isEqualTo(1 << 10);
        TailraceSettings own =
                Objects.requireNonNull(configuration.appenders().get(0).settings());
        assertThat(own.lines().maxEvent()).isEqualTo(2 << 10);
        assertThat(own.overflow().whenFull()).isEqualTo(TailraceSettings.WhenFull.DROP);
    }

    @Test
    void settings_ofTheProcess_areIgnoredInAnAppender() {
        Configuration configuration = Reading.inside(Reading.appender(
                "ConsoleAppender", "<tailrace memory='2MB'/><encoder><pattern>%m</pattern></encoder>"));

        assertThat(codes(configuration)).containsExactly(FindingCode.SETTING_OF_THE_PROCESS);
        assertThat(configuration.appenders().get(0).settings()).isEqualTo(TailraceSettings.DEFAULTS);
    }

    private static Configuration settings(String attributes) {
        return Reading.inside("<tailrace " + attributes + "/>");
    }
}
