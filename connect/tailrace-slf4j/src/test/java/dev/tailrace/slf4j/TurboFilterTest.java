package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;
import org.slf4j.event.Level;

/** Calls of every kind pass their message, first marker and MDC to the turbo filters. */
class TurboFilterTest {
    @TempDir
    Path folder;

    @Test
    void calls_ofEveryKind_askTheFilters() throws Exception {
        ChildJvm.Output output = new ChildJvm(folder, "%level %msg%n", """
                <turboFilter class='ch.qos.logback.classic.turbo.MarkerFilter'>
                  <Marker>SALE</Marker><OnMatch>ACCEPT</OnMatch>
                </turboFilter>
                <turboFilter class='ch.qos.logback.classic.turbo.MDCFilter'>
                  <MDCKey>user</MDCKey><Value>ann</Value><OnMatch>ACCEPT</OnMatch>
                </turboFilter>
                <turboFilter class='ch.qos.logback.classic.turbo.DuplicateMessageFilter'>
                  <AllowedRepetitions>1</AllowedRepetitions>
                </turboFilter>
                <root level='INFO'><appender-ref ref='FILE'/></root>
                """).run(Calls.class);
        assertThat(output.out())
                .containsExactly("debug: false", "debug, marker: true", "debug, ann: true", "debug, bob: false");
        assertThat(output.log())
                .containsExactly(
                        "INFO repeated 1",
                        "INFO repeated 2",
                        "DEBUG with a marker",
                        "DEBUG 1 with a marker",
                        "DEBUG fluent with a marker",
                        "DEBUG ann's",
                        "DEBUG ann's 1",
                        "DEBUG ann's 1 2",
                        "DEBUG ann's 1 2 3",
                        "DEBUG fluent ann's");
        assertThat(output.err()).isEmpty();
    }

    static final class Calls {
        private Calls() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger("shop");
            Marker sale = MarkerFactory.getMarker("SALE");
            System.out.println("debug: " + log.isDebugEnabled());
            System.out.println("debug, marker: " + log.isDebugEnabled(sale));
            for (int i = 1; i <= 4; i++) {
                log.info("repeated {}", i);
            }
            log.debug("below the level");
            log.debug(sale, "with a marker");
            log.debug(sale, "{} with a marker", 1);
            log.makeLoggingEventBuilder(Level.DEBUG).addMarker(sale).log("fluent with a marker");
            MDC.put("user", "ann");
            System.out.println("debug, ann: " + log.isDebugEnabled());
            log.debug("ann's");
            log.debug("ann's {}", 1);
            log.debug("ann's {} {}", 1, 2);
            log.debug("ann's {} {} {}", 1, 2, 3);
            log.atDebug().log("fluent ann's");
            MDC.put("user", "bob");
            System.out.println("debug, bob: " + log.isDebugEnabled());
            log.debug("bob's");
            log.atDebug().log("fluent bob's");
        }
    }
}
