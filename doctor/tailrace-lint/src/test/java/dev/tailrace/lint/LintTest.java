package dev.tailrace.lint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.source.PropertySource;
import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Configurations with planted faults, and healthy ones. All of those in {@code lint/faulty} and {@code lint/healthy} were written
 * and committed before the first rule was, except scripted-condition.xml, in-two-files.xml and those of Log4j, which came later; what
 * stands in their comments after "also" was added when the rules first ran. The rules must find each fault in its line, and nothing
 * else.
 */
class LintTest {
    private static final Path FILES = Path.of("src", "test", "resources", "lint");
    private static final Pattern FAULT = Pattern.compile("([A-Z_]+) at (\\d+)");

    /** A usual machine, whatever this one is. */
    private static final Circumstances USUAL = new Circumstances(1000);

    @TempDir
    Path folder;

    @Test
    void of_log4j_saysWhatIsNotRead() throws Exception {
        Path faulty = Files.writeString(
                folder.resolve("faulty.xml"),
                "<Configuration monitorInterval='5'>\n<Appenders><JMS name='K'/>\n<Console name='C'>\n"
                        + "<PatternLayout pattern='%m %foo%n'/></Console></Appenders>\n<Loggers><Root level='info'>"
                        + "<AppenderRef ref='C'/><AppenderRef ref='K'/></Root></Loggers></Configuration>");
        assertThat(found(of(faulty))).containsExactly("TR1004:2", "TR1080:4");
        assertThat(of(faulty).readable()).isTrue();
    }

    @Test
    void of_limits_saysWhatCanNotBe() throws Exception {
        String console =
                "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%msg%n</pattern>"
                        + "</encoder></appender><root level='INFO'><appender-ref ref='C'/></root></configuration>";
        Path faulty = Files.writeString(
                folder.resolve("faulty.xml"),
                "<configuration><tailrace>\n<limit logger='a'/>\n<limit rate='10/s' window='soon'/>\n</tailrace>"
                        + console);
        Path healthy = Files.writeString(
                folder.resolve("healthy.xml"),
                "<configuration><tailrace><limit logger='a' rate='10/s' by='mdc:user'/></tailrace>" + console);
        assertThat(found(of(faulty))).containsExactly("TR1150:2", "TR1151:3");
        assertThat(found(of(healthy))).isEmpty();
    }

    static List<Path> faulty() throws IOException {
        return files("faulty");
    }

    static List<Path> healthy() throws IOException {
        return files("healthy");
    }

