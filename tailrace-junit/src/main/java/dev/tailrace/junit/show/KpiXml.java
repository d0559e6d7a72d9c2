package dev.tailrace.junit.show;

import dev.tailrace.junit.measure.Kpis;

/**
 * JUnit's XML with the figures as properties of the tests, for servers that draw curves of them. A test that got worse is a failure in it.
 * It is a file of its own: JUnit's runners write theirs without asking anybody for properties.
 */
final class KpiXml {
    private KpiXml() {}

    static String of(Run run) {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<testsuite name=\"tailrace-kpis\" tests=\"")
                .append(run.tests().size())
                .append("\" failures=\"")
                .append(run.worse().size())
                .append("\" errors=\"0\" skipped=\"0\" time=\"")
                .append(seconds(run.nanos()))
                .append("\">\n");
        out.append("  <properties>\n");
        property(out, "backend", run.backend());
        property(out, "entries", run.entries());
        property(out, "bytes", run.bytes());
        property(out, "exceptions", run.exceptionCount());
        property(out, "rootEntries", run.rootEntries());
        out.append("  </properties>\n");
        run.tests().forEach(test -> test(out, test));
        return out.append("</testsuite>\n").toString();
    }

    private static void test(StringBuilder out, TestResult test) {
        Kpis kpis = test.kpis();
        String name = test.isTest() ? test.id().substring(test.id().indexOf('#') + 1) : "(outside its tests)";
        out.append("  <testcase classname=\"")
                .append(escape(test.className()))
                .append("\" name=\"")
                .append(escape(name))
                .append("\" time=\"")
                .append(seconds(kpis.nanos()))
                .append("\">\n    <properties>\n");
        property(out, "entries", kpis.entries());
        property(out, "bytes", kpis.bytes());
        property(out, "exceptions", kpis.exceptions());
        property(out, "rootEntries", kpis.rootEntries());
        kpis.levels().forEach((level, count) -> property(out, "entries." + level, count));
        out.append("    </properties>\n");
        for (String exceeded : test.exceeded()) {
            failure(out, exceeded);
        }
        test.changes().forEach(change -> failure(out, change.text()));
        out.append("  </testcase>\n");
    }

    private static void property(StringBuilder out, String name, Object value) {
        out.append("      <property name=\"tailrace.")
                .append(name)
                .append("\" value=\"")
                .append(escape(value.toString()))
                .append("\"/>\n");
    }

    private static void failure(StringBuilder out, String message) {
        out.append("    <failure message=\"").append(escape(message)).append("\"/>\n");
    }

    private static boolean isXml(int c) {
        return c >= 0x20 && c != 0xfffe && c != 0xffff && (c < 0xd800 || c > 0xdfff);
    }

    /** With three decimals. Formatting by a pattern would take a third of the report's time. */
    private static String seconds(long nanos) {
        long millis = (nanos + 500_000) / 1_000_000;
        String text = "000" + millis % 1_000;
        return millis / 1_000 + "." + text.substring(text.length() - 3);
    }

    /** Without the characters that XML can't carry at all. */
    private static String escape(String text) {
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
