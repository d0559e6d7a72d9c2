package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Comments and texts of the main code name their subject: which thread, process or program does what. */
class SourceWordsTest {
    /** As {@code FILE:LINE: reason} begins, for uses that are meant. */
    private static final List<String> MEANT = List.of();

    private static final int MOST_WITHOUT_SUBJECT = 20;

    @TempDir
    Path folder;

    @Test
    void sentences_inMainCode_haveASubject() throws IOException {
        SourceWords words = new SourceWords(Project.root());

        assertThat(words.count()).as("files").isGreaterThan(1_000);
        assertThat(words.withoutSubject()).hasSizeLessThan(MOST_WITHOUT_SUBJECT).allMatch(SourceWordsTest::isMeant);
    }

    @Test
    void texts_forUsers_havePlainWords() throws IOException {
        assertThat(new SourceWords(Project.root()).inTexts()).isEmpty();
    }

    @Test
    void comments_inMainCode_havePlainWords() throws IOException {
        assertThat(new SourceWords(Project.root()).inComments()).allMatch(SourceWordsTest::isMeant);
    }

    @Test
    void words_ofEachKind_areNamedWithTheirLine() throws IOException {
        Path file = folder.resolve("module/src/main/java/Some.java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, """
                /** Nobody waits. */
                class Some {
                    // Of all lines the last one.
                    String told = "is told"; // told
                    String text = ""\"
                        // whoever reads
                        ""\";
                    String good = "untoldable // told"; // {@link #told}
                }
                """);
        SourceWords words = new SourceWords(folder);
        String at = "module/src/main/java/Some.java:";

        assertThat(words.withoutSubject())
                .containsExactly(
                        at + "1: find the plain word for \"Nobody\"", at + "6: find the plain word for \"whoever\"");
        assertThat(words.inTexts())
                .containsExactly(
                        at + "4: find the plain word for \"told\"",
                        at + "6: find the plain word for \"whoever\"",
                        at + "8: find the plain word for \"told\"");
        assertThat(words.inComments())
                .containsExactly(
                        at + "1: find the plain word for \"Nobody\"",
                        at + "3: find the plain word for \"// Of\"",
                        at + "4: find the plain word for \"told\"");
    }

    private static boolean isMeant(String complaint) {
        return MEANT.stream().anyMatch(complaint::startsWith);
    }
}
