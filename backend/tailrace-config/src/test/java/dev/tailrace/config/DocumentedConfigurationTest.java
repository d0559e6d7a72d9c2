package dev.tailrace.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.dialect.SettingsReader;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.TailraceSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages on the configuration hold what the readers do: examples, settings, names of files. */
final class DocumentedConfigurationTest {
    private static final Path PAGES = Path.of("..", "..", "docs", "reference");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    /** The cells of a row of the table of settings. */
    private record Row(String name, String values, String defaultValue, String where) {}

    @ParameterizedTest
    @ValueSource(strings = {"settings.md", "logback.md", "log4j2.md"})
    void examples_haveNoFindings(String name) throws Exception {
        Matcher example = Pattern.compile("(?s)```xml\\n(.*?)```").matcher(page(name));
        int count = 0;
        while (example.find()) {
            assertThat(Reading.read(example.group(1)).findings()).isEmpty();
            count++;
        }

        assertThat(count).isPositive();
    }

    @Test
    void everySetting_isInTheTableWithItsPlace_andNoOther() throws Exception {
        Map<String, String> places = new LinkedHashMap<>();
        settings().forEach(row -> places.put(row.name(), row.where()));

        Map<String, String> known = new LinkedHashMap<>();
        SettingsReader.NAMES.forEach((name, forAppenders) -> known.put(name, forAppenders ? "appender" : "process"));
        assertThat(places).containsExactlyInAnyOrderEntriesOf(known).hasSize(14);
        assertThat(SettingsReader.environmentName("whenFull")).isEqualTo("TAILRACE_WHEN_FULL");
    }

    @Test
    void everyDefaultOfASetting_isTheOneThatHolds() throws Exception {
        StringBuilder attributes = new StringBuilder();
        for (Row row : settings()) {
            Matcher value = CODE.matcher(row.defaultValue());
            if (value.matches()) {
                attributes
                        .append(' ')
                        .append(row.name())
                        .append("=\"")
                        .append(value.group(1))
                        .append('"');
            }
        }
        Configuration configuration = Reading.inside("<tailrace" + attributes + "/><root level=\"OFF\"/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.settings()).isEqualTo(TailraceSettings.DEFAULTS);
        assertThat(attributes).contains(" spill=", " maxWait=", " interval=").doesNotContain(" memory=");
    }

    @Test
    void everyValueOfASetting_isRead() throws Exception {
        int count = 0;
        for (Row row : settings()) {
            Matcher value = CODE.matcher(row.values());
            while (value.find()) {
                String text = value.group(1).replace("LEVEL", "WARN");
                if (!text.equals("%")) {
                    assertThat(new Reading()
                                    .property("tailrace." + row.name(), text)
                                    .of("<configuration><root level=\"OFF\"/></configuration>")
                                    .findings())
                            .as(row.name() + "=" + text)
                            .filteredOn(each -> each.code().code().equals("TR1034"))
                            .hasSize(row.name().equals("archiverShare") && text.equals("0") ? 1 : 0);
                    count++;
                }
            }
        }

        assertThat(count).isGreaterThan(25);
    }

    @Test
    void everyFileLookedFor_isDocumented() throws Exception {
        String page = page("configuration.md");

        assertThat(ConfigurationFinder.PROPERTIES)
                .allSatisfy(name -> assertThat(page).contains("-D" + name));
        assertThat(ConfigurationFinder.RESOURCES)
                .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
    }

    private static List<Row> settings() throws Exception {
        List<Row> rows = new ArrayList<>();
        for (String line : page("settings.md").lines().toList()) {
            String[] cells = line.split("\\|", -1);
            Matcher name = Pattern.compile(" `(\\w+)` ").matcher(cells.length == 8 ? cells[1] : "");
            if (name.matches()) {
                rows.add(new Row(name.group(1), cells[3].strip(), cells[4].strip(), cells[5].strip()));
            }
        }
        return rows;
    }

    private static String page(String name) throws Exception {
        return Files.readString(PAGES.resolve(name));
    }
}
