package dev.tailrace.junit.show;

import dev.tailrace.junit.measure.Kpis;
import java.util.Locale;

/**
 * JUnit's XML with the figures as properties of the tests, for servers that draw curves of them. A test that got worse is a failure in it.
 * It is a file of its own: JUnit's runners write theirs without asking anybody for properties.
 */
final class KpiXml {
    private KpiXml() {}

    static String of(Run run) {
        long failures = run.worse().size();
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append(String.format(
                Locale.ROOT,
                "<testsuite name=\"tailrace-kpis\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"0\" time=\"%.3f\">%n",
                run.tests().size(),
                failures,
                run.nanos() / 1e9));
        out.append("  <properties>\n");
        property(out, "backend", run.backend());
        property(out, "entries", run.entries());
        property(out, "bytes", run.bytes());
        property(out, "exceptions", run.exceptionCount());
        property(out, "rootEntries", run.rootEntries());
        out.append("  </properties>\n");
        run.tests().forEach(test -> test(out, test));
        return out.append("</testsuite>\n").toString().replace(System.lineSeparator(), "\n");
    }

    private static void test(StringBuilder out, TestResult test) {
        Kpis kpis = test.kpis();
        String name = test.isTest() ? test.id().substring(test.id().indexOf('#') + 1) : "(outside its tests)";
        out.append("  <testcase classname=\"")
                .append(escape(test.className()))
                .append("\" name=\"")
                .append(escape(name))
                .append(String.format(Locale.ROOT, "\" time=\"%.3f\">%n    <properties>%n", kpis.nanos() / 1e9));
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

    /** Without the characters that XML can't carry at all. */
    private static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                default -> out.appendCodePoint(isXml(c) ? c : '\ufffd');
            }
        });
        return out.toString();
    }
}