    private static List<Path> files(String which) throws IOException {
        try (Stream<Path> files = Files.list(FILES.resolve(which))) {
            return files.filter(each -> each.toString().endsWith(".xml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("faulty")
    void of_faulty_findsWhatIsPlantedAndNothingElse(Path file) throws Exception {
        Set<String> planted = new TreeSet<>();
        Matcher fault = FAULT.matcher(Files.readAllLines(file).get(0));
        while (fault.find()) {
            planted.add(code(fault.group(1)) + ":" + fault.group(2));
        }

        assertThat(planted).isNotEmpty();
        assertThat(found(of(file))).isEqualTo(planted);
        assertThat(of(file).remarks()).allMatch(each -> file.toString().equals(each.file()));
    }

    @ParameterizedTest
    @MethodSource("healthy")
    void of_healthy_saysNothing(Path file) {
        assertThat(of(file).remarks()).isEmpty();
    }

    @Test
    void files_areAsManyAsTheyShould() throws Exception {
        int faulty = faulty().size() + files("unseen/faulty").size();
        int healthy = healthy().size() + files("unseen/healthy").size();
        assertThat(faulty).isGreaterThanOrEqualTo(45);
        assertThat(healthy).isGreaterThanOrEqualTo(10);
        assertThat(files("unseen/faulty")).hasSizeGreaterThanOrEqualTo(20);
        assertThat(files("unseen/healthy")).hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void everyAdvice_isPlantedSomewhere() throws Exception {
        Set<String> found = new TreeSet<>();
        for (Path file : faulty()) {
            of(file).remarks().forEach(each -> found.add(each.code()));
        }
        for (Path file : files("unseen/faulty")) {
            of(file).remarks().forEach(each -> found.add(each.code()));
        }

        // That one needs two files: LintCommandTest.
        found.add(LintCode.ROLLING_DIFFERS.code());
        assertThat(LintCode.values()).allSatisfy(each -> assertThat(found).contains(each.code()));
    }

    @Test
    void stall_isSizeBySpeed() {
        Remark remark =
                of(FILES.resolve("faulty/fixed-window-gz.xml")).remarks().get(0);

        assertThat(remark.cause()).contains("about 54 s");
        assertThat(remark.evidence().get(0)).startsWith("4 GB a file / 76.3 MB a second");
    }

    @Test
    void queue_fillsFasterAtAHigherRate() {
        Path file = FILES.resolve("healthy/async-time-based.xml");
        Lint.Result result = Lint.of(file, PropertySource.ofProcess(), new Circumstances(40_000), PatternFindings::of);

        assertThat(result.remarks()).singleElement().satisfies(each -> {
            assertThat(each.code()).isEqualTo(LintCode.QUEUE_FILLS.code());
            assertThat(each.cause()).contains("20,000 events", "40,000 lines a second", "after 0.5 s");
            assertThat(each.evidence()).containsExactly("a pause of 1.0 s needs 40,000");
        });
    }

    @Test
    void appenderWithoutAReference_isNotJudged() throws Exception {
        String text = Files.readString(FILES.resolve("faulty/prudent.xml"))
                .replace("<root level=\"INFO\"><appender-ref ref=\"ASYNC\"/></root>", "");
        Path file = Files.writeString(folder.resolve("logback.xml"), text);

        assertThat(of(file).remarks()).extracting(Remark::code).containsOnly(FindingCode.APPENDER_NOT_USED.code());
    }

    @Test
    void logger_twoBelowTheOneThatWritesTheSame_isFound() throws Exception {
        Path file = Files.writeString(folder.resolve("logback.xml"), """
                <configuration>
                  <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%msg%n</pattern></encoder>
                  </appender>
                  <logger name="a"><appender-ref ref="C"/></logger>
                  <logger name="a.b.c"><appender-ref ref="C"/></logger>
                  <logger name="b" additivity="false"><appender-ref ref="C"/></logger>
                  <logger name="b.c"><appender-ref ref="C"/></logger>
                  <logger name="d" additivity="false"><appender-ref ref="C"/></logger>
                  <root level="INFO"/>
                </configuration>
                """);

        assertThat(found(of(file))).containsExactlyInAnyOrder("TR5031:6", "TR5031:8");
    }

    @Test
    void includedFile_isJudgedUnderItsOwnName() throws Exception {
        Path included = FILES.resolve("included/files.xml");
        Path file = Files.writeString(
                folder.resolve("logback.xml"),
                "<configuration><include file='" + included
                        + "'/><root level='INFO'><appender-ref ref='FILE'/></root></configuration>");

        assertThat(of(file).remarks())
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.file()).isEqualTo(included.toString()))
                .allSatisfy(each -> assertThat(each.line()).isEqualTo(3))
                .extracting(Remark::code)
                .containsExactlyInAnyOrder("TR5004", "TR5006");
    }

    @Test
    void resource_isFoundBesideTheFileAndNowhereElse() throws Exception {
        Files.writeString(folder.resolve("outside.xml"), "<included><root level='OFF'/></included>");
        Path file = Files.writeString(
                Files.createDirectories(folder.resolve("sub")).resolve("logback.xml"),
                "<configuration><include resource='../outside.xml'/></configuration>");

        assertThat(of(file).remarks()).extracting(Remark::code).containsExactly("TR1019");
    }

    @Test
    void brokenFile_isNotReadable() throws Exception {
        Path file = Files.writeString(folder.resolve("logback.xml"), "<configuration>\n<root>");
        Lint.Result result = of(file);

        assertThat(result.readable()).isFalse();
        assertThat(result.remarks()).extracting(Remark::code).containsExactly(FindingCode.NOT_XML.code());
        assertThat(of(folder).readable()).isFalse();
        assertThat(of(folder.resolve("none.xml")).readable()).isFalse();
    }

    private static Lint.Result of(Path file) {
        return Lint.of(file, new BesideFile(file), USUAL, PatternFindings::of);
    }

    private static Set<String> found(Lint.Result result) {
        Set<String> found = new TreeSet<>();
        result.remarks()
                .forEach(each -> (each.lines().isEmpty() ? List.of(0) : each.lines())
                        .forEach(line -> found.add(each.code() + ":" + line)));
        return found;
    }

    private static String code(String name) {
        List<String> codes = new ArrayList<>();
        Stream.of(LintCode.values()).filter(each -> each.name().equals(name)).forEach(each -> codes.add(each.code()));
        Stream.of(FindingCode.values())
                .filter(each -> each.name().equals(name))
                .forEach(each -> codes.add(each.code()));
        assertThat(codes).as(name).hasSize(1);
        return codes.get(0);
    }
}
