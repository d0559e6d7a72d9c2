package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Without logback-classic but with logstash-logback-encoder, whose classes the application calls, its fields are still written. (Those
 * classes can't be loaded without logback-core.)
 */
class StructuredArgumentsTest {
    private static final String ENCODER = "<encoder class='net.logstash.logback.encoder.LogstashEncoder'/>";

    @Test
    void structuredArguments_withoutLogbackClassic_areFields(@TempDir Path folder) throws Exception {
        List<Path> jars;
        try (Stream<Path> all = Files.list(Path.of("target", "logback"))) {
            jars = all.filter(jar -> jar.getFileName().toString().matches("(logstash|jackson|logback-core).*"))
                    .toList();
        }
        assertThat(jars).hasSize(5);

        ChildJvm.Output output = ChildJvm.encoding(folder, ENCODER).with(jars).run(Program.class);

        assertThat(output.err()).isEmpty();
        assertThat(output.log()).hasSize(3);
        JsonObject first = JsonParser.parseString(output.log().get(0)).getAsJsonObject();
        assertThat(first.get("message").getAsString()).isEqualTo("order=42 is there");
        assertThat(first.get("order").getAsInt()).isEqualTo(42);
        JsonObject second = JsonParser.parseString(output.log().get(1)).getAsJsonObject();
        assertThat(second.get("items")).hasToString("{\"chair\":[1,2.5]}");
        assertThat(second.has("tags")).isFalse();
        JsonObject third = JsonParser.parseString(output.log().get(2)).getAsJsonObject();
        assertThat(third.get("tailrace.failed").getAsString()).contains("net.logstash.logback");
    }

    /** Uses reflection, as the library is not on the class path of the tests. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) throws Exception {
            Logger log = LoggerFactory.getLogger("shop");
            log.info("{} is there", argument("order", 42));
            Marker marker = (Marker) Class.forName("net.logstash.logback.marker.Markers")
                    .getMethod("append", String.class, Object.class)
                    .invoke(null, "items", Map.of("chair", List.of(1, 2.5)));
            log.info(marker, "marked");
            log.info("failing {}", argument("bean", new Failing()));
        }

        private static Object argument(String name, Object value) throws ReflectiveOperationException {
            return Class.forName("net.logstash.logback.argument.StructuredArguments")
                    .getMethod("kv", String.class, Object.class)
                    .invoke(null, name, value);
        }
    }

    /** A bean whose own code fails. */
    public static final class Failing {
        public int getValue() {
            return Integer.parseInt("no number");
        }
    }
}
