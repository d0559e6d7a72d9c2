package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.helpers.MDCAdapterTestBase;
import org.slf4j.spi.MDCAdapter;

/**
 * SLF4J's own kit for MDC adapters. Its two tests of inheritance are inverted: a new thread starts with an empty MDC, as with Logback.
 */
class MdcAdapterKitTest extends MDCAdapterTestBase {
    @Override
    protected MDCAdapter instantiateMDC() {
        return new TailraceMdcAdapter();
    }

    @AfterEach
    @Override
    public void tearDown() throws Exception {
        super.tearDown();
    }

    @Test
    @Override
    public void testSettingAndGettingWithMDC() {
        super.testSettingAndGettingWithMDC();
    }

    @Test
    @Override
    public void testOverwritingAKeyInMDC() {
        super.testOverwritingAKeyInMDC();
    }

    @Test
    @Override
    public void testGetCopyOfContextMapFromMDC() {
        super.testGetCopyOfContextMapFromMDC();
    }

    @Test
    @Override
    public void testMDCDoesntGetValuesFromChildThread() throws Exception {
        super.testMDCDoesntGetValuesFromChildThread();
    }

    @Test
    @Override
    public void testInvokingSetContextMap_WithANullMap_SLF4J_414() {
        super.testInvokingSetContextMap_WithANullMap_SLF4J_414();
    }

    @Test
    @Override
    public void testMDCInheritsValuesFromParentThread() throws Exception {
        mdc.put("parent", "yes");
        assertThat(seenByNewThread("parent")).isEqualTo("nothing");
    }

    @Test
    @Override
    public void testMDCChildThreadCanOverwriteParentThread() throws Exception {
        mdc.put("shared", "parent's");
        Thread child = new Thread(() -> mdc.put("shared", "child's"));
        child.start();
        child.join();
        assertThat(mdc.get("shared")).isEqualTo("parent's");
    }

    private String seenByNewThread(String key) throws InterruptedException {
        AtomicReference<String> seen = new AtomicReference<>("not run");
        Thread child = new Thread(() -> seen.set(mdc.get(key) == null ? "nothing" : mdc.get(key)));
        child.start();
        child.join();
        return seen.get();
    }
}
