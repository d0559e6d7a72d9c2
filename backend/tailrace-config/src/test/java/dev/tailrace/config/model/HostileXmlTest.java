package dev.tailrace.config.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.ConfigurationReaderTest;
import dev.tailrace.config.HostileReading;
import dev.tailrace.config.Reading;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HostileXmlTest {
    private static final String SEED = """
            <!DOCTYPE configuration>
            <configuration scan="true"><property name="p" value="${q:-x}"/><tailrace memory="2MB" interval="7ms"/>
            <import class="ch.qos.logback.core.ConsoleAppender"/>
            <appender name="F" class="ch.qos.logback.core.rolling.RollingFileAppender"><file>${p}.log</file>
            <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
            <fileNamePattern>${p}.%d{yyyy-MM-dd, UTC}.%i.log.gz</fileNamePattern><maxFileSize>10MB</maxFileSize>
            <maxHistory>7</maxHistory><totalSizeCap>1GB</totalSizeCap></rollingPolicy>
            <filter class="ch.qos.logback.classic.filter.LevelFilter"><level>INFO</level><onMatch>ACCEPT</onMatch></filter>
            <encoder><charset>UTF-8</charset><pattern><![CDATA[%d %-5level ${p} %m%n]]></pattern></encoder></appender>
            <appender name="W" class="ch.qos.logback.core.rolling.RollingFileAppender"><file>w.log</file>
            <rollingPolicy class="ch.qos.logback.core.rolling.FixedWindowRollingPolicy"><minIndex>1</minIndex>
            <fileNamePattern>w.%i</fileNamePattern></rollingPolicy><triggeringPolicy
            class="ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy"><maxFileSize>1KB</maxFileSize></triggeringPolicy>
            <encoder><pattern>%m</pattern></encoder></appender>
            <appender name="S" class="ch.qos.logback.classic.AsyncAppender"><appender-ref ref="F"/></appender>
            <logger name="a.b" level="WARN" additivity="false"><appender-ref ref="W"/></logger>
            <define name="d" class="ch.qos.logback.core.property.FileExistsPropertyDefiner"><path>x</path></define>
            <timestamp key="t" datePattern="yyyy-MM" scope="context"/><include file="x.xml" optional="true"/>
            <if condition='p("d").equals("false") &amp;&amp; !isDefined("q")'><then><property name="e" value="1"/></then></if>
            <condition class="ch.qos.logback.core.boolex.PropertyEqualityCondition"><key>e</key><value>1</value></condition>
            <if><then><logger name="c" level="WARN"/></then><else><logger name="c" level="INFO"/></else></if>
            <root level="${l:-INFO}"><appender-ref ref="S"/></root></configuration>
            """;

    @Test
    void externalEntity_isNeverRead(@TempDir Path folder) throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "SECRET");
        String xml = "<!DOCTYPE configuration [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>"
                + "<configuration><logger name='a'/><contextName>&x;</contextName><root level='WARN'/></configuration>";

        Configuration configuration = Reading.read(xml);

        assertThat(configuration.findings().toString()).doesNotContain("SECRET");
        assertThat(configuration.findings()).extracting(Finding::code).contains(FindingCode.DOCTYPE_IGNORED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE configuration SYSTEM 'http://localhost:1/x.dtd'>",
                "<!DOCTYPE configuration PUBLIC 'a' 'http://localhost:1/x.dtd'>",
                "<!DOCTYPE configuration [<!ENTITY % p SYSTEM 'http://localhost:1/x'> %p;]>"
            })
    void externalDtd_isNeverFetched_andTheRestWorks(String doctype) {
        Configuration configuration = Reading.read(doctype + "<configuration><root level='WARN'/></configuration>");

        assertThat(Reading.only(configuration).code()).isEqualTo(FindingCode.DOCTYPE_IGNORED);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
    }

    @Test
    void billionLaughs_areNotExpanded() {
        StringBuilder xml = new StringBuilder("<!DOCTYPE configuration [<!ENTITY l0 'lol'>");
        for (int i = 1; i < 10; i++) {
            xml.append("<!ENTITY l").append(i).append(" '");
            xml.append(("&l" + (i - 1) + ";").repeat(10)).append("'>");
        }
        xml.append("]><configuration><root level='&l9;'/></configuration>");

        Configuration configuration = Reading.read(xml.toString());

        assertThat(Reading.codes(configuration)).containsExactly(FindingCode.DOCTYPE_IGNORED, FindingCode.NOT_XML);
        ConfigurationReaderTest.assertDefault(configuration);
    }

    @Test
    void billionLaughsOfProperties_areCutOff() {
        StringBuilder xml = new StringBuilder("<configuration><property name='l0' value='lol'/>");
        for (int i = 1; i < 60; i++) {
            xml.append("<property name='l").append(i).append("' value='");
            xml.append(("${l" + (i - 1) + "}").repeat(10)).append("'/>");
        }
        xml.append("<root level='WARN'/></configuration>");

        Configuration configuration = Reading.read(xml.toString());

        assertThat(Reading.codes(configuration)).contains(FindingCode.VALUE_TOO_LONG);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
    }

    @Test
    void manyLongProperties_areBoundedInSum() {
        StringBuilder xml = new StringBuilder("<configuration><property name='l' value='" + "x".repeat(60_000) + "'/>");
        for (int i = 1; i < 20_000; i++) {
            xml.append("<property name='l").append(i).append("' value='${l}'/>");
        }

        Configuration configuration =
                Reading.read(xml.append("<root level='WARN'/></configuration>").toString());

        assertThat(Reading.codes(configuration)).contains(FindingCode.VALUE_TOO_LONG);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
    }

    @Test
    void deepNesting_isNotFollowed() {
        Configuration configuration = Reading.read("<configuration><root level='WARN'/>" + "<a>".repeat(50_000)
                + "</a>".repeat(50_000) + "<logger name='x'/></configuration>");

        assertThat(Reading.codes(configuration)).contains(FindingCode.TOO_LARGE);
        assertThat(configuration.loggers()).hasSize(1);
        assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
    }

    @Test
    void endlessFile_isNotReadToItsEnd() {
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                return ' ';
            }

            @Override
            public int read(byte[] bytes, int from, int length) {
                java.util.Arrays.fill(bytes, from, from + length, (byte) ' ');
                return length;
            }
        };

        Configuration configuration = ConfigurationReader.read(endless, "endless", new Reading());

        assertThat(Reading.codes(configuration)).containsExactly(FindingCode.TOO_LARGE);
        ConfigurationReaderTest.assertDefault(configuration);
    }

    @Test
    void failingStream_isAFinding() {
        InputStream failing = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("planted");
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                throw new IOException("planted");
            }
        };

        Configuration configuration = ConfigurationReader.read(failing, "failing", new Reading());

        assertThat(Reading.only(configuration).code()).isEqualTo(FindingCode.FILE_NOT_READABLE);
        assertThat(Reading.only(configuration).cause()).contains("planted");
    }

    @Test
    void mutatedFiles_neverEscapeTheReader() {
        HostileReading.neverEscapes(
                "mutatedFiles_neverEscapeTheReader", HostileXmlTest::mutated, HostileXmlTest::isUsable);
    }

    private static void isUsable(AppenderConfig appender) {
        assertThat(appender.pattern()).isNotEmpty();
        if (appender.destination() instanceof DestinationConfig.File file) {
            Rolling rolling = file.rolling();
            assertThat(file.file() != null || rolling instanceof Rolling.TimeBased)
                    .isTrue();
            if (rolling instanceof Rolling.FixedWindow window) {
                assertThat(window.maxFileSize()).isPositive();
                assertThat(window.maxIndex()).isBetween(window.minIndex(), window.minIndex() + 20);
                assertThat(FileNames.hasIndex(window.fileNamePattern())).isTrue();
            } else if (rolling instanceof Rolling.TimeBased time) {
                assertThat(FileNames.hasDate(time.fileNamePattern())).isTrue();
                assertThat(FileNames.hasIndex(time.fileNamePattern())).isEqualTo(time.maxFileSize() > 0);
            }
        }
    }

    private static String mutated(Random random) {
        StringBuilder xml = new StringBuilder(SEED);
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes && !xml.isEmpty(); i++) {
            int at = random.nextInt(xml.length());
            int end = Math.min(xml.length(), at + 1 + random.nextInt(12));
            switch (random.nextInt(6)) {
                case 0 ->
                    xml.setCharAt(at, (char) (random.nextBoolean() ? random.nextInt(128) : random.nextInt(0x3000)));
                case 1 -> xml.delete(at, end);
                case 2 -> xml.insert(at, xml.substring(at, end).repeat(1 + random.nextInt(3)));
                case 3 -> xml.insert(at, FRAGMENTS[random.nextInt(FRAGMENTS.length)]);
                case 4 -> swapWord(xml, random);
                default -> xml.setLength(random.nextInt(4) == 0 ? at : xml.length());
            }
        }
        return xml.toString();
    }

    /** Keeps the file well-formed, so that the reader behind the parser gets work too. */
    private static void swapWord(StringBuilder xml, Random random) {
        String[] words = {
            "%i", "%d", "INFO", "10MB", "F", "W", "S", "name", "file", "1", "7", "log", "x", "UTC", "level"
        };
        String from = words[random.nextInt(words.length)];
        int at = xml.indexOf(from, random.nextInt(xml.length()));
        if (at >= 0) {
            String[] to = {"", "${l}", "${", "-1", "0", "S", "F", "%", "%i", "%d{", "99999999999", "\u20ac", "nonsense"
            };
            xml.replace(at, at + from.length(), to[random.nextInt(to.length)]);
        }
    }

    private static final String[] FRAGMENTS = {
        "<a>",
        "</a>",
        "<root/>",
        "${",
        "}",
        "${p}",
        "%i",
        "%d{",
        "&lt;",
        "&x;",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "\0",
        "<param name='x'/>",
        "<property name='p' value='${p}'/>",
        "<tailrace x='1'/>",
        "<!DOCTYPE a [",
        "<?xml?>",
        "'",
        "\"",
    };
}
