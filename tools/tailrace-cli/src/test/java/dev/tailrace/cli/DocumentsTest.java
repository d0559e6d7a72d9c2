package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The project's pages keep their form: links resolve, lines and guides are short, decisions have four parts, sentences a subject. */
class DocumentsTest {
    private static final List<String> DECISION = List.of("Context", "Decision", "Consequences", "Reopen if");

    @TempDir
    Path folder;

    @Test
    void links_ofAllPages_resolve() throws IOException {
        Documents project = project();

        assertThat(project.count()).as("pages").isGreaterThan(100);
        assertThat(project.deadLinks()).isEmpty();
    }

    @Test
    void pages_thatMessagesAndCommentsOfTheCodeName_exist() throws IOException {
        Documents project = project();
        Map<String, List<String>> dead = new TreeMap<>();
        int named = 0;
        try (Stream<Path> files = Files.walk(Project.root())) {
            for (Path file : files.filter(DocumentsTest::isMainCode).toList()) {
                String code = Files.readString(file);
                named += code.contains("docs/") ? 1 : 0;
                List<String> names = project.deadNames(code);
                if (!names.isEmpty()) {
                    dead.put(Project.root().relativize(file).toString(), names);
                }
            }
        }

        assertThat(named).as("files that name a page").isGreaterThan(10);
        assertThat(dead).isEmpty();
    }

    @Test
    void lines_ofAllPages_areShort() throws IOException {
        assertThat(project().longLines()).isEmpty();
    }

    @Test
    void measurements_haveADateInTheirName_andALineInTheIndex() throws IOException {
        Path lab = Project.root().resolve("docs/lab");
        String index = Files.readString(lab.resolve("README.md"));
        try (Stream<Path> files = Files.list(lab)) {
            List<String> names = files.map(each -> each.getFileName().toString())
                    .filter(each -> !each.equals("README.md"))
                    .toList();

            assertThat(names).hasSizeGreaterThan(5).allSatisfy(name -> {
                assertThat(name).matches("\\d{4}-\\d{2}-\\d{2}-[a-z0-9-]+\\.md");
                assertThat(index.lines())
                        .anyMatch(line -> line.startsWith("| " + name.substring(0, 10) + " | ")
                                && line.contains("](" + name + ")"));
            });
        }
    }

    @Test
    void guides_areShort() throws IOException {
        assertThat(project().longPages("docs/guide")).isEmpty();
    }

    @Test
    void decisions_haveFourParts() throws IOException {
        assertThat(project().otherHeadings("docs/adr", DECISION)).isEmpty();
    }

    @Test
    void sentences_inReadmeGuideAndReference_nameTheirSubject() throws IOException {
        Documents project = project();

        for (String part : List.of("README.md", "docs/guide", "docs/reference", "docs/glossary.md")) {
            assertThat(project.privateWords(part)).isEmpty();
        }
    }

    @Test
    void glossary_hasFewTerms() throws IOException {
        assertThat(Files.readAllLines(Project.root().resolve("docs/glossary.md")))
                .filteredOn(line -> line.startsWith("| **"))
                .hasSizeBetween(10, 25);
    }

    @Test
    void links_withoutFileOrAnchor_areNamedWithTheirLine() throws IOException {
        page("there.md", "# A `heading`, twice", "", "# A heading twice", "", "### <a id=\"tr1\"></a>TR1 Title");
        page(
                "docs/here.md",
                "[good](../there.md) [good](../there.md#a-heading-twice) [good](../there.md#a-heading-twice-1)",
                "[good](../there.md#tr1) [good](https://example.org/gone) `[code](gone.md)`",
                "```",
                "[code](gone.md)",
                "```",
                "[bad](gone.md) [bad](../there.md#gone) [bad](#gone) [outside](../../gone.md)");

        assertThat(new Documents(folder).deadLinks())
                .containsExactly(
                        "docs/here.md:6: no such file: gone.md",
                        "docs/here.md:6: no such anchor: ../there.md#gone",
                        "docs/here.md:6: no such anchor: #gone",
                        "docs/here.md:6: no such file: ../../gone.md");
    }

    @Test
    void page_thatATextNamesWithoutFileOrAnchor_isNamed() throws IOException {
        page("docs/there.md", "# A heading");

        assertThat(new Documents(folder)
                        .deadNames("see docs/there.md, docs/there.md#a-heading, docs/gone.md, docs/there.md#gone."))
                .containsExactly("docs/gone.md", "docs/there.md#gone");
    }

    @Test
    void longLine_thatCanBeBroken_isNamed() throws IOException {
        String words = "word ".repeat(25);
        page("page.md", words.strip(), "| " + words + "|", "- [" + words + "](there.md)", "```", words, "```");

        assertThat(new Documents(folder).longLines()).containsExactly("page.md:1: 124 characters, 120 are allowed");
    }

    @Test
    void longGuide_withoutItsTables_isNamed() throws IOException {
        page("guide/long.md", "word ".repeat(1_201));
        page("guide/table.md", "word ".repeat(1_200), "| " + "word ".repeat(500) + "|");

        assertThat(new Documents(folder).longPages("guide"))
                .containsExactly("guide/long.md:1: 1201 words, 1200 are allowed");
    }

    @Test
    void decision_withoutAPart_isNamed() throws IOException {
        page("adr/README.md", "# Decisions");
        page("adr/0001-good.md", "# 1", "## Context", "## Decision", "## Consequences", "## Reopen if");
        page("adr/0002-bad.md", "# 2", "## Context", "## Decision", "## Reopen if");

        assertThat(new Documents(folder).otherHeadings("adr", DECISION))
                .singleElement()
                .asString()
                .startsWith("adr/0002-bad.md:1: headings [Context, Decision, Reopen if]");
    }

    @Test
    void sentence_withoutItsSubject_isNamed() throws IOException {
        page("page.md", "Here nobody waits.", "`nobody` is a user.");

        assertThat(new Documents(folder).privateWords("page.md"))
                .containsExactly("page.md:1: find the plain word for \"nobody\"");
    }

    private static boolean isMainCode(Path file) {
        return file.toString().endsWith(".java")
                && file.toString().replace('\\', '/').contains("/src/main/");
    }

    private static Documents project() throws IOException {
        return new Documents(Project.root());
    }

    private void page(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, List.of(lines));
    }
}
