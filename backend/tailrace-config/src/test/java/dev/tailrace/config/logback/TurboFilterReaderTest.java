package dev.tailrace.config.logback;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.inside;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig.Reply;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.model.TurboFilterConfig;
import dev.tailrace.finding.FindingCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TurboFilterReaderTest {
    private static Configuration filter(String className, String options) {
        return inside(
                "<turboFilter class='ch.qos.logback.classic.turbo." + className + "'>" + options + "</turboFilter>");
    }

    @Test
    void read_eachFilter_withItsOptions() {
        Configuration configuration = inside("<import class='ch.qos.logback.classic.turbo.MDCFilter'/>"
                + "<property name='user' value='ann'/><turboFilter class='DuplicateMessageFilter' name='x'>"
                + "<cacheSize>10</cacheSize></turboFilter>"
                + "<turboFilter class='MDCFilter'><Name>y</Name><MDCKey>user</MDCKey><Value>${user}</Value>"
                + "<OnMatch>ACCEPT</OnMatch></turboFilter>"
                + "<turboFilter class='MarkerFilter'><marker>SALE</marker><onMismatch>DENY</onMismatch></turboFilter>"
                + "<turboFilter class='DynamicThresholdFilter'><key>user</key><onLower>NEUTRAL</onLower>"
                + "<MDCValueLevelPair><value>ann</value><level>debug</level></MDCValueLevelPair></turboFilter>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.turboFilters())
                .containsExactly(
                        new TurboFilterConfig.Duplicates(5, 10),
                        new TurboFilterConfig.ContextValue("user", "ann", Reply.ACCEPT, Reply.NEUTRAL),
                        new TurboFilterConfig.HasMarker("SALE", Reply.NEUTRAL, Reply.DENY),
                        new TurboFilterConfig.ContextLevel(
                                "user", Map.of("ann", Threshold.DEBUG), Threshold.ERROR, Reply.NEUTRAL, Reply.NEUTRAL));
    }

    @Test
    void read_missingOption_decidesNothingWithAFinding() {
        for (String name : new String[] {"MDCFilter", "MarkerFilter", "DynamicThresholdFilter"}) {
            Configuration configuration = filter(name, "");
            assertThat(codes(configuration)).containsExactly(FindingCode.TURBO_FILTER_INCOMPLETE);
            assertThat(configuration.turboFilters()).isEmpty();
        }
    }

    @Test
    void read_wrongValues_areFindings() {
        Configuration configuration = filter(
                "DynamicThresholdFilter",
                "<key>k</key><onLower>deny</onLower><colour>red</colour><defaultThreshold>LOUD</defaultThreshold>"
                        + "<MDCValueLevelPair><value>a</value></MDCValueLevelPair>"
                        + "<MDCValueLevelPair><value>b</value><level>INFO</level><x/></MDCValueLevelPair>"
                        + "<MDCValueLevelPair><value>b</value><level>WARN</level></MDCValueLevelPair>");

        assertThat(codes(configuration))
                .containsExactly(
                        FindingCode.UNKNOWN_OPTION,
                        FindingCode.BAD_LEVEL,
                        FindingCode.BAD_VALUE,
                        FindingCode.TURBO_FILTER_INCOMPLETE,
                        FindingCode.UNKNOWN_OPTION,
                        FindingCode.BAD_VALUE);
        assertThat(configuration.turboFilters())
                .containsExactly(new TurboFilterConfig.ContextLevel(
                        "k", Map.of("b", Threshold.INFO), Threshold.DEBUG, Reply.NEUTRAL, Reply.DENY));
    }

    @Test
    void read_filterThatReloads_namesScan() {
        Configuration configuration = filter("ReconfigureOnChangeFilter", "");

        assertThat(Reading.only(configuration).code()).isEqualTo(FindingCode.RELOAD_BY_FILTER);
        assertThat(Reading.only(configuration).remedy()).contains("scan=\"true\"");
    }

    @Test
    void read_ownClass_isNotLoaded() {
        assertThat(codes(inside("<turboFilter class='com.example.Mine'/>"))).containsExactly(FindingCode.UNKNOWN_CLASS);
    }
}
