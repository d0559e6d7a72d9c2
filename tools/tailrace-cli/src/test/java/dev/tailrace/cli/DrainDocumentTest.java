package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.cli.Verdict.Issue;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** docs/reference/drain.md tells what the verbs do. */
class DrainDocumentTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"drain", "verify"})
    void help_isTheVerbs(String verb) throws IOException {
        assertThat(block("help: " + verb)).isEqualTo(Scene.run(verb, "--help").out());
    }

    @Test
    void fields_areThoseOfTheReport() throws IOException {
        Set<String> reported = new TreeSet<>();
        for (String row : rows("fields")) {
            String first = "";
            Matcher codes = CODE.matcher(row.split("\\|", -1)[1]);
            while (codes.find()) {
                // A name that begins with a dot is a sister of the first one.
                String name = codes.group(1);
                reported.add(name.startsWith(".") ? first.substring(0, first.lastIndexOf('.')) + name : name);
                first = first.isEmpty() ? name : first;
            }
        }
        Set<String> real = new TreeSet<>();
        fields(VerifyReport.class, "", real);

        assertThat(reported).isEqualTo(real);
    }

    /** Leaves, and lists; not the records in between. */
    private static void fields(Class<?> type, String prefix, Set<String> to) {
        for (RecordComponent component : type.getRecordComponents()) {
            Class<?> of = component.getType();
            String name = prefix + component.getName();
            if (component.getGenericType() instanceof ParameterizedType list) {
                Type element = list.getActualTypeArguments()[0];
                name += "[]";
                to.add(name);
                of = (Class<?>) element;
            }
            if (of.isRecord()) {
                fields(of, name + ".", to);
            } else {
                to.add(name);
            }
        }
    }

    @Test
    void kinds_areAllThatThereAre() throws IOException {
        assertThat(rows("kinds").stream().map(row -> row.split("`", -1)[1]))
                .containsExactlyElementsOf(
                        Arrays.stream(Issue.Kind.values()).map(Enum::name).toList());
    }

    @Test
    void example_isWhatTheVerbsSay() throws Exception {
        try (Scene scene = new Scene(folder)) {
            scene.killedWith(2000);
            for (String name : new String[] {"verify", "drain", "fine"}) {
                String verb = name.equals("fine") ? "verify" : name;
                String said = Scene.run(verb, scene.log.toString()).out();
                String known = block("example: " + name);

                assertThat(known).startsWith("$ ./tailrace " + verb + " /var/log/app/app.log\n");
                assertThat(alike(said, scene))
                        .as(name)
                        .isEqualTo(alike(known.substring(known.indexOf('\n') + 1), scene));
            }
        }
    }

    /** Without what is otherwise each time: numbers, times, places, and where lines are broken because of these. */
    private static String alike(String text, Scene scene) {
        return text.replace(scene.log.toString(), "/var/log/app/app.log")
                .replaceAll("\\s+", " ")
                .replaceAll("Lanes in \\S+", "Lanes in L")
                .replaceAll("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d \\(\\d+ \\w+ ago\\)", "T")
                .replaceAll("[\\d,]*\\d", "N")
                .strip();
    }

    private static String document() throws IOException {
        return Files.readString(Project.root().resolve("docs/reference/drain.md"));
    }

    private static String block(String mark) throws IOException {
        Matcher block = Pattern.compile("<!-- " + Pattern.quote(mark) + " -->\\n```\\n(.*?)```\\n", Pattern.DOTALL)
                .matcher(document());
        assertThat(block.find()).as(mark).isTrue();
        return block.group(1);
    }

    private static java.util.List<String> rows(String mark) throws IOException {
        String text = document();
        int begin = text.indexOf("<!-- " + mark + " -->");
        assertThat(begin).as(mark).isPositive();
        return text.substring(begin)
                .lines()
                .skip(4)
                .takeWhile(line -> line.startsWith("|"))
                .toList();
    }
}
