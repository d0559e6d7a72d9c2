package dev.tailrace.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class FindingTest {
    private static final int LONGEST_LINE = 120;

    @Test
    void format_typical_reads() {
        String text = Finding.of(FindingCode.NO_PATTERN, "The appender \"FILE\" has no pattern; %m%n is used.")
                .at("logback.xml", 12)
                .about("FILE")
                .format();

        assertThat(text).isEqualTo("""
                        tailrace: TR1045 warning: logback.xml:12: The appender "FILE" has no pattern;
                            %m%n is used.
                            -> Add <encoder><pattern>...</pattern></encoder>.""");
    }

    @Test
    void format_pageOfFindingsIsNamed_endsInItsAddress() {
        System.setProperty(FindingText.PAGE, "https://docs.example.org/findings.html");
        try {
            assertThat(Finding.of(FindingCode.NO_PATTERN, "No pattern.").format())
                    .endsWith("</encoder>.\n    https://docs.example.org/findings.html#tr1045");
        } finally {
            System.clearProperty(FindingText.PAGE);
        }
    }

    /** The build fills in the project's home, which is empty as long as there is none, and its version. */
    @Test
    void pageOfTheBuild_isThePageOfFindingsInTheRepository() throws IOException {
        try (InputStream in = FindingText.class.getResourceAsStream("page")) {
            assertThat(in)
                    .asString(StandardCharsets.UTF_8)
                    .matches("(https?://\\S+)?/blob/v\\d\\S*/docs/reference/findings.md\n");
        }
        assertThat(Path.of("../../docs/reference/findings.md")).exists();
    }

    @Test
    void format_everyCode_fitsEightyColumns() {
        for (FindingCode code : FindingCode.values()) {
            String text = Finding.of(code, "Something is wrong with a file that has a name of some length.")
                    .at("/srv/shop/conf/logback.xml", 1234)
                    .evidence(List.of("seen here", "seen there"))
                    .format();

            assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
            assertThat(text).contains("seen there").contains(code.code());
        }
    }

    @Test
    void format_controlCharacters_neverReachTheTerminal() {
        String text = Finding.of(FindingCode.BAD_LEVEL, "a\u001b[31mred\r\nfake\u0007\u009b\u2028x")
                .about("b\u001b")
                .at("c\n", 1)
                .format();

        assertThat(text.replace("\n", "").chars()).noneMatch(Character::isISOControl);
        assertThat(text).doesNotContain("\u2028");
        assertThat(text.lines()).allMatch(line -> line.startsWith("tailrace: ") || line.startsWith("    "));
    }

    @Test
    void format_consumer_isNamedOnce() {
        assertThat(Finding.of(FindingCode.BAD_LEVEL, "There is no level.")
                        .about("com.shop")
                        .format())
                .contains(": com.shop: There is no level.");
        assertThat(Finding.of(FindingCode.BAD_LEVEL, "com.shop has no level.")
                        .about("com.shop")
                        .format())
                .containsOnlyOnce("com.shop");
    }

    @Test
    void quote_longValue_isShortened() {
        assertThat(FindingText.quote("x".repeat(5_000))).hasSizeLessThan(200);
    }

    @Test
    void codes_areUniqueAndComplete() {
        assertThat(FindingCode.values()).extracting(FindingCode::code).doesNotHaveDuplicates();
        assertThat(FindingCode.values()).extracting(FindingCode::title).doesNotHaveDuplicates();
        assertThat(FindingCode.values()).allSatisfy(code -> {
            assertThat(code.code()).matches("TR[1-4]\\d{3}");
            assertThat(code.remedy()).endsWith(".");
        });
    }

    @Test
    void documentation_hasEachCodeOnceAndNoOther() throws Exception {
        String page = Files.readString(Path.of("..", "..", "docs", "reference", "findings.md"));
        List<String> documented = new ArrayList<>();
        Matcher heading = Pattern.compile("(?m)^### <a id=\"(tr\\d{4})\"></a>(TR\\d{4}) (.+)$")
                .matcher(page);
        while (heading.find()) {
            assertThat(heading.group(2)).isEqualToIgnoringCase(heading.group(1));
            documented.add(heading.group(2) + " " + heading.group(3));
        }

        assertThat(documented)
                .containsExactlyElementsOf(Arrays.stream(FindingCode.values())
                        .map(code -> code.code() + " " + code.title())
                        .toList());
        for (String section : page.split("(?m)^### ", -1)) {
            String text = section.substring(section.indexOf('\n') + 1);
            assertThat(text.split("\\.\\s", -1)).describedAs(section).hasSizeGreaterThan(1);
        }
    }

    /** {@code -Dfindings.write=true} writes the page's remedies anew. */
    @Test
    void documentation_saysOfEachCodeItsSeverityAndTheRemedyOfTheEnum() throws Exception {
        Path file = Path.of("..", "..", "docs", "reference", "findings.md");
        String page = Files.readString(file);
        StringBuilder expected = new StringBuilder();
        for (String section : page.split("(?m)^(?=### |## )", -1)) {
            expected.append(Arrays.stream(FindingCode.values())
                    .filter(code -> section.startsWith("### <a id=\"" + code.anchor() + "\""))
                    .findFirst()
                    .map(code -> withRemedy(section, code))
                    .orElse(section));
        }
        if (Boolean.getBoolean("findings.write")) {
            Files.writeString(file, expected);
        } else {
            assertThat(page).isEqualTo(expected.toString());
        }
    }

    private static String withRemedy(String section, FindingCode code) {
        String severity = code.severity().name();
        String word = severity.charAt(0) + severity.substring(1).toLowerCase(Locale.ROOT);
        assertThat(section).startsWith("### ").contains("\n\n*" + word + ".* ").contains("\n**Do:** ");
        int start = section.indexOf("\n**Do:** ") + 1;
        int end = section.strip().length();
        int more = section.indexOf("\n\n", start);
        end = more < 0 ? end : Math.min(end, more);
        return section.substring(0, start) + wrapped("**Do:** " + markdown(code.remedy())) + section.substring(end);
    }

    /** Tags, properties and the like as code, and the pages that the remedy names as links. */
    private static String markdown(String remedy) {
        String code = Pattern.compile(
                        "(?:</?\\w[^<>]*>(?:[^<>\\s]*(?=</))?)+|(?<!<)[^\\s,;()<>]*[\\\\$%{}=][^\\s,;()<>]*(?<![.:])")
                .matcher(remedy)
                .replaceAll(match -> Matcher.quoteReplacement("`" + match.group() + "`"));
        return code.replaceAll("docs/reference/(\\w+\\.md)", "[$1]($1)")
                .replaceAll("docs/guide/(\\w+\\.md)", "[$1](../guide/$1)")
                .replaceAll("(?<=or )(\\w+\\.md)", "[$1]($1)");
    }

    private static String wrapped(String text) {
        StringBuilder lines = new StringBuilder();
        int column = 0;
        for (String word : text.split(" ", -1)) {
            boolean breaks = column + word.length() + 1 > LONGEST_LINE;
            lines.append(column == 0 ? "" : breaks ? "\n" : " ").append(word);
            column = breaks || column == 0 ? word.length() : column + 1 + word.length();
        }
        return lines.toString();
    }
}
