package dev.tailrace.junit.show;

import dev.tailrace.junit.measure.Kpis;
import dev.tailrace.report.PlainText;
import java.util.Map;

/**
 * JUnit's XML with the figures as properties of the tests, for servers that draw curves of them. A test that got worse is a failure in it.
 * A test without figures logged nothing, as most do; in a run that wasn't counted none has figures of the log, and the suite says so. It is a file of its own: JUnit's runners write theirs without asking anybody for properties.
 */
final class KpiXml {
    /** At most, of most tests: what is written needn't be copied on the way. */
    private static final int LINE_LENGTH = 160;

    private static final long HALF_A_MILLISECOND = 500_000;

    private KpiXml() {}

    static String of(Digest digest) {
        Run run = digest.run();
        ClassSums sums = digest.sums();
        StringBuilder out = new StringBuilder(LINE_LENGTH * (1 + run.tests().size()))
                .append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<testsuite name=\"tailrace-kpis\" tests=\"")
                .append(run.tests().size())
                .append("\" failures=\"")
                .append(digest.worse().size())
                .append("\" errors=\"0\" skipped=\"0\" time=\"");
        seconds(out, sums.nanos).append("\">\n");
        out.append("  <properties>\n");
        property(out, "backend", run.backend());
        if (run.notCounted().isEmpty()) {
            property(out, "entries", sums.entries);
            property(out, "bytes", sums.bytes);
            property(out, "exceptions", sums.exceptions);
            property(out, "rootEntries", sums.rootEntries);
        } else {
            // A server that draws curves must not take it for a run that logged nothing.
            property(out, "notCounted", run.notCounted());
        }
        out.append("  </properties>\n");
        String type = null;
        String beginning = "";
        for (TestResult test : run.tests()) {
            if (type == null || !test.isOf(type)) {
                // They come by name, so mostly it is the class of the one before.
                type = test.className();
                beginning = "  <testcase classname=\"" + escape(type) + "\" name=\"";
            }
            test(out, beginning, test);
        }
        return out.append("</testsuite>\n").toString();
    }

    private static void test(StringBuilder out, String beginning, TestResult test) {
        String name = test.isTest() ? test.id().substring(test.id().indexOf('#') + 1) : "(outside its tests)";
        out.append(beginning).append(escape(name));
        long nanos = test.kpis().nanos();
        if (test.isTelling()) {
            seconds(out.append("\" time=\""), nanos);
            telling(out, test);
        } else if (nanos < HALF_A_MILLISECOND) {
            out.append("\" time=\"0.000\"/>\n"); // as most
        } else {
            seconds(out.append("\" time=\""), nanos).append("\"/>\n");
        }
    }

    private static void telling(StringBuilder out, TestResult test) {
        Kpis kpis = test.kpis();
        out.append("\">\n    <properties>\n");
        property(out, "entries", kpis.entries());
        property(out, "bytes", kpis.bytes());
        property(out, "exceptions", kpis.exceptions());
        property(out, "rootEntries", kpis.rootEntries());
        for (Map.Entry<String, Long> each : kpis.levels().entrySet()) {
            property(out, "entries." + each.getKey(), each.getValue());
        }
        out.append("    </properties>\n");
        for (String each : test.whatIsWorse()) {
            failure(out, each);
        }
        out.append("  </testcase>\n");
    }

    private static void property(StringBuilder out, String name, String value) {
        out.append("      <property name=\"tailrace.")
                .append(name)
                .append("\" value=\"")
                .append(escape(value))
                .append("\"/>\n");
    }

    private static void property(StringBuilder out, String name, long value) {
        out.append("      <property name=\"tailrace.")
                .append(name)
                .append("\" value=\"")
                .append(value)
                .append("\"/>\n");
    }

    private static void failure(StringBuilder out, String message) {
        out.append("    <failure message=\"").append(escape(message)).append("\"/>\n");
    }

    private static boolean isXml(int c) {
        return c >= 0x20 && c != 0xfffe && c != 0xffff && (c < 0xd800 || c > 0xdfff);
    }

    /** With three decimals. Formatting by a pattern would take a third of the report's time. */
    private static StringBuilder seconds(StringBuilder out, long nanos) {
        long millis = (nanos + HALF_A_MILLISECOND) / 1_000_000;
        long rest = millis % 1_000;
        return out.append(millis / 1_000)
                .append(rest < 10 ? ".00" : rest < 100 ? ".0" : ".")
                .append(rest);
    }

    /** Without the characters that XML can't carry at all. */
    private static String escape(String text) {
        return PlainText.is(text) ? text : escaped(text);
    }

    private static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            int c = text.codePointAt(i);
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(isXml(c) ? c : '\ufffd');
            }
        }
        return out.toString();
    }
}
