package dev.tailrace.doctor.signatures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.Frame;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The table says of Logback, Log4j 2, Disruptor and the JDK what is so: their classes are here to be looked at. */
class FrameSignaturesTest {
    /** Names of older or newer versions than those at hand; each is known from dumps or from that version's sources. */
    private static final Set<String> OTHER_VERSIONS = Set.of(
            "org.apache.logging.slf4j.Log4jLogger",
            "org.apache.logging.log4j.core.async.AsyncLoggerConfigHelper",
            "org.apache.logging.log4j.core.async.AsyncLoggerConfigHelper$Log4jEventWrapperHandler",
            "org.apache.logging.log4j.core.appender.AsyncAppender$AsyncThread",
            "com.lmax.disruptor.util.Util");

    private static final Set<String> AT_HAND = Set.of("logback", "log4j2", "disruptor");

    @Test
    void classesOfLibrariesAtHand_areThereWithAtLeastOneOfTheMethods() {
        List<String> missing = new ArrayList<>();
        int looked = 0;
        // There, but made for another version of what they need.
        int other = 0;
        for (FrameSignatures.Entry each : FrameSignatures.entries()) {
            if (!AT_HAND.contains(each.sign().library())
                    || !each.isWhole()
                    || each.type().startsWith("net.logstash.")) {
                continue;
            }
            if (OTHER_VERSIONS.contains(each.type())) {
                continue;
            }
            looked++;
            try {
                Class<?> type = Class.forName(each.type(), false, FrameSignaturesTest.class.getClassLoader());
                if (!each.methods().contains("*") && names(type).stream().noneMatch(each.methods()::contains)) {
                    missing.add(each.type() + " " + each.methods());
                }
            } catch (ClassNotFoundException e) {
                missing.add(each.type());
            } catch (NoClassDefFoundError e) {
                other++;
            }
        }
        assertThat(missing).isEmpty();
        assertThat(looked - other).isGreaterThan(50);
    }

    private static Set<String> names(Class<?> type) {
        Set<String> names = new HashSet<>();
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Method method : each.getDeclaredMethods()) {
                names.add(method.getName());
            }
        }
        return names;
    }

    @Test
    void of_wholeNamesGoBeforePatterns() {
        FrameSignatures frameSignatures = FrameSignatures.table();

        assertThat(frameSignatures.of(frame("java.util.concurrent.ThreadPoolExecutor", "getTask")))
                .extracting(FrameSignature::kind)
                .containsExactly(Kind.IDLE);
        assertThat(frameSignatures.of(frame("java.io.PrintStream", "println")))
                .extracting(FrameSignature::kind)
                .contains(Kind.GUARD, Kind.STDOUT);
        assertThat(frameSignatures.of(frame("com.ibm.some.SharedLogWriter", "logMessage")))
                .extracting(FrameSignature::library)
                .contains("websphere");
        assertThat(frameSignatures.of(frame("com.acme.Shop", "order"))).isEmpty();
        assertThat(frameSignatures.of(frame("ch.qos.logback.core.joran.spi.ConsoleTarget$1", "write")))
                .extracting(FrameSignature::kind)
                .contains(Kind.STDOUT);
    }

    private static Frame frame(String type, String method) {
        return new Frame(type, method, "", 0);
    }
}
