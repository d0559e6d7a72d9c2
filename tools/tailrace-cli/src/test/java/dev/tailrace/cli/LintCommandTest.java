package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verb and its page. */
class LintCommandTest {
    private static final String FAULTY = "target/lint/faulty/";
    private static final String GENERAL = FAULTY + "flush-each-event.xml";
    private static final String HEALTHY = "target/lint/healthy/console.xml";

    /** Under a short name: lint's text is 80 columns wide. */
    @BeforeAll
    static void copyFilesOfLint() throws IOException {
        Path files = Path.of("../../doctor/tailrace-lint/src/test/resources/lint");
        try (Stream<Path> all = Files.walk(files)) {
            for (Path file : all.toList()) {
                Path copy =
                        Path.of("target/lint").resolve(files.relativize(file).toString());
                if (Files.isRegularFile(file)) {
                    Files.createDirectories(Objects.requireNonNull(copy.getParent()));
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    @TempDir
    Path folder;

    @Test
    void faulty_isToldInEightyColumnsAndEndsWithOne() {
        Scene.Said said = Scene.run("lint", FAULTY + "queue-default.xml", FAULTY + "discards-always.xml");

        assertThat(said.status()).isEqualTo(ExitStatus.FOUND);
        assertThat(said.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        assertThat(said.out()).contains("TR5010", "TR5012", "docs/reference/lint.md#tr5012", "With Tailrace: ");
        assertThat(said.err()).isEmpty();
    }

    private Path rolling(String name, String log, String size) throws IOException {
        return Files.writeString(
                folder.resolve(name),
                "<configuration><appender name='F'"
                        + " class='ch.qos.logback.core.rolling.RollingFileAppender'>\n<file>" + log
                        + "</file><rollingPolicy"
                        + " class='ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy'><fileNamePattern>"
                        + log + ".%d.%i</fileNamePattern><maxFileSize>" + size
                        + "</maxFileSize><maxHistory>7</maxHistory>"
                        + "</rollingPolicy><encoder><pattern>%msg%n</pattern></encoder></appender>\n"
                        + "<root level='INFO'><appender-ref ref='F'/></root></configuration>");
    }

    @Test
    void twoFilesThatRollOneLogDifferently_areAWarningAtTheSecond() throws Exception {
        Path one = rolling("one.xml", "/var/log/app.log", "500MB");
        Path other = rolling("other.xml", "/var/log/app.log", "1MB");
        Path same = rolling("same.xml", "/var/log/app.log", "500MB");

        Scene.Said said = Scene.run("lint", one.toString(), other.toString(), same.toString());

        String text = said.out().replaceAll("\\s+", " ");
        assertThat(said.status()).as(text).isEqualTo(ExitStatus.FOUND);
        assertThat(text)
                .contains(one + ": FINE.", other + ": 1 warning.", other + ":1: warning TR5008", same + ": FINE.")
                .contains("\"/var/log/app.log\" is rolled differently in " + one + ", line 1.");
    }

    @Test
    void twoFilesThatRollOneRelativeName_areAnInfo() throws Exception {
        Path one = rolling("one.xml", "log/app.log", "500MB");
        Path other = rolling("other.xml", "log/app.log", "1MB");

        Scene.Said said = Scene.run("lint", one.toString(), other.toString());

        assertThat(said.status()).isEqualTo(ExitStatus.GOOD);
        assertThat(said.out().replaceAll("\\s+", " ")).contains("info TR5008", "if both run in one directory");
    }

    @Test
    void propertiesOfSpringBoot_areSaidToBeNoneThatLintChecks() throws Exception {
        for (String name : List.of("application.properties", "application-prod.yml")) {
            Path file = Files.writeString(folder.resolve(name), "logging.file.name=log/app.log\n");

            Scene.Said said = Scene.run("lint", file.toString());

            assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
            assertThat(said.out().replaceAll("\\s+", " "))
                    .contains("settings of Spring Boot", "./tailrace verify LOGFILE")
                    .doesNotContain("console at DEBUG");
        }
    }

    @Test
    void healthy_isFineAndEndsWithZero() {
        Scene.Said said = Scene.run("lint", HEALTHY);

        assertThat(said.out()).isEqualTo(HEALTHY + ": FINE." + System.lineSeparator());
        assertThat(said.status()).isEqualTo(ExitStatus.GOOD);
    }

    @Test
    void infosOnly_areToldAndEndWithZero() {
        Scene.Said said = Scene.run("lint", FAULTY + "lost-at-exit.xml");

        assertThat(said.out()).contains("FINE; 1 info.", "TR5014");
        assertThat(said.status()).isEqualTo(ExitStatus.GOOD);
    }

    @Test
    void severalPlaces_areOneFindingInTextJsonAndSarif() throws Exception {
        Path file = Files.writeString(folder.resolve("logback.xml"), """
                        <configuration>
                        <appender name="A" class="com.acme.Mail"/>
                        <appender name="B" class="com.acme.Mail"/>
                        <root level="${LEVEL_X}"><appender-ref ref="A"/><appender-ref ref="B"/></root>
                        <logger name="a" level="${LEVEL_X}"/></configuration>
                        """);
        Path json = folder.resolve("lint.json");
        Path sarif = folder.resolve("lint.sarif");
        Scene.Said said = Scene.run("lint", file.toString(), "--json", json.toString(), "--sarif", sarif.toString());

        assertThat(said.out())
                .contains("2 places: lines 2 (\"A\") and 3 (\"B\").", "2 places: lines 4 (\"ROOT\") and 5 (\"a\").");
        JsonObject remark = JsonParser.parseString(Files.readString(json))
                .getAsJsonArray()
                .get(0)
                .getAsJsonObject();
        assertThat(remark.get("line").getAsInt()).isEqualTo(2);
        assertThat(remark.get("consumer").getAsString()).isEqualTo("A");
        JsonObject second = remark.getAsJsonArray("places").get(1).getAsJsonObject();
        assertThat(second.get("line").getAsInt()).isEqualTo(3);
        assertThat(second.get("consumer").getAsString()).isEqualTo("B");
        assertThat(second.get("cause").getAsString()).contains("the appender \"B\" writes nothing");
        JsonObject log = JsonParser.parseString(Files.readString(sarif)).getAsJsonObject();
        onlyKnown(log, "log");
        JsonObject result = log.getAsJsonArray("runs")
                .get(0)
                .getAsJsonObject()
                .getAsJsonArray("results")
                .get(0)
                .getAsJsonObject();
        assertThat(result.getAsJsonArray("relatedLocations"))
                .singleElement()
                .satisfies(each -> assertThat(each.toString()).contains("\"startLine\":3"));
    }

    @Test
    void generalAdvice_isShownOnlyWithAll() throws Exception {
        Path json = folder.resolve("lint.json");
        Scene.Said said = Scene.run("lint", GENERAL, "--json", json.toString());
        Scene.Said all = Scene.run("lint", "--all", GENERAL);

        assertThat(said.out().lines())
                .containsExactly(GENERAL + ": FINE.", "", "1 piece of general advice is left out; --all shows it.");
        assertThat(JsonParser.parseString(Files.readString(json)).getAsJsonArray())
                .isEmpty();
        assertThat(all.out()).contains("FINE; 1 info.", "TR5006").doesNotContain("left out");
        assertThat(said.status()).isEqualTo(all.status()).isEqualTo(ExitStatus.GOOD);
    }

    @Test
    void unreadable_endsWithTwoAndTheOthersAreJudged() {
        Scene.Said said = Scene.run("lint", folder.resolve("none.xml").toString(), FAULTY + "discards-always.xml");

        assertThat(said.out()).contains("CAN'T BE READ.", "TR1013", "TR5012");
        assertThat(said.status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
    }

    @Test
    void rate_isUsedAndMustBeOne() {
        String healthy = HEALTHY.replace("console", "async-time-based");

        assertThat(Scene.run("lint", "--rate", "50000", healthy).out()).contains("50,000 lines a second");
        assertThat(Scene.run("lint", "--rate", "0", healthy).status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(Scene.run("lint", "--rate", "fast", healthy).status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
        assertThat(Scene.run("lint").err()).contains("FILE", "tailrace lint --help");
        assertThat(Scene.run("lint", "--json", "-", "--sarif", "-", healthy).err())
                .contains("can't both");
    }

    @Test
    void hostileNames_cannotMoveTheCursor() throws Exception {
        Path file = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration><appender name='a\u009b[2J' class='ch.qos.logback.core.FileAppender'><file>x\u009b</file>"
                        + "</appender><root level='\u009b[1m'><appender-ref ref='a\u009b[2J'/></root></configuration>");

        assertThat(Scene.run("lint", file.toString()).out()).contains("TR5004").doesNotContain("\u009b");
    }

    @Test
    void json_hasWhatTheTextSays() throws Exception {
        Path json = folder.resolve("lint.json");
        Scene.run("lint", FAULTY + "fixed-window-gz.xml", "--json", json.toString());

        JsonObject remark = JsonParser.parseString(Files.readString(json))
                .getAsJsonArray()
                .get(0)
                .getAsJsonObject();
        assertThat(remark.get("code").getAsString()).isEqualTo("TR5001");
        assertThat(remark.get("severity").getAsString()).isEqualTo("error");
        assertThat(remark.get("file").getAsString()).isEqualTo(FAULTY + "fixed-window-gz.xml");
        assertThat(remark.get("line").getAsInt()).isEqualTo(9);
        assertThat(remark.get("evidence").getAsJsonArray()).hasSize(1);
    }

    /** What the schema of SARIF 2.1.0 requires of the parts that are used. */
    @Test
    void sarif_isAsTheSpecificationAsks() throws Exception {
        Path sarif = folder.resolve("lint.sarif");
        Path odd = Files.copy(Path.of(FAULTY + "never-rolled.xml"), folder.resolve("my \u00e4 file.xml"));
        Scene.run("lint", FAULTY + "queue-too-small-for-the-stall.xml", odd.toString(), "--sarif", sarif.toString());

        JsonObject log = JsonParser.parseString(Files.readString(sarif)).getAsJsonObject();
        assertThat(log.get("version").getAsString()).isEqualTo("2.1.0");
        onlyKnown(log, "log");
        JsonObject run = log.getAsJsonArray("runs").get(0).getAsJsonObject();
        JsonObject driver = run.getAsJsonObject("tool").getAsJsonObject("driver");
        assertThat(driver.get("name").getAsString()).isEqualTo("tailrace lint");
        JsonArray rules = driver.getAsJsonArray("rules");
        List<String> ids = new ArrayList<>();
        rules.forEach(each -> ids.add(each.getAsJsonObject().get("id").getAsString()));
        assertThat(ids).doesNotHaveDuplicates().containsExactlyInAnyOrder("TR5001", "TR5010", "TR5004", "TR5008");
        for (JsonElement each : run.getAsJsonArray("results")) {
            JsonObject result = each.getAsJsonObject();
            assertThat(ids.get(result.get("ruleIndex").getAsInt()))
                    .isEqualTo(result.get("ruleId").getAsString());
            assertThat(result.get("level").getAsString()).isIn("error", "warning", "note");
            assertThat(result.getAsJsonObject("message").get("text").getAsString())
                    .isNotBlank();
            JsonObject place =
                    result.getAsJsonArray("locations").get(0).getAsJsonObject().getAsJsonObject("physicalLocation");
            String uri = place.getAsJsonObject("artifactLocation").get("uri").getAsString();
            assertThat(URI.create(uri).toString()).isEqualTo(uri).matches("\\p{ASCII}+");
            assertThat(place.getAsJsonObject("region").get("startLine").getAsInt())
                    .isPositive();
        }
        assertThat(run.getAsJsonArray("invocations")
                        .get(0)
                        .getAsJsonObject()
                        .get("executionSuccessful")
                        .getAsBoolean())
                .isTrue();
    }

    /**
     * Of each kind of object of the SARIF 2.1.0 schema that is used here, the properties it may have, with the kind that each of them
     * is where it is an object; those with an exclamation mark are required. The schema allows no others.
     */
    private static final Map<String, String> SARIF = Map.ofEntries(
            Map.entry("log", "$schema version! runs!=run inlineExternalProperties properties"),
            Map.entry(
                    "run",
                    "tool!=tool invocations=invocation results=result artifacts logicalLocations language"
                            + " columnKind defaultEncoding properties"),
            Map.entry("tool", "driver!=component extensions=component properties"),
            Map.entry(
                    "component",
                    "name! fullName version semanticVersion informationUri organization rules=descriptor"
                            + " shortDescription=text fullDescription=text properties"),
            Map.entry(
                    "descriptor",
                    "id! name shortDescription=text fullDescription=text help=text helpUri"
                            + " defaultConfiguration=configuration messageStrings properties"),
            Map.entry("text", "text! markdown properties"),
            Map.entry("configuration", "enabled level rank parameters properties"),
            Map.entry(
                    "invocation",
                    "executionSuccessful! commandLine arguments exitCode startTimeUtc endTimeUtc"
                            + " toolExecutionNotifications properties"),
            Map.entry(
                    "result",
                    "message!=message ruleId ruleIndex rule kind level locations=location fingerprints"
                            + " partialFingerprints relatedLocations=location properties"),
            Map.entry("message", "text! markdown id arguments properties"),
            Map.entry("location", "id physicalLocation=place logicalLocations message properties"),
            Map.entry("place", "artifactLocation!=artifact region=region contextRegion address properties"),
            Map.entry("artifact", "uri! uriBaseId index description properties"),
            Map.entry("region", "startLine! startColumn endLine endColumn snippet message properties"));

    private static void onlyKnown(JsonObject object, String kind) {
        Map<String, String> known = new HashMap<>();
        for (String word : SARIF.getOrDefault(kind, "").split(" ", -1)) {
            String[] parts = word.split("=", -1);
            String name = parts[0].replace("!", "");
            known.put(name, parts.length > 1 ? parts[1] : "");
            assertThat(object.has(name) || !parts[0].endsWith("!"))
                    .as(kind + " without " + name)
                    .isTrue();
        }
        for (Map.Entry<String, JsonElement> property : object.entrySet()) {
            assertThat(known).as(kind).containsKey(property.getKey());
            String inner = known.getOrDefault(property.getKey(), "");
            if (!inner.isEmpty() && property.getValue().isJsonArray()) {
                property.getValue().getAsJsonArray().forEach(each -> onlyKnown(each.getAsJsonObject(), inner));
            } else if (!inner.isEmpty()) {
                onlyKnown(property.getValue().getAsJsonObject(), inner);
            }
        }
    }

    @Test
    void page_hasTheHelpTheExampleAndTheFields() throws Exception {
        assertThat(block("help")).isEqualTo(Scene.run("lint", "--help").out());
        String example = "queue-too-small-for-the-stall.xml";
        assertThat(alike(block("example: faulty/" + example).replace("logback.xml", FAULTY + example)))
                .isEqualTo(alike("$ ./tailrace lint " + FAULTY + example + "\n"
                        + Scene.run("lint", FAULTY + example).out()));
        String property = "<property name='A' value='${APP_LOGS}'/>";
        Path file = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration>" + "\n".repeat(2) + property + "\n".repeat(4) + property + "\n".repeat(3) + property
                        + "</configuration>");
        assertThat(Scene.run("lint", file.toString())
                        .out()
                        .replace(file.toString(), "logback.xml")
                        .replaceAll("\\s+", " "))
                .contains(block("example of places").replaceAll("\\s+", " ").strip());
        for (RecordComponent field : Remark.class.getRecordComponents()) {
            assertThat(page()).contains("`" + field.getName() + "`");
        }
    }

    @Test
    void page_hasEachAdviceOnceAndNoOther() throws Exception {
        List<String> known = new ArrayList<>();
        Matcher heading = Pattern.compile(
                        "(?m)^### <a id=\"(tr\\d{4})\"></a>(TR\\d{4}) (.+)\\n\\n\\*(Error|Warning|Info)\\.\\*")
                .matcher(page());
        while (heading.find()) {
            assertThat(heading.group(2)).isEqualToIgnoringCase(heading.group(1));
            known.add(heading.group(2) + " " + heading.group(3) + " "
                    + heading.group(4).toUpperCase(Locale.ROOT));
        }

        for (LintCode lintCode : LintCode.values()) {
            String section = page().split("(?m)^### <a id=\"" + lintCode.code().toLowerCase(Locale.ROOT) + "\"", -1)[1];
            assertThat(section.split("(?m)^#", -1)[0].contains("Shown with `--all`."))
                    .as(lintCode.code())
                    .isEqualTo(LintCode.isGeneral(lintCode.code()));
        }
        assertThat(known)
                .containsExactlyElementsOf(java.util.Arrays.stream(LintCode.values())
                        .map(each -> each.code() + " " + each.title() + " " + each.severity())
                        .toList());
        assertThat(LintCode.values())
                .extracting(LintCode::code)
                .doesNotHaveDuplicates()
                .allMatch(each -> each.matches("TR5\\d{3}"));
    }

    /** Figures depend on the machine, and lines break where they end. */
    private static String alike(String text) {
        return text.replaceAll("\\d[\\d.,]*", "N")
                .replaceAll("N (B|KB|MB|GB|s|ms)\\b", "N")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String block(String mark) throws IOException {
        Matcher block = Pattern.compile("<!-- " + Pattern.quote(mark) + " -->\\n```\\n(.*?)```\\n", Pattern.DOTALL)
                .matcher(page());
        assertThat(block.find()).as(mark).isTrue();
        return block.group(1);
    }

    private static String page() throws IOException {
        return Files.readString(Project.root().resolve("docs/reference/lint.md"));
    }
}
