package dev.tailrace.config;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.finding.Finding;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Appenders of others that send to a network, as people configure them: targets/open.txt and targets/closed.txt. */
final class TargetFragmentsTest {
    /** An appender, what it has to become, and the codes of findings that have to be there. */
    record Fragment(String name, String xml, String target, List<String> codes) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Fragment> fragments() throws IOException {
        List<Fragment> all = new ArrayList<>();
        for (String file : List.of("open", "closed")) {
            try (InputStream in = TargetFragmentsTest.class.getResourceAsStream("/targets/" + file + ".txt")) {
                for (String block : new String(in.readAllBytes(), UTF_8).split("(?m)^\\[", -1)) {
                    if (!block.startsWith("#")) {
                        all.add(fragment(file, block));
                    }
                }
            }
        }
        return all.stream();
    }

    private static Fragment fragment(String file, String block) {
        int end = block.indexOf("]\n");
        int target = block.indexOf("\n= ");
        String[] said = block.substring(target + 3).strip().split("\n! ", -1);
        return new Fragment(
                file + ": " + block.substring(0, end),
                block.substring(end + 2, target),
                said[0],
                said.length == 1 ? List.of() : List.of(said[1].split(" ", -1)));
    }

    @ParameterizedTest
    @MethodSource("fragments")
    void read_fragment_isTheTargetThatWasMeant(Fragment fragment) {
        Configuration configuration = read(fragment.xml());

        assertThat(text(configuration)).isEqualTo(fragment.target());
        assertThat(configuration.findings().stream()
                        .map(each -> each.code().code())
                        .distinct()
                        .sorted()
                        .toList())
                .as("%s", configuration.findings())
                .isEqualTo(fragment.codes());
        assertThat(configuration.findings()).extracting(Finding::line).allMatch(line -> line > 0);
    }

    static Configuration read(String appender) {
        return Reading.read(
                appender.startsWith("<appender")
                        ? "<configuration>" + appender
                                + "<root level='INFO'><appender-ref ref='A'/></root></configuration>"
                        : "<Configuration><Appenders>" + appender
                                + "</Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>");
    }

    /** The kind, the address and the options of the only appender's target. */
    private static String text(Configuration configuration) {
        AppenderConfig appender = configuration.appenders().get(0);
        TargetConfig target = appender.layout().target();
        if (target == null) {
            return "none";
        }
        Map<String, String> options = new TreeMap<>(target.options());
        return target.kind() + " " + (target.address() == null ? "-" : target.address())
                + options.entrySet().stream().map(each -> " " + each).collect(Collectors.joining());
    }
}
