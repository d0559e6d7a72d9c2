package dev.tailrace.junit.report;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.junit.measure.Kpis.MethodTime;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * JUnit's XML with the figures as properties of the tests, for servers that draw curves. A test that got worse is a failure. A test without
 * figures logged nothing, as most do; in a run that wasn't counted no test has log figures, and the suite has a property {@code
 * notCounted}. A separate file, because JUnit's runners write their own XML without custom properties.
 */
final class KpiXml {
    private static final int NANO_DIGITS = 9;
    private static final int MILLI_DIGITS = 3;

    private final StringBuilder out = new StringBuilder();

    private KpiXml() {}

    static String of(RunSummary runSummary) {
        return new KpiXml().suite(runSummary);
    }

    private String suite(RunSummary runSummary) {
        Run run = runSummary.run();
        ClassSums sums = runSummary.sums();
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"tailrace-kpis\" tests=\"")
                .append(run.tests().size())
                .append("\" failures=\"")
                .append(runSummary.worse().size())
                .append("\" errors=\"0\" skipped=\"0\" time=\"")
                .append(seconds(sums.nanos))
                .append("\">\n  <properties>\n");
        property("backend", run.backend());
        if (run.notCounted().isEmpty()) {
            property("entries", sums.entries);
            property("bytes", sums.bytes);
            property("exceptions", sums.exceptions);
            property("rootEntries", sums.rootEntries);
        } else {
            // Keeps a server from drawing it as a run that logged nothing.
            property("notCounted", run.notCounted());
        }
        out.append("  </properties>\n");
        run.tests().forEach(this::test);
        return out.append("</testsuite>\n").toString();
    }

    private void test(TestResult test) {
        String name = test.isTest() ? test.id().substring(test.id().indexOf('#') + 1) : "(outside its tests)";
        Kpis kpis = test.kpis();
        out.append("  <testcase classname=\"")
                .append(escape(test.className()))
                .append("\" name=\"")
                .append(escape(name))
                .append("\" time=\"")
                .append(seconds(kpis.nanos()));
        if (!test.isTelling()) {
            out.append("\"/>\n");
            return;
        }
        out.append("\">\n    <properties>\n");
        property("entries", kpis.entries());
        property("bytes", kpis.bytes());
        property("exceptions", kpis.exceptions());
        property("rootEntries", kpis.rootEntries());
        kpis.levels().forEach((level, entries) -> property("entries." + level, entries));
        for (MethodTime each : kpis.methods()) {
            property("calls." + each.method(), each.calls());
            millis("wallMillis.", each, each.nanos() / Math.max(1, each.calls()));
            millis("responseMillis.", each, each.responseNanos());
            millis("cpuMillis.", each, each.cpuNanos());
            if (each.allocatedBytes() >= 0) {
                property("allocatedBytes." + each.method(), each.allocatedBytes());
            }
        }
        out.append("    </properties>\n");
        for (String each : test.whatIsWorse()) {
            out.append("    <failure message=\"").append(escape(each)).append("\"/>\n");
        }
        out.append("  </testcase>\n");
    }

    private void property(String name, Object value) {
        out.append("      <property name=\"tailrace.")
                .append(escape(name))
                .append("\" value=\"")
                .append(escape(value.toString()))
                .append("\"/>\n");
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos, NANO_DIGITS)
                .setScale(MILLI_DIGITS, RoundingMode.HALF_UP)
                .toPlainString();
    }

    private void millis(String name, MethodTime method, long nanos) {
        if (nanos >= 0) {
            BigDecimal millis = BigDecimal.valueOf(nanos, NANO_DIGITS - MILLI_DIGITS);
            property(name + method.method(), millis.setScale(MILLI_DIGITS, RoundingMode.HALF_UP));
        }
    }

    private static boolean isXml(int c) {
        return c >= 0x20 && c != 0xfffe && c != 0xffff && (c < 0xd800 || c > 0xdfff);
    }

    /** Escapes the text, without the characters that XML can't contain. */
    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                default -> escaped.appendCodePoint(isXml(c) ? c : '\ufffd');
            }
        });
        return escaped.toString();
    }
}
