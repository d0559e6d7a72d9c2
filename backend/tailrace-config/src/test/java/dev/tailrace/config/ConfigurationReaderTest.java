package dev.tailrace.config;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.inside;
import static dev.tailrace.config.Reading.only;
import static dev.tailrace.config.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

public final class ConfigurationReaderTest {
    private static final String TYPICAL = """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE configuration>
            <configuration debug="false">
              <!-- comment -->
              <property name="DIR" value="${LOGS:-logs}"/>
              <contextName>shop</contextName>
              <statusListener class="ch.qos.logback.core.status.NopStatusListener"/>
              <shutdownHook/>
              <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                <file>${DIR}/app.log</file>
                <append>false</append>
                <encoder>
                  <charset>UTF-8</charset>
                  <pattern>
                    %d %m%n
                  </pattern>
                </encoder>
              </appender>
              <logger name="com.shop" level="trace" additivity="false">
                <appender-ref ref="FILE"/>
              </logger>
              <root level="WARN"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    @Test
    void read_typicalFile_hasNoFindings() {
        Configuration configuration = read(TYPICAL);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.source()).isEqualTo(Reading.FILE);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
        assertThat(configuration.root().appenders()).containsExactly("FILE");
        LoggerConfig logger = configuration.loggers().get(0);
        assertThat(logger.name()).isEqualTo("com.shop");
        assertThat(logger.level()).isEqualTo(Threshold.TRACE);
        assertThat(logger.additive()).isFalse();
        AppenderConfig appender = configuration.appenders().get(0);
        assertThat(appender.destination()).isEqualTo(new DestinationConfig.File("logs/app.log", false, null));
        assertThat(appender.pattern()).isEqualTo("%d %m%n");
    }

    @Test
    void read_anything_knowsItsLine() {
        Configuration configuration = read(TYPICAL);

        assertThat(configuration.appenders().get(0).line()).isEqualTo(9);
        assertThat(configuration.appenders().get(0).layout().line()).isEqualTo(15);
        assertThat(configuration.loggers().get(0).line()).isEqualTo(19);
        assertThat(configuration.root().line()).isEqualTo(22);
    }

    @Test
    void read_startTagOverSeveralLines_isFoundWhereItBegins() {
        Configuration configuration = read("<configuration>\n\n<nonsense\n a='1'\n b='2'\n/></configuration>");

        assertThat(only(configuration).line()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "", "<configuration>", "<configuration><root></configuration>", "<a/><b/>", "{}"})
    void read_noXml_isOneErrorAndTheDefault(String text) {
        Configuration configuration = read(text);

        Finding finding = only(configuration);
        assertThat(finding.code()).isEqualTo(FindingCode.NOT_XML);
        assertThat(finding.severity()).isEqualTo(FindingCode.Severity.ERROR);
        assertThat(finding.file()).isEqualTo(Reading.FILE);
        assertThat(finding.line()).isPositive();
        assertDefault(configuration);
    }

    @Test
    void read_brokenInLineThree_saysLineAndColumn() {
        Finding finding = only(read("<configuration>\n<root>\n</rooot></configuration>"));

        assertThat(finding.line()).isEqualTo(3);
        assertThat(finding.cause()).contains("column ").contains("root");
    }

    @Test
    void read_otherRootElement_isTheDefault() {
        Configuration configuration = read("<beans/>");

        assertThat(codes(configuration)).containsExactly(FindingCode.NOT_A_CONFIGURATION);
        assertDefault(configuration);
    }

    @Test
    void read_log4jsElements_areLog4jsDialect() {
        Configuration configuration = read(
                "<Configuration status='warn'><Appenders/><Loggers><Root level='info'/></Loggers></Configuration>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.root().level()).isEqualTo(Threshold.INFO);
        assertThat(configuration.appenders()).isEmpty();
    }

    @Test
    void read_missingFile_isTheDefault(@TempDir Path folder) {
        Configuration configuration = ConfigurationReader.read(folder.resolve("none.xml"), new Reading());

        assertThat(codes(configuration)).containsExactly(FindingCode.FILE_NOT_FOUND);
        assertDefault(configuration);
    }

    @Test
    void read_directory_isTheDefault(@TempDir Path folder) {
        Configuration configuration = ConfigurationReader.read(folder, new Reading());

        assertThat(codes(configuration)).containsExactly(FindingCode.FILE_NOT_READABLE);
        assertDefault(configuration);
    }

    @Test
    void read_file_namesIt(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("x.xml"), "<configuration><foo/></configuration>");

        assertThat(only(ConfigurationReader.read(file, new Reading())).file()).isEqualTo(file.toString());
    }

    @Test
    void read_otherEncodings_areUnderstood() {
        String xml =
                "<?xml version='1.0' encoding='UTF-16'?><configuration><logger name='\u00e4\u20ac'/></configuration>";

        Configuration configuration = new Reading().of(xml.getBytes(java.nio.charset.StandardCharsets.UTF_16));

        assertThat(configuration.loggers().get(0).name()).isEqualTo("\u00e4\u20ac");
    }

    @Test
    void read_emptyConfiguration_logsNothingAndSaysNothing() {
        Configuration configuration = read("<configuration/>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders()).isEmpty();
        assertThat(configuration.root().level()).isEqualTo(Threshold.DEBUG);
    }

    @Test
    void read_unknownElementAttributeOptionAndText_areFindingsOfTheirOwn() {
        Configuration configuration = inside("\n<foo/>\n<root bar='1'>text</root>\n"
                + "<appender name='A' class='ch.qos.logback.core.ConsoleAppender'><baz/></appender>");

        assertThat(codes(configuration))
                .contains(
                        FindingCode.UNKNOWN_ELEMENT,
                        FindingCode.UNKNOWN_ATTRIBUTE,
                        FindingCode.UNEXPECTED_TEXT,
                        FindingCode.UNKNOWN_OPTION);
        assertThat(configuration.findings().get(0).line()).isEqualTo(2);
        assertThat(configuration.findings())
                .allSatisfy(finding -> assertThat(finding.remedy()).isNotBlank());
    }

    @ParameterizedTest
    @ValueSource(strings = {"receiver", "insertFromJNDI"})
    void read_elementOfLogbackThatIsNotRead_saysSo(String name) {
        Finding finding = only(inside("<" + name + " x='1'><root level='OFF'/></" + name + ">"));

        assertThat(finding.code()).isEqualTo(FindingCode.NOT_SUPPORTED);
        assertThat(finding.cause()).contains("<" + name + ">");
    }

    @Test
    void read_scanOfWhatIsNoFile_saysThatNobodyCanChangeIt() {
        assertThat(only(read("<configuration scan='true' scanPeriod='30 seconds'/>"))
                        .code())
                .isEqualTo(FindingCode.NOT_WATCHED);
        assertThat(read("<configuration scan='false'/>").findings()).isEmpty();
    }

    @Test
    void read_schemaLocation_isAccepted() {
        Configuration configuration = read("""
                        <configuration xmlns="https://logback.qos.ch/ns/logback"
                            xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                            xsi:schemaLocation="https://logback.qos.ch/ns/logback https://logback.qos.ch/logback.xsd"/>
                        """);

        assertThat(configuration.findings()).isEmpty();
    }

    @Test
    void read_ruleNamesInOtherCase_areTheSame() {
        Configuration configuration = read("""
                        <Configuration><PROPERTY name="p" value="%m"/>
                        <Appender name="A" class="ch.qos.logback.core.ConsoleAppender">
                        <Encoder><Pattern>${p}</Pattern></Encoder></Appender>
                        <LOGGER name="x" level="warn"/>
                        <ROOT level="info"><Appender-Ref ref="A"/></ROOT></Configuration>
                        """);

        assertThat(configuration.findings()).isEmpty();
        assertThat(configuration.appenders().get(0).pattern()).isEqualTo("%m");
    }

    @Test
    void read_moreFindingsThanAnybodyReads_areCounted() {
        StringBuilder xml = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            xml.append("<foo").append(i).append("/>");
        }

        Configuration configuration = inside(xml.toString());

        assertThat(configuration.findings()).hasSize(201);
        assertThat(configuration.findings().get(200).code()).isEqualTo(FindingCode.MORE_FINDINGS);
        assertThat(configuration.findings().get(200).cause()).startsWith("100 ");
    }

    public static void assertDefault(Configuration configuration) {
        assertThat(configuration.source()).isNull();
        assertThat(configuration.root().level()).isEqualTo(Threshold.DEBUG);
        assertThat(configuration.loggers()).isEmpty();
        AppenderConfig console = configuration.appenders().get(0);
        assertThat(configuration.appenders()).hasSize(1);
        assertThat(configuration.root().appenders()).containsExactly(console.name());
        assertThat(console.destination()).isEqualTo(new DestinationConfig.Console(false));
        assertThat(console.pattern()).isEqualTo(Configuration.DEFAULT_PATTERN);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<other/>|1",
                "\\n\\n<other/>|3",
                "<!-- a <licence> -->\\n<other/>|2",
                "<!-- one\\n  two -->\\r\\n \\t\\n<other\\n  a='b'/>|4",
                "<?xml version='1.0'?>\\n\\n<?word?>\\n<other/>|4",
                "<?xml version='1.0'?><!DOCTYPE other>\\n<other/>|2",
                "<!-- one --> <other/>|1",
            })
    void read_rootAfterOtherThings_isFoundInItsLine(String text, int line) {
        String xml = text.replace("\\n", "\n").replace("\\r", "\r").replace("\\t", "\t");

        assertThat(only(read(xml)).line()).isEqualTo(line);
        byte[] wide = xml.getBytes(StandardCharsets.UTF_16);
        assertThat(only(new Reading().of(wide)).line()).isEqualTo(line);
    }
}
