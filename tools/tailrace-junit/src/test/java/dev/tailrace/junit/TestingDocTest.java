package dev.tailrace.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Follows the instructions of docs/reference/testing.md. */
@Tag("anyjdk")
class TestingDocTest {
    private static final Path DOC =
            MavenBuild.root().resolve("docs").resolve("reference").resolve("testing.md");
    private static final Path PROJECT = Path.of("target", "examples", "doc").toAbsolutePath();

    @Tag("slow")
    @Test
    void fiveMinutes_followed_endInTheFailingBuildThatTheyShow() throws Exception {
        MavenBuild.delete(PROJECT);
        String doc = Files.readString(DOC);
        write("pom.xml", example(doc, "pom.xml"));
        write("src/main/java/Orders.java", example(doc, "src/main/java/Orders.java"));
        write("src/test/java/OrdersTest.java", example(doc, "src/test/java/OrdersTest.java"));
        MavenBuild build = new MavenBuild(PROJECT);

        MavenBuild.Result first = build.run(arguments(example(doc, "first")));
        assertThat(first.status()).as(first.output()).isZero();
        assertThat(PROJECT.resolve("tailrace-kpis.json")).exists();
        assertThat(Files.readString(PROJECT.resolve("tailrace-kpis.json")).strip())
                .isEqualTo(example(doc, "tailrace-kpis.json").strip());

        write("src/main/java/Orders.java", example(doc, "Orders.java, changed"));
        write("src/test/java/OrdersBudgetTest.java", example(doc, "src/test/java/OrdersBudgetTest.java"));
        MavenBuild.Result second = build.run(arguments(example(doc, "second")));
        assertThat(second.status()).as(second.output()).isNotZero();
        assertThat(second.output()).contains(example(doc, "output").strip());
        assertThat(second.output()).contains(example(doc, "budget output").strip());
        assertThat(PROJECT.resolve("target/tailrace-kpis/index.html")).exists();
        assertThat(Files.readString(PROJECT.resolve("target/tailrace-kpis/run.json")))
                .contains("\"method\": \"filling\"");
    }

    /** The short guide's commands are run as parts of the long page. */
    @Test
    void guide_showsPartsOfTheSameExample() throws IOException {
        String doc = Files.readString(DOC);
        String guide = Files.readString(
                MavenBuild.root().resolve("docs").resolve("guide").resolve("tests.md"));

        assertThat(example(doc, "pom.xml")).contains(example(guide, "dependency"));
        assertThat(example(guide, "first")).isEqualTo(example(doc, "first"));
        assertThat(example(guide, "output")).isEqualTo(example(doc, "output"));
    }

    @Test
    void settings_table_namesTheDefaults() throws IOException {
        String doc = Files.readString(DOC);
        KpiSettings settings = KpiSettings.of(key -> Optional.empty());
        assertThat(doc)
                .contains(
                        "| `tailrace.kpis.tolerance` | `" + settings.tolerance().share() + "` |")
                .contains("| `tailrace.kpis.timeFactor` | `"
                        + (int) settings.tolerance().timeFactor() + "` |")
                .contains(
                        "| `tailrace.kpis.timeFloor` | `" + settings.tolerance().timeFloorNanos() / 1_000_000 + "ms` |")
                .contains("| `tailrace.kpis.runs` | `" + settings.keptRuns() + "` |")
                .contains("| `tailrace.kpis.baseline` | `" + settings.baseline() + "` |");
    }

    private static void write(String name, String text) throws IOException {
        Path file = PROJECT.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    static String example(String doc, String name) {
        Matcher matcher = Pattern.compile(
                        "<!-- example: " + Pattern.quote(name) + " -->\\R```\\w*\\R(.*?)```", Pattern.DOTALL)
                .matcher(doc);
        assertThat(matcher.find()).as("the document has the example " + name).isTrue();
        return matcher.group(1);
    }

    /** The arguments after {@code mvn} in a shown command. */
    private static String[] arguments(String command) {
        assertThat(command).startsWith("mvn ");
        return command.strip().substring("mvn ".length()).split(" ", -1);
    }
}
