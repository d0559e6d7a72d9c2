package dev.tailrace.slf4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.LocalRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A page of docs/guide, whose blocks tests run. */
final class Guide {
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^```\\w*\\R(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    private final String text;

    private Guide(String text) {
        this.text = text;
    }

    static Guide page(String name) throws IOException {
        return new Guide(Files.readString(
                LocalRepository.root().resolve("docs").resolve("guide").resolve(name)));
    }

    /** Code blocks that contain a text. */
    List<String> blocksWith(String part) {
        List<String> blocks = new ArrayList<>();
        Matcher matcher = BLOCK.matcher(text);
        while (matcher.find()) {
            if (matcher.group(1).contains(part)) {
                blocks.add(matcher.group(1));
            }
        }
        return blocks;
    }

    /** The only code block that contains a text. */
    String blockWith(String part) {
        List<String> blocks = blocksWith(part);
        assertThat(blocks).as("blocks with %s", part).hasSize(1);
        return blocks.get(0);
    }

    /** The block that a comment names as this example. */
    String example(String name) {
        Matcher matcher = Pattern.compile(
                        "<!-- example: " + Pattern.quote(name) + " -->\\R```\\w*\\R(.*?)^```",
                        Pattern.DOTALL | Pattern.MULTILINE)
                .matcher(text);
        assertThat(matcher.find()).as("the example " + name).isTrue();
        return matcher.group(1);
    }

    /** A piece of code within a sentence, which the page must have. */
    String inline(String code) {
        assertThat(text).contains("`" + code + "`");
        return code;
    }

    /** Jars with this name prefix that the build has copied for child JVMs. */
    static List<Path> jars(String folder, String beginning) throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("target", folder))) {
            return jars.filter(each -> each.getFileName().toString().startsWith(beginning))
                    .map(Path::toAbsolutePath)
                    .toList();
        }
    }
}
