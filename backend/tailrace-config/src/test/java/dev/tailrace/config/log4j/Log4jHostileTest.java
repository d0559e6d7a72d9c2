package dev.tailrace.config.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.HostileReading;
import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.xml.FileNames;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.layout.PatternEncoder;
import dev.tailrace.layout.event.TextRules;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever a log4j2.xml says, the reader answers with something usable. */
final class Log4jHostileTest {
    private static final String SEED = """
            <Configuration status="warn" strict="false" monitorInterval="3"><Properties><Property name="p" value="${q:-x}"/>
            <Property name="l">info</Property></Properties><tailrace memory="2MB"/><ThresholdFilter level="trace"/>
            <Appenders><RollingFile name="F" fileName="${p}.log" filePattern="$${date:yyyy}/a-%d{yyyy-MM-dd}{UTC}-%i.log.gz">
            <PatternLayout><Pattern><![CDATA[%d{ISO8601} %-5level %c{1.} %highlight{%m}{INFO=red} %X{a,b}%n%ex{3}]]></Pattern>
            </PatternLayout><Policies><TimeBasedTriggeringPolicy interval="1"/><SizeBasedTriggeringPolicy size="1 KB"/>
            </Policies><DefaultRolloverStrategy max="7" min="1" fileIndex="max"><Delete basePath="x"><IfFileName glob="*">
            <IfLastModified age="7d"/></IfFileName></Delete></DefaultRolloverStrategy></RollingFile>
            <RollingRandomAccessFile name="W" fileName="w.log" filePattern="w-%i.log"><SizeBasedTriggeringPolicy size="2"/>
            <DefaultRolloverStrategy fileIndex="min" max="3"/></RollingRandomAccessFile>
            <RollingFile name="D" filePattern="d-%d{HH}-%i"><CronTriggeringPolicy schedule="0 0 * * * ?"/></RollingFile>
            <File name="P" fileName="p.log" append="false"><Filters><LevelRangeFilter minLevel="ERROR" maxLevel="INFO"/>
            <LevelMatchFilter level="warn" onMatch="ACCEPT" onMismatch="NEUTRAL"/></Filters></File>
            <Console name="C" target="SYSTEM_ERR"/><Async name="S" blocking="false"><AppenderRef ref="F" level="warn"/>
            <AppenderRef ref="W"/></Async></Appenders><Select><DefaultArbiter/></Select>
            <Loggers><Logger name="a.b" level="warn" additivity="false"><AppenderRef ref="W"/><ThresholdFilter level="info"/>
            </Logger><AsyncLogger name="a" level="${l}"><AppenderRef ref="P"/><AppenderRef ref="D"/></AsyncLogger>
            <Root level="info"><AppenderRef ref="S"/><AppenderRef ref="C"/></Root></Loggers></Configuration>
            """;

    private static final String[] WORDS = {
        "%i", "%d", "info", "1 KB", "F", "W", "S", "name", "File", "1", "7", "log", "x", "UTC", "level", "ref", "%m",
        "{", "max", "Root", "Loggers", "Async", "a.b"
    };
    private static final String[] REPLACEMENTS = {
        "",
        "${l}",
        "${p}",
        "${",
        "$${",
        "-1",
        "0",
        "S",
        "F",
        "%",
        "%i",
        "%d{",
        "99999999999",
        "\u20ac",
        "nonsense",
        "C",
        "}",
        "a",
        "%d{yyyy}{x}{y}",
        "Select",
        "1.5"
    };

    @Test
    void mutatedFiles_neverEscapeTheReader() {
        HostileReading.neverEscapes("Log4jHostileTest", Log4jHostileTest::mutated, Log4jHostileTest::isUsable);
    }

    private static void isUsable(AppenderConfig appender) {
        assertThat(PatternEncoder.compileLog4j(appender.pattern(), name -> null, TextRules.FILE)
                        .encoder())
                .isNotNull();
        if (appender.destination() instanceof DestinationConfig.File file) {
            rolling(file, file.rolling());
        }
    }

    private static void rolling(DestinationConfig.File file, @Nullable Rolling rolling) {
        boolean dated = rolling != null && FileNames.hasDate(rolling.fileNamePattern());
        assertThat(file.file() != null || dated).isTrue();
        if (rolling instanceof Rolling.FixedWindow window) {
            assertThat(window.maxIndex()).isGreaterThanOrEqualTo(window.minIndex());
            assertThat(FileNames.hasIndex(window.fileNamePattern())).isTrue();
        } else if (rolling instanceof Rolling.Numbered numbered) {
            assertThat(numbered.maxIndex()).isGreaterThanOrEqualTo(numbered.minIndex());
            assertThat(FileNames.hasIndex(numbered.fileNamePattern())).isTrue();
        } else if (rolling != null) {
            assertThat(dated).isTrue();
        }
    }

    private static String mutated(Random random) {
        StringBuilder xml = new StringBuilder(SEED);
        int changes = 1 + random.nextInt(5);
        for (int i = 0; i < changes; i++) {
            if (random.nextInt(4) > 0) {
                String from = WORDS[random.nextInt(WORDS.length)];
                int at = xml.indexOf(from, random.nextInt(xml.length()));
                if (at >= 0) {
                    xml.replace(at, at + from.length(), REPLACEMENTS[random.nextInt(REPLACEMENTS.length)]);
                }
            } else {
                int line = xml.indexOf("\n", random.nextInt(xml.length()));
                int tag = xml.indexOf("<", Math.max(0, line));
                if (tag >= 0) {
                    xml.insert(tag, "<Colour a='b'>text</Colour>");
                }
            }
        }
        return xml.toString();
    }
}
