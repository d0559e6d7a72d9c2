package dev.tailrace.layout.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Values that have no end, or a very late one. */
class JsonTextTest {
    private static String json(Object value, int most) {
        TextBuffer out = new TextBuffer(64, most);
        JsonText.value(value, out);
        return new String(out.array(), 0, out.length(), StandardCharsets.UTF_8);
    }

    private static String json(Object value) {
        return json(value, 1 << 24);
    }

    @Test
    void aChildThatLeadsToItsParent_isMarkedThere() {
        Map<String, Object> parent = new LinkedHashMap<>();
        List<Object> children = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            Map<String, Object> child = new LinkedHashMap<>();
            child.put("n", i);
            child.put("parent", parent);
            children.add(child);
        }
        parent.put("children", children);

        String json = json(parent);

        assertThat(json)
                .startsWith("{\"children\":[{\"n\":0,\"parent\":\"[CIRCULAR REFERENCE]\"},{\"n\":1,")
                .endsWith("}]}");
        assertThat(json).hasSizeLessThan(600);
    }

    @Test
    void theSameValueTwice_isNoCircle() {
        List<Integer> shared = List.of(1, 2);

        assertThat(json(List.of(shared, shared, new Object[] {shared}))).isEqualTo("[[1,2],[1,2],[[1,2]]]");
    }

    @Test
    void aSmallGraphWithAMillionPaths_ends() {
        Object level = "x";
        for (int i = 0; i < 25; i++) {
            level = List.of(level, level);
        }

        String json = json(level);

        // 2 to the power of 25 values without a limit.
        assertThat(json)
                .hasSizeLessThan(1_000_000)
                .startsWith("[[[[[[[[[[[[[[[[[[[[[[[[[\"x\",\"x\"],")
                .endsWith("]]]");
    }

    @Test
    void valuesWithoutBytes_areCountedToo() {
        List<Object> none = Collections.nCopies(50_000_000, Map.of());

        assertThat(json(none)).hasSize(2 + 100_000 * 3 + "\"[...]\"".length()).endsWith(",\"[...]\"]");
    }

    @Test
    void theWalkEnds_whereTheLineIsCut() {
        int[] asked = {0};
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < 10_000; i++) {
            map.put("key " + i, new Object() {
                @Override
                public String toString() {
                    asked[0]++;
                    return "0123456789";
                }
            });
        }

        assertThat(json(map, 1_000)).hasSizeLessThanOrEqualTo(1_000);
        assertThat(asked[0]).isBetween(10, 100);
    }
}
