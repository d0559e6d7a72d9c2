package dev.tailrace.layout.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.layout.JsonEncoder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;
import org.slf4j.helpers.BasicMarkerFactory;

class JsonNamesTest {
    private static final String FLAT = """
            {"message":{"$resolver":"message"},"tags":{"$resolver":"tailrace:tags"},"$0":{"$resolver":"tailrace:mdc"},
            "$1":{"$resolver":"tailrace:keyValues"},"error.type":{"$resolver":"tailrace:throwableClass"}}""";
    private static final String BOOT = """
            {"message":{"$resolver":"message","whenNull":"null"},"s":{"$resolver":"tailrace:shortMessage"},
            "$0":{"$resolver":"tailrace:pairs","style":"nested","reserved":["message"],"thrown":["error"],"marked":["tags"]},
            "error":{"type":{"$resolver":"tailrace:throwableClass"}},"tags":{"$resolver":"tailrace:markerSet"}}""";

    private static String written(
            String template,
            @Nullable String message,
            @Nullable Throwable thrown,
            Map<String, String> context,
            List<Marker> markers,
            KeyValuePair... pairs) {
        Sample sample =
                new Sample(20, "a", "main", Instant.EPOCH, "m", List.of(), thrown, context, markers, List.of(pairs));
        JsonEncoder.Compiled compiled = JsonEncoder.compile(template, name -> null, Map.of());
        assertThat(compiled.problems()).isEmpty();
        TextBuffer line = new TextBuffer(64, 1 << 16);
        compiled.encoder().encode(sample.event(), message, new Object[] {"a\nb"}, line);
        return line.toString();
    }

    @Test
    void ownNames_ofContextAndPairs_areLeftOut() {
        assertThat(written(FLAT, "m", null, Map.of("message", "x"), List.of(), new KeyValuePair("message", 1)))
                .isEqualTo("{\"message\":\"m\"}\n");
        assertThat(written(FLAT, "m", null, Map.of("k", "x"), List.of(), new KeyValuePair("k", 1)))
                .isEqualTo("{\"message\":\"m\",\"k\":1}\n");
        assertThat(written(FLAT, "m", null, Map.of(), List.of(), new KeyValuePair("k", 1), new KeyValuePair("k", 2)))
                .isEqualTo("{\"message\":\"m\",\"k\":2}\n");
    }

    @Test
    void namesOfSomeEvents_areLeftOutOfTheseOnly() {
        Marker marker = new BasicMarkerFactory().getMarker("M");
        Map<String, String> context = Map.of("tags", "t");
        assertThat(written(FLAT, "m", null, context, List.of())).isEqualTo("{\"message\":\"m\",\"tags\":\"t\"}\n");
        assertThat(written(FLAT, "m", null, context, List.of(marker)))
                .isEqualTo("{\"message\":\"m\",\"tags\":[\"M\"]}\n");
        assertThat(written(FLAT, "m", new RuntimeException(), Map.of("error.type", "t"), List.of()))
                .isEqualTo("{\"message\":\"m\",\"error.type\":\"java.lang.RuntimeException\"}\n");
    }

    @Test
    void bootsNames_areChangedOnlyWhereTheyAreTaken() {
        Map<String, String> context = Map.of("error.code", "7");
        assertThat(written(BOOT, "m {}", null, context, List.of()))
                .isEqualTo("{\"message\":\"m a\\nb\",\"s\":\"m a\\nb\",\"error\":{\"code\":\"7\"}}\n");
        assertThat(written(BOOT, "m", new RuntimeException(), context, List.of()))
                .contains("\"error_\":{\"code\":\"7\"}", "\"error\":{\"type\":");
        assertThat(written(BOOT, "m", null, Map.of("tags", "t"), List.of())).contains("\"tags\":\"t\"");
    }

    @Test
    void messageThatIsNull_isNull() {
        assertThat(written(BOOT, null, null, Map.of(), List.of())).startsWith("{\"message\":null,");
        assertThat(written(FLAT, null, null, Map.of(), List.of())).isEqualTo("{\"message\":\"null\"}\n");
    }
}
