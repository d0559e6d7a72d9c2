package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.cli.top.TopReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** docs/guide/top.md and tail.md describe the verbs as they are. */
class TopTailDocumentTest {
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"top", "tail"})
    void help_isTheVerbs(String verb) throws IOException {
        Matcher block = Pattern.compile("<!-- help: " + verb + " -->\\n```\\n(.*?)```\\n", Pattern.DOTALL)
                .matcher(document(verb));
        assertThat(block.find()).isTrue();
        assertThat(block.group(1)).isEqualTo(Scene.run(verb, "--help").out());
    }

    @Test
    void fields_areThoseOfTheReport() throws IOException {
        Set<String> described = new TreeSet<>();
        String text = Files.readString(Project.root().resolve("docs/reference/top.md"));
        for (String row : text.substring(text.indexOf("<!-- fields -->"))
                .lines()
                .skip(4)
                .takeWhile(line -> line.startsWith("|"))
                .toList()) {
            String first = "";
            Matcher codes = CODE.matcher(row.split("\\|", -1)[1]);
            while (codes.find()) {
                // A name that begins with a dot is a sister of the first one.
                String name = codes.group(1);
                described.add(name.startsWith(".") ? first.substring(0, first.lastIndexOf('.')) + name : name);
                first = first.isEmpty() ? name : first;
            }
        }
        Set<String> real = new TreeSet<>();
        fields(TopReport.class, "", real);

        assertThat(described).isEqualTo(real);
    }

    /** Those that end are run, the others parsed. */
    @Test
    void examples_canBeRun() throws Exception {
        List<String> examples = document("tail")
                .lines()
                .filter(line -> line.startsWith("./tailrace tail "))
                .map(line -> line.replaceFirst("[#|].*", "").strip())
                .toList();
        assertThat(examples).hasSize(4);
        try (Scene scene = new Scene(folder)) {
            scene.killedWith(20);
            for (String example : examples) {
                String[] words = example.substring("./tailrace ".length())
                        .replace("'order 4711'", "order.4711")
                        .replace("/var/log/app/app.log", scene.log.toString())
                        .split(" +");
                if (example.contains(" -f ")) {
                    PrintWriter none = new PrintWriter(new StringWriter());
                    new CommandLine(new TailCommand(none, none)).parseArgs(Arrays.copyOfRange(words, 1, words.length));
                } else {
                    assertThat(Scene.run(words).status()).as(example).isZero();
                }
            }
        }
    }

    private static void fields(Class<?> type, String prefix, Set<String> to) {
        for (RecordComponent component : type.getRecordComponents()) {
            boolean list = component.getGenericType() instanceof ParameterizedType;
            String name = prefix + component.getName() + (list ? "[]" : "");
            to.add(name);
            if (component.getGenericType() instanceof ParameterizedType of
                    && of.getActualTypeArguments()[0] instanceof Class<?> element
                    && element.isRecord()) {
                fields(element, name + ".", to);
            }
        }
    }

    private static String document(String verb) throws IOException {
        return Files.readString(Project.root().resolve("docs/guide/" + verb + ".md"));
    }
}
