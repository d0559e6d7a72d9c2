package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The examples of docs/guide/limits.md. */
class LimitsGuideTest {
    private static final int EVENTS = 4_912;

    @TempDir
    Path folder;

    private ChildJvm child(String configuration) throws Exception {
        ChildJvm child = new ChildJvm(folder, "%msg%n").options("-DLOGS=" + folder);
        Files.writeString(folder.resolve("logback.xml"), configuration);
        return child;
    }

    @Test
    void example_loop_givesTheLinesOfTheGuide() throws Exception {
        Guide guide = Guide.page("limits.md");
        List<String> shown = guide.blockWith("times more in").lines().toList();

        ChildJvm.Output output = child(guide.blockWith("burst=\"100\"/>\n  </tailrace>\n  <appender name=\"FILE\""))
                .run(Loop.class);

        assertThat(output.err()).isEmpty();
        List<String> lines = output.log();
        Pattern summary = Pattern.compile(
                Pattern.quote(shown.get(1)).replace("4,812", "\\E([0-9,]+)\\Q").replace("10 s", "\\E[0-9]+ m?s\\Q"));
        Pattern written = Pattern.compile(Pattern.quote(shown.get(0)).replace("4711", "\\E[0-9]+\\Q"));
        long held = 0;
        long seen = 0;
        for (String line : lines) {
            Matcher matcher = summary.matcher(line);
            if (matcher.matches()) {
                held += Long.parseLong(matcher.group(1).replace(",", ""));
            } else {
                assertThat(line).matches(written);
                seen++;
            }
        }
        assertThat(seen).isGreaterThanOrEqualTo(100);
        assertThat(seen + held).isEqualTo(EVENTS);
    }

    @Test
    void exampleOfSeveralLimits_hasNoFindings() throws Exception {
        ChildJvm.Output output =
                child(Guide.page("limits.md").blockWith("by=\"throwable\"")).run(Loop.class);

        assertThat(output.err()).isEmpty();
        assertThat(output.out()).hasSizeLessThan(EVENTS).anyMatch(line -> line.contains("more in"));
    }

    /** The loop that a limit is for. */
    static final class Loop {
        private Loop() {}

        public static void main(String[] arguments) {
            Logger log = LoggerFactory.getLogger("com.acme.shop.Orders");
            for (int i = 0; i < EVENTS; i++) {
                log.error("order {} failed", i);
            }
        }
    }
}
