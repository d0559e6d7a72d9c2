import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Sums the test reports (TEST-*.xml) of all modules below a folder and ends with the line
 * "N passed, M failed, K skipped". Run as: java .ci/SumReports.java FOLDER [FAILED_STEPS]
 *
 * <p>A failed step of the build that no test tells about (FAILED_STEPS) counts as a failure, and so does a report that
 * cannot be read, a test skipped for another reason than those that are allowed, and a sum of no tests at all. A
 * test that was skipped on one JDK and run on another counts as run. A test that failed and passed when it ran again is
 * printed as FLAKY; more than a few of them count as a failure. Exit status 1 when anything failed.
 */
final class SumReports {
    private static final List<String> ALLOWED = List.of("needs JDK 25", "needs root", "needs a browser", "needs another system", "needs VictoriaLogs");

    private static final int MOST_FLAKY = 3;

    private final List<String> problems = new ArrayList<>();
    private final List<String> flaky = new ArrayList<>();
    private final Map<String, String> skippedTests = new LinkedHashMap<>();
    private final Map<String, Integer> runTests = new LinkedHashMap<>();
    private int passed;
    private int failed;

    public static void main(String[] args) throws IOException {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: java SumReports.java FOLDER [FAILED_STEPS]");
            System.exit(2);
        }
        SumReports sum = new SumReports();
        List<Path> reports;
        // FOLDER/MODULE/target/surefire-reports/TEST-*.xml and no deeper: tests build projects of their own, some of them meant to fail.
        try (Stream<Path> files = Files.walk(Path.of(args[0]), 5)) {
            reports = files.filter(SumReports::isReport).sorted().toList();
        }
        reports.forEach(sum::read);
        System.exit(sum.tell(args.length == 2 ? Integer.parseInt(args[1]) : 0));
    }

    private static boolean isReport(Path file) {
        Path folder = file.getParent();
        return file.getFileName().toString().matches("TEST-.*\\.xml")
                && folder != null
                && folder.getFileName().toString().startsWith("surefire-reports");
    }

    private void read(Path report) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream in = Files.newInputStream(report)) {
            XMLStreamReader xml = factory.createXMLStreamReader(in);
            while (xml.hasNext()) {
                if (xml.next() == XMLStreamConstants.START_ELEMENT
                        && xml.getLocalName().equals("testcase")) {
                    test(xml);
                }
            }
        } catch (IOException | XMLStreamException e) {
            fail("unreadable report " + report + ": " + e.getMessage());
        }
    }

    /** Reads one testcase up to its end. */
    private void test(XMLStreamReader xml) throws XMLStreamException {
        // Surefire adds the suffix of a second run's reports in brackets: pkg.Test(jdk25).
        String suite = String.valueOf(xml.getAttributeValue(null, "classname")).replaceAll("\\(.*\\)$", "");
        String name = suite + "." + xml.getAttributeValue(null, "name");
        boolean skipped = false;
        boolean broken = false;
        boolean again = false;
        StringBuilder words = new StringBuilder();
        for (int depth = 1; depth > 0; ) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    depth++;
                    switch (xml.getLocalName()) {
                        case "skipped" -> {
                            skipped = true;
                            words.append(xml.getAttributeValue(null, "message")).append('\n');
                        }
                        case "failure", "error" -> broken = true;
                        case "flakyFailure", "flakyError" -> again = true;
                        default -> {}
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> depth--;
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> words.append(xml.getText());
                default -> {}
            }
        }
        if (broken) {
            fail(name + beginOf(words.toString()));
        } else if (skipped) {
            skippedTests.put(name, words.toString());
        } else {
            if (again) {
                flaky.add(name + beginOf(words.toString()));
            }
            passed++;
            runTests.merge(name, 1, Integer::sum);
        }
    }

    /** The first lines of a failure's message and trace, indented: the build's output outlives the reports. */
    private static String beginOf(String words) {
        StringBuilder begin = new StringBuilder();
        words.lines()
                .filter(line -> !line.isBlank())
                .limit(20)
                .forEach(line -> begin.append("\n    ").append(line, 0, Math.min(line.length(), 200)));
        return begin.toString();
    }

    private void fail(String what) {
        failed++;
        problems.add(what);
    }

    private int tell(int failedSteps) {
        skippedTests.keySet().removeAll(runTests.keySet());
        Map<String, Integer> reasons = new TreeMap<>();
        skippedTests.forEach((name, words) -> ALLOWED.stream()
                .filter(words::contains)
                .findFirst()
                .ifPresentOrElse(
                        reason -> reasons.merge(reason, 1, Integer::sum),
                        () -> fail(name + " was skipped for another reason than " + String.join(", ", ALLOWED))));
        int skipped = reasons.values().stream().mapToInt(Integer::intValue).sum();
        flaky.forEach(test -> System.out.println("FLAKY: " + test));
        if (flaky.size() > MOST_FLAKY) {
            fail(flaky.size() + " flaky tests, and " + MOST_FLAKY + " are allowed");
        }
        if (passed + failed + skipped == 0) {
            fail("no test ran");
        }
        failed += failedSteps;
        problems.forEach(problem -> System.out.println("FAILED: " + problem));
        reasons.forEach((reason, count) ->
                System.out.println("NOT RUN: " + reason + " (" + count + (count == 1 ? " test)" : " tests)")));
        System.out.println(passed + " passed, " + failed + " failed, " + skipped + " skipped");
        return failed == 0 ? 0 : 1;
    }
}
