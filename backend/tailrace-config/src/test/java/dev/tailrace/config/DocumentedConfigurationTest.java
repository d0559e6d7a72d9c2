package dev.tailrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.logback.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

final class DocumentedConfigurationTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "reference", "configuration.md");

    @Test
    void examples_haveNoFindings() throws Exception {
        Matcher example = Pattern.compile("(?s)```xml\\n(.*?)```").matcher(Files.readString(PAGE));
        int count = 0;
        while (example.find()) {
            assertThat(Reading.read(example.group(1)).findings()).isEmpty();
            count++;
        }

        assertThat(count).isPositive();
    }

    @Test
    void everySetting_isDocumentedWithItsTwoOtherNames() throws Exception {
        String page = Files.readString(PAGE);

        assertThat(SettingsReader.NAMES.keySet())
                .allSatisfy(name -> assertThat(page).contains("| `" + name + "` |"))
                .hasSize(17);
        assertThat(SettingsReader.environmentName("whenFull")).isEqualTo("TAILRACE_WHEN_FULL");
    }

    @Test
    void everyFileLookedFor_isDocumented() throws Exception {
        String page = Files.readString(PAGE);

        assertThat(ConfigurationFinder.PROPERTIES)
                .allSatisfy(name -> assertThat(page).contains("-D" + name));
        assertThat(ConfigurationFinder.RESOURCES)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }
}
