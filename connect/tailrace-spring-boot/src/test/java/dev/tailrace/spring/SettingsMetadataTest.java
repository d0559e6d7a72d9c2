package dev.tailrace.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What an IDE completes in application.properties, beside the page of all settings. */
class SettingsMetadataTest {
    private static final Path PAGE = Path.of("../../docs/reference/settings.md");
    private static final String METADATA = "/META-INF/spring-configuration-metadata.json";
    /** Not of an element, and described below the table. */
    private static final Set<String> OTHERS = Set.of("debug", "findings-url");

    @Test
    void metadata_hasEachSettingOfThePage_withItsDefault() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        for (String line : Files.readAllLines(PAGE)) {
            String[] cells = line.split("\\|", -1);
            Matcher name = Pattern.compile(" `(\\w+)` ").matcher(cells.length == 8 ? cells[1] : "");
            // A setting with a single value has nothing to choose.
            if (name.matches() && !cells[3].equals(cells[4])) {
                Matcher value = Pattern.compile(" `(.+)` ").matcher(cells[4]);
                documented.put(CausingProperty.dashed(name.group(1)), value.matches() ? value.group(1) : "");
            }
        }
        Map<String, String> offered = new TreeMap<>();
        String text;
        try (var in = SettingsMetadataTest.class.getResourceAsStream(METADATA)) {
            text = new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        }
        Matcher entry = Pattern.compile("\"name\": \"tailrace\\.([a-z-]+)\",\\s+\"type\""
                        + "[^}]*?(?:\"defaultValue\": \"?([^\"\\s]+)\"?\\s+)?}")
                .matcher(text);
        while (entry.find()) {
            offered.put(entry.group(1), entry.group(2) == null ? "" : entry.group(2));
        }

        assertThat(offered.keySet()).containsAll(OTHERS);
        offered.keySet().removeAll(OTHERS);
        assertThat(offered).isEqualTo(documented).hasSizeGreaterThan(10);
    }
}
