package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The assertions were observed on Logback's adapter, except for its exceptions on empty stacks and null values. */
class TailraceMdcAdapterTest {
    private final TailraceMdcAdapter mdc = new TailraceMdcAdapter();

    @Test
    void copy_freshThread_isNull() {
        assertThat(mdc.getCopyOfContextMap()).isNull();
    }

    @Test
    void copy_lastKeyRemoved_isEmpty() {
        mdc.put("k", "v");
        mdc.remove("k");
        assertThat(mdc.getCopyOfContextMap()).isEmpty();
    }

    @Test
    void copy_cleared_isNull() {
        mdc.put("k", "v");
        mdc.clear();
        assertThat(mdc.getCopyOfContextMap()).isNull();
        assertThat(mdc.current()).isNull();
    }

    @Test
    void copy_changedAfterwards_staysAsItWas() {
        mdc.put("k", "v");
        Map<String, String> copy = mdc.getCopyOfContextMap();
        mdc.put("k", "w");
        assertThat(copy).containsEntry("k", "v");
    }

    @Test
    void setContextMap_null_clears() {
        mdc.put("k", "v");
        mdc.setContextMap(null);
        assertThat(mdc.getCopyOfContextMap()).isNull();
    }

    @Test
    void setContextMap_givenMapChangedAfterwards_isNotSeen() {
        Map<String, String> given = new HashMap<>(Map.of("k", "v"));
        mdc.setContextMap(given);
        given.put("k", "w");
        assertThat(mdc.get("k")).isEqualTo("v");
    }

    @Test
    void setContextMap_nullKeyAndValue_areKept() {
        Map<String, String> odd = new HashMap<>();
        odd.put(null, "x");
        odd.put("n", null);
        mdc.setContextMap(odd);
        assertThat(mdc.getCopyOfContextMap()).isEqualTo(odd);
    }

    @Test
    void current_hasPut_isTheLiveMapItself() {
        mdc.put("k", "v");
        Map<String, String> borrowed = mdc.current();
        mdc.put("l", "w");
        assertThat(mdc.current()).isSameAs(borrowed).containsEntry("l", "w");
    }

    @Test
    void nullKey_isRefusedAsTheApiSays() {
        assertThatIllegalArgumentException().isThrownBy(() -> mdc.put(null, "v"));
        assertThatIllegalArgumentException().isThrownBy(() -> mdc.get(null));
        assertThatIllegalArgumentException().isThrownBy(() -> mdc.remove(null));
    }

    @Test
    void popByKey_lastPushed_comesFirst() {
        mdc.pushByKey("stack", "1");
        mdc.pushByKey("stack", "2");
        assertThat(mdc.getCopyOfDequeByKey("stack")).containsExactly("2", "1");
        assertThat(mdc.popByKey("stack")).isEqualTo("2");
        assertThat(mdc.popByKey("stack")).isEqualTo("1");
    }

    @Test
    void popByKey_emptyOrUnknown_isNullAndThrowsNothing() {
        mdc.pushByKey("stack", "1");
        mdc.popByKey("stack");
        assertThat(mdc.popByKey("stack")).isNull();
        assertThat(mdc.popByKey("unknown")).isNull();
        assertThat(mdc.getCopyOfDequeByKey("stack")).isEmpty();
        assertThat(mdc.getCopyOfDequeByKey("unknown")).isNull();
    }

    @Test
    void pushByKey_nullValue_keepsPushAndPopInStep() {
        mdc.pushByKey("stack", "1");
        mdc.pushByKey("stack", null);
        assertThat(mdc.popByKey("stack")).isNull();
        assertThat(mdc.popByKey("stack")).isEqualTo("1");
    }

    @Test
    void deque_nullKey_isIgnored() {
        mdc.pushByKey(null, "1");
        mdc.clearDequeByKey(null);
        assertThat(mdc.popByKey(null)).isNull();
        assertThat(mdc.getCopyOfDequeByKey(null)).isNull();
    }

    @Test
    void clear_leavesTheStacks() {
        mdc.pushByKey("stack", "1");
        mdc.clear();
        assertThat(mdc.getCopyOfDequeByKey("stack")).containsExactly("1");
        mdc.clearDequeByKey("stack");
        assertThat(mdc.getCopyOfDequeByKey("stack")).isEmpty();
    }

    @Test
    void deque_isNotPartOfTheMap() {
        mdc.pushByKey("stack", "1");
        assertThat(mdc.get("stack")).isNull();
    }
}
