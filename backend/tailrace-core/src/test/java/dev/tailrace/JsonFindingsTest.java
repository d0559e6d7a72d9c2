package dev.tailrace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Unsupported settings of a JSON encoder or layout are reported with their line, and the rest is written. */
class JsonFindingsTest {
    private static final String LOGSTASH = "<encoder class='net.logstash.logback.encoder.LogstashEncoder'>\n\n";
    private static final String COMPOSITE =
            "<encoder class='net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder'><providers>\n\n";
    private static final String SHORTENED =
            LOGSTASH + "<throwableConverter class='net.logstash.logback.stacktrace.ShortenedThrowableConverter'>";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            JSON_OPTION      | <prefix class='x'/>
            JSON_OPTION      | <suffix class='x'/>
            JSON_OPTION      | <lineSeparator>WINDOWS</lineSeparator>
            JSON_OPTION      | <jsonGeneratorDecorator class='net.logstash.logback.mask.MaskingJsonGeneratorDecorator'/>
            JSON_OPTION      | <messageSplitRegex>,</messageSplitRegex>
            JSON_OPTION      | <mdcEntryWriter class='x'/>
            JSON_OPTION      | <providers><uuid/></providers>
            JSON_FIELD       | <provider class='com.example.Mine'/>
            JSON_TEMPLATE    | <customFields>{\"a\":}</customFields>
            JSON_TEMPLATE    | <customFields>[1]</customFields>
            JSON_OPTION      | <timestampPattern>[NO_SUCH]</timestampPattern>
            JSON_OPTION      | <timestampPattern>yyyy-bb</timestampPattern>
            JSON_OPTION      | <timeZone>Mars/Base</timeZone>
            UNKNOWN_CLASS    | <throwableConverter class='com.example.Mine'/>
            UNKNOWN_CLASS    | <fieldNames class='com.example.Names'/>
            UNKNOWN_OPTION   | <fieldNames><nothing>x</nothing></fieldNames>
            UNKNOWN_OPTION   | <inlcudeMdc>true</inlcudeMdc>
            BAD_VALUE        | <mdcKeyFieldName>user</mdcKeyFieldName>
            BAD_BOOLEAN      | <includeMdc>yes</includeMdc>
            BAD_NUMBER       | <shortenedLoggerNameLength>x</shortenedLoggerNameLength>
            CHARSET_NOT_SUPPORTED | <encoding>UTF-16</encoding>
            """)
    void logstashEncoder_whatIsNotHonoured_isReported(FindingCode code, String option) {
        reports(
                JsonLog.ofLogback(LOGSTASH + option + "</encoder>"),
                code,
                option.startsWith("<time") || option.startsWith("<custom") ? 2 : 4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            JSON_OPTION    | <evaluator class='com.example.Mine'/>
            JSON_OPTION    | <classNameAbbreviator class='com.example.Mine'/>
            BAD_NUMBER     | <maxLength>many</maxLength>
            BAD_NUMBER     | <maxDepthPerThrowable>0</maxDepthPerThrowable>
            BAD_BOOLEAN    | <inlineHash>yes</inlineHash>
            BAD_VALUE      | <exclude>sun(</exclude>
            BAD_VALUE      | <truncateAfters>a,*</truncateAfters>
            UNKNOWN_OPTION | <nothing>true</nothing>
            """)
    void throwableConverter_whatIsNotHonoured_isReported(FindingCode code, String option) {
        reports(JsonLog.ofLogback(SHORTENED + option + "</throwableConverter></encoder>"), code, 4);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            JSON_FIELD     | <uuid/>
            JSON_FIELD     | <stackHash/>
            JSON_FIELD     | <rootStackTraceElement/>
            JSON_FIELD     | <provider class='com.example.Mine'/>
            JSON_FIELD     | <nestedField><providers/></nestedField>
            UNKNOWN_OPTION | <nothing/>
            UNKNOWN_OPTION | <mdc><nothing/></mdc>
            JSON_OPTION    | <mdc><mdcEntryWriter class='x'/></mdc>
            JSON_OPTION    | <pattern><omitEmptyFields>true</omitEmptyFields><pattern>{\"a\":\"%X{a}\"}</pattern></pattern>
            JSON_OPTION    | <pattern><pattern>{\"a\":\"#asJson{%msg}\"}</pattern></pattern>
            JSON_FIELD     | <pattern><pattern>{\"a\":\"%nothing\"}</pattern></pattern>
            JSON_TEMPLATE  | <pattern><pattern>{\"a\":</pattern></pattern>
            """)
    void compositeEncoder_whatIsNotHonoured_isReported(FindingCode code, String provider) {
        String inside = "<message/>" + provider + "</providers></encoder>";
        reports(JsonLog.ofLogback(COMPOSITE + inside), code, provider.startsWith("<pattern><pattern>") ? 2 : 4);
    }

    @Test
    void compositeEncoder_withoutProviders_isReportedAndWritesAllTheSame() {
        JsonLog log = JsonLog.ofLogback(
                "<encoder class='net.logstash.logback.encoder.LoggingEventCompositeJsonEncoder'></encoder>");

        reports(log, FindingCode.JSON_FORMAT_OTHER, 2);
        assertThat(log.line(JsonSample.of("hello"))).contains("\"message\":\"hello\"");
    }

    @ParameterizedTest
    @CsvSource({"com.example.Mine, logger_name", "'', logger_name"})
    void structuredEncoderOfSpringBoot_ofAnotherFormat_writesLogstashs(String format, String field) {
        JsonLog log =
                JsonLog.ofLogback("<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'>"
                        + "<format>" + format + "</format></encoder>");

        assertThat(log.findings())
                .extracting(Finding::code)
                .containsExactly(FindingCode.SPRING_ASSUMED, FindingCode.JSON_FORMAT_OTHER);
        assertThat(JsonLog.parse(log.line(JsonSample.of("hello")))
                        .getAsJsonObject()
                        .has(field))
                .isTrue();
    }

    @Test
    void jsonLayoutOfLogbackContrib_writesAnotherFormat() {
        JsonLog log = JsonLog.ofLogback("<encoder class='ch.qos.logback.core.encoder.LayoutWrappingEncoder'>\n"
                + "<layout class='ch.qos.logback.contrib.json.classic.JsonLayout'/></encoder>");

        reports(log, FindingCode.JSON_FORMAT_OTHER, 3);
        JsonLog.parse(log.line(JsonSample.of("hello")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            JSON_FIELD     | {"m":{"$resolver":"message"},"x":{"$resolver":"nothing"}}
            JSON_FIELD     | {"m":{"$resolver":"message"},"x":{"$resolver":"main","index":0}}
            JSON_OPTION    | {"m":{"$resolver":"message","nothing":1}}
            JSON_OPTION    | {"m":{"$resolver":"timestamp","pattern":{"format":"yyyy-bb"}}}
            JSON_OPTION    | {"m":{"$resolver":"timestamp","epoch":{"unit":"years"}}}
            JSON_OPTION    | {"m":{"$resolver":"exception","field":"stackTrace","stackTrace":{"stringified":{"truncation":{"suffix":"x"}}}}}
            JSON_OPTION    | {"m":{"$resolver":"mdc","pattern":"(","flatten":true},"x":{"$resolver":"message"}}
            JSON_OPTION    | {"m":{"$resolver":"caseConverter","case":"lower","input":{"$resolver":"message"}}}
            JSON_TEMPLATE  | {"m":
            JSON_TEMPLATE  | {}
            JSON_TEMPLATE  | "text"
            """)
    void eventTemplate_whatIsNotHonoured_isReported(FindingCode code, String template) {
        JsonLog log = JsonLog.ofLog4j(
                "<JsonTemplateLayout><eventTemplate>\n" + template + "</eventTemplate></JsonTemplateLayout>");

        reports(log, code, 3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            JSON_OPTION | maxStringLength='100'
            JSON_OPTION | eventDelimiter=';'
            JSON_OPTION | nullEventDelimiterEnabled='true'
            JSON_OPTION | stackTraceElementTemplateUri='classpath:x.json'
            JSON_OPTION | eventTemplateRootObjectKey='x'
            JSON_TEMPLATE | eventTemplateUri='classpath:nothing.json'
            JSON_TEMPLATE | eventTemplateUri='https://example.com/x.json'
            CHARSET_NOT_SUPPORTED | charset='UTF-16'
            UNKNOWN_ATTRIBUTE | nothing='x'
            """)
    void jsonTemplateLayout_whatIsNotHonoured_isReported(FindingCode code, String attribute) {
        reports(JsonLog.ofLog4j("<JsonTemplateLayout " + attribute + "/>"), code, 2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            JSON_OPTION | <JsonLayout complete='true'/>
            JSON_OPTION | <JsonLayout propertiesAsList='true'/>
            JSON_OPTION | <EcsLayout exceptionPattern='%ex{3}'/>
            JSON_OPTION | <GelfLayout compressionType='GZIP'/>
            JSON_OPTION | <GelfLayout messagePattern='%m'/>
            """)
    void otherLayouts_whatIsNotHonoured_isReported(FindingCode code, String layout) {
        reports(JsonLog.ofLog4j(layout), code, 2);
    }

    @Test
    void additionalField_thatIsNoJson_isReportedAndLeftOut() {
        JsonLog log =
                JsonLog.ofLog4j("<JsonTemplateLayout><EventTemplateAdditionalField key='a' format='JSON' value='{'/>"
                        + "<EventTemplateAdditionalField key='b' value='{'/></JsonTemplateLayout>");

        reports(log, FindingCode.JSON_TEMPLATE, 2);
        assertThat(log.line(JsonSample.of("hello"))).contains("\"b\":\"{\"").doesNotContain("\"a\"");
    }

    @Test
    void eventTemplateUri_ofAFile_isRead(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("mine.json"), "{\"text\":{\"$resolver\":\"message\"}}");

        JsonLog log = JsonLog.ofLog4j("<JsonTemplateLayout eventTemplateUri='file://" + file + "'/>");

        assertThat(log.findings()).isEmpty();
        assertThat(log.line(JsonSample.of("hello"))).isEqualTo("{\"text\":\"hello\"}\n");
    }

    private static void reports(JsonLog log, FindingCode code, int line) {
        assertThat(log.findings()).extracting(Finding::code).containsOnly(code);
        assertThat(log.findings()).allSatisfy(finding -> {
            assertThat(finding.line()).isEqualTo(line);
            assertThat(finding.consumer()).isEqualTo("A");
            assertThat(finding.remedy()).isNotBlank();
        });
        JsonLog.parse(log.line(JsonSample.of("hello {}", 1)));
    }
}
