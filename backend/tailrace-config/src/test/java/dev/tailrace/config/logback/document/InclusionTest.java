package dev.tailrace.config.logback.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.ConfigurationReader;
import dev.tailrace.config.Reading;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FileStamp;
import dev.tailrace.config.model.LoggerConfig;
import dev.tailrace.config.model.Threshold;
import dev.tailrace.config.source.PropertySource;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that a configuration names: right files and lines in findings, and nothing that a hostile one could do. */
final class InclusionTest {
    @TempDir
    Path folder;

    private Path main = Path.of("");

    @BeforeEach
    void nameMain() {
        main = folder.resolve("logback.xml");
    }

    @Test
    void include_findings_nameTheirOwnFileAndLine() throws Exception {
        file("a.xml", """
                <included>
                  <appender name="A" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder>
                      <pattern>%d ${nope}</pattern>
                    </encoder>
                    <nonsense/>
                  </appender>
                  <nonsense/>
                  <logger name="x" level="loud"><appender-ref ref="B"/></logger>
                </included>
                """);
        Configuration configuration = read("""
                <configuration>
                  <include file="%s"/>
                  <appender name="A" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%%m</pattern></encoder></appender>
                  <appender name="U" class="ch.qos.logback.core.ConsoleAppender"><encoder><pattern>%%m</pattern></encoder></appender>
                  <logger name="x" additivity="maybe"/>
                  <root level="loud"><appender-ref ref="A"/></root>
                </configuration>
                """.formatted(folder.resolve("a.xml")));

        assertThat(places(configuration))
                .containsExactlyInAnyOrder(
                        "TR1020 a.xml:4",
                        "TR1003 a.xml:6",
                        "TR1001 a.xml:8",
                        "TR1030 a.xml:9",
                        "TR1040 a.xml:9",
                        "TR1041 logback.xml:3",
                        "TR1042 logback.xml:4",
                        "TR1047 logback.xml:5",
                        "TR1031 logback.xml:5",
                        "TR1030 logback.xml:6");
        assertThat(configuration.findings())
                .filteredOn(each -> each.code() == FindingCode.APPENDER_DEFINED_TWICE)
                .singleElement()
                .satisfies(each -> assertThat(each.cause()).contains("line 2 of " + folder.resolve("a.xml")));
    }

    @Test
    void include_appender_knowsItsFile() throws Exception {
        file(
                "a.xml",
                "<included><appender name='A' class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%m</pattern>"
                        + "</encoder></appender><root level='INFO'><appender-ref ref='A'/></root></included>");

        assertThat(read("<configuration><include file='" + folder.resolve("a.xml") + "'/></configuration>")
                        .appenders())
                .singleElement()
                .satisfies(each -> assertThat(each.file())
                        .isEqualTo(folder.resolve("a.xml").toString()));
    }

    @Test
    void include_broken_isLeftOutAndTheRestHolds() throws Exception {
        file("a.xml", "<included>\n<root");
        file("b.xml", "<appender/>");
        Configuration configuration = read("<configuration><include file='" + folder.resolve("a.xml")
                + "'/><include file='" + folder.resolve("b.xml") + "'/><root level='ERROR'/></configuration>");

        assertThat(places(configuration)).containsExactly("TR1010 a.xml:2", "TR1019 b.xml:1");
        assertThat(configuration.findings().get(0).cause()).contains("Nothing of it is used.");
        assertThat(configuration.root().level()).isEqualTo(Threshold.ERROR);
    }

    @Test
    void include_missing_isAFindingUnlessItIsOptional() throws Exception {
        assertThat(places(read("<configuration>\n<include file='none.xml'/><include file='none.xml' optional='true'/>"
                        + "<include resource='none.xml' optional='TRUE'/>\n<include resource='none.xml'/>\n<include/>"
                        + "\n<include file='a' resource='b'/>\n<include file=''/></configuration>")))
                .containsExactly(
                        "TR1019 logback.xml:2",
                        "TR1019 logback.xml:3",
                        "TR1019 logback.xml:4",
                        "TR1019 logback.xml:5",
                        "TR1019 logback.xml:6");
    }

    @Test
    void include_url_isNeverFetched() throws Exception {
        assertThat(places(read("<configuration><include url='file:" + main
                        + "'/><include file='http://localhost:1/a.xml'/>" + "</configuration>")))
                .containsExactly("TR1019 logback.xml:1", "TR1019 logback.xml:1");
    }

    @Test
    void include_resourceOnANetwork_isNotFetched() throws Exception {
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null) {
                    @Override
                    public URL getResource(String name) {
                        try {
                            return new URL("jar:http://localhost:1/x.jar!/" + name);
                        } catch (IOException e) {
                            throw new AssertionError(e);
                        }
                    }
                }) {
            Files.writeString(main, "<configuration><include resource='a.xml' optional='true'/></configuration>");

            assertThat(ConfigurationReader.read(main, PropertySource.ofProcess(loader))
                            .findings())
                    .singleElement()
                    .satisfies(each -> assertThat(each.cause()).contains("nothing is fetched"));
        }
    }

    @Test
    void include_resource_isReadFromTheClassPath() throws Exception {
        file("r.xml", "<included><root level='WARN'/></included>");
        file("r.properties", "level = ERROR");
        Files.writeString(
                main,
                "<configuration><property resource='r.properties'/><include resource='r.xml'/>"
                        + "<logger name='x' level='${level}'/></configuration>");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
            Configuration configuration = ConfigurationReader.read(main, PropertySource.ofProcess(loader));

            assertThat(configuration.findings()).isEmpty();
            assertThat(configuration.root().level()).isEqualTo(Threshold.WARN);
            assertThat(configuration.loggers().get(0).level()).isEqualTo(Threshold.ERROR);
        }
    }

    @Test
    void include_itself_ends() throws Exception {
        file("a.xml", "<included>\n<include file='" + folder.resolve("b.xml") + "'/></included>");
        file("b.xml", "<included>\n\n<include file='" + folder.resolve(".").resolve("a.xml") + "'/></included>");

        assertThat(places(read("<configuration><include file='" + folder.resolve("a.xml") + "'/></configuration>")))
                .containsExactly("TR1019 b.xml:3");
        assertThat(places(read("<configuration>\n<include file='" + main + "'/></configuration>")))
                .containsExactly("TR1019 logback.xml:2");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void include_doublingFiles_end() throws Exception {
        for (int i = 0; i < 30; i++) {
            String next = "<include file='" + folder.resolve("f" + (i + 1) + ".xml") + "'/>";
            file("f" + i + ".xml", "<included>" + next + next + "<root level='INFO'/></included>");
        }

        assertThat(read("<configuration><include file='" + folder.resolve("f0.xml") + "'/></configuration>")
                        .findings())
                .extracting(Finding::code)
                .contains(FindingCode.TOO_LARGE);
    }

    @Test
    void include_manyLargeFiles_areNotAllRead() throws Exception {
        file("a.xml", "<included>" + " ".repeat(FileStamp.LARGEST_FILE - 100) + "<nonsense/></included>");

        assertThat(read("<configuration>" + ("<include file='" + folder.resolve("a.xml") + "'/>").repeat(6)
                                + "</configuration>")
                        .findings())
                .extracting(Finding::code)
                .containsExactlyInAnyOrder(FindingCode.UNKNOWN_ELEMENT, FindingCode.TOO_LARGE);
    }

    @Test
    void include_largeFile_isNotRead() throws Exception {
        file("a.xml", "<included>" + " ".repeat(FileStamp.LARGEST_FILE) + "</included>");
        file("a.properties", "a=" + "x".repeat(FileStamp.LARGEST_FILE));

        assertThat(places(read("<configuration>\n<include file='" + folder.resolve("a.xml") + "'/>\n<property file='"
                        + folder.resolve("a.properties") + "'/></configuration>")))
                .containsExactly("TR1017 a.xml:0", "TR1017 logback.xml:3");
    }

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void include_deviceOrDirectory_isNotOpened() throws Exception {
        assertThat(places(read("<configuration>\n<include file='/dev/zero'/>\n<include file='" + folder
                        + "' optional='true'/>\n<property file='/dev/zero'/></configuration>")))
                .containsExactly("TR1019 logback.xml:2", "TR1019 logback.xml:3", "TR1024 logback.xml:4");
    }

    @Test
    void include_doctype_isRefusedThere() throws Exception {
        file(
                "a.xml",
                "<!DOCTYPE included [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>\n<included><root level='INFO'/></included>");

        Configuration configuration =
                read("<configuration><include file='" + folder.resolve("a.xml") + "'/></configuration>");
        assertThat(places(configuration)).containsExactly("TR1011 a.xml:1");
        assertThat(configuration.root().level()).isEqualTo(Threshold.INFO);
    }

    @Test
    void properties_malformed_areAFinding() throws Exception {
        file("a.properties", "a=\\uXYZ");

        assertThat(places(read("<configuration>\n<property file='" + folder.resolve("a.properties")
                        + "'/>\n<property file='none'/>\n<property file='a' name='b'/>\n<property/></configuration>")))
                .containsExactly(
                        "TR1024 logback.xml:2", "TR1024 logback.xml:3", "TR1006 logback.xml:4", "TR1006 logback.xml:5");
    }

    @Test
    void systemScope_holdsHereAndIsSetOnlyForTheProcessThatLogs() throws Exception {
        Files.writeString(
                main,
                "<configuration><property name='tailrace.test.scope' value='WARN' scope='system'/>"
                        + "<root level='${tailrace.test.scope}'/></configuration>");
        try {
            assertThat(ConfigurationReader.read(main, PropertySource.ofProcess())
                            .root()
                            .level())
                    .isEqualTo(Threshold.WARN);
            assertThat(System.getProperty("tailrace.test.scope")).isNull();
            ConfigurationReader.read(main, PropertySource.ofProcess(ClassLoader.getPlatformClassLoader()));
            assertThat(System.getProperty("tailrace.test.scope")).isEqualTo("WARN");
        } finally {
            System.clearProperty("tailrace.test.scope");
        }
    }

    @Test
    void properties_thatPatternsCanShow_areThoseOfContextAndSystem() throws Exception {
        assertThat(read("<configuration><contextName>shop</contextName><property name='a' value='1'/><property name='b'"
                                + " value='2' scope='context'/><property name='c' value='3' scope='system'/></configuration>")
                        .properties())
                .isEqualTo(java.util.Map.of("CONTEXT_NAME", "shop", "b", "2", "c", "3"));
    }

    @Test
    void define_unknownClass_isAFindingAndNotLoaded() throws Exception {
        assertThat(places(read("""
                        <configuration>
                        <define name='a' class='com.example.Own'><x>1</x></define>
                        <define name='b' class='ch.qos.logback.core.property.FileExistsPropertyDefiner'/>
                        <root level='${a:-INFO}'/></configuration>
                        """))).containsExactly("TR1004 logback.xml:2", "TR1006 logback.xml:3");
    }

    @Test
    void timestamp_badPattern_isAFinding() throws Exception {
        assertThat(
                        places(
                                read(
                                        "<configuration>\n<timestamp key='a' datePattern='ISO8601'/>\n<timestamp key='b'/>\n"
                                                + "<timestamp key='c' datePattern='{'/>\n<timestamp key='d' datePattern='yyyyyyyyyyyyyyyyyyyy'/></configuration>")))
                .containsExactly(
                        "TR1035 logback.xml:2", "TR1006 logback.xml:3", "TR1035 logback.xml:4", "TR1035 logback.xml:5");
    }

    @Test
    void condition_notUnderstood_readsNeitherBranch() throws Exception {
        Configuration configuration = read("""
                <configuration>
                  <if condition='System.exit(0)'><then><logger name="a" level="INFO"/></then><else><logger name="b" level="INFO"/></else></if>
                  <if><then><logger name="c" level="INFO"/></then></if>
                  <condition class="com.example.Own"/>
                  <if><then><logger name="d" level="INFO"/></then><else><logger name="e" level="INFO"/></else></if>
                  <condition class="ch.qos.logback.core.boolex.PropertyEqualityCondition"><key>k</key></condition>
                  <if><then/><else><logger name="f" level="INFO"/></else><nonsense/></if>
                  <condition class="ch.qos.logback.core.boolex.ExpressionPropertyCondition"><expression>1</expression></condition>
                  <if><else><logger name="g" level="INFO"/></else></if>
                  <if condition='p("a") == "b"'><else><logger name="h" level="INFO"/></else></if>
                </configuration>
                """);

        assertThat(places(configuration))
                .containsExactly(
                        "TR1025 logback.xml:2",
                        "TR1025 logback.xml:3",
                        "TR1004 logback.xml:4",
                        "TR1025 logback.xml:6",
                        "TR1003 logback.xml:7",
                        "TR1025 logback.xml:8",
                        "TR1026 logback.xml:10");
        assertThat(configuration.loggers()).extracting(LoggerConfig::name).containsExactly("h");
    }

    private void file(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    private Configuration read(String xml) throws IOException {
        Files.writeString(main, xml);
        return ConfigurationReader.read(main, new Reading());
    }

    private static List<String> places(Configuration configuration) {
        return configuration.findings().stream()
                .map(each -> each.code().code() + " "
                        + Path.of(String.valueOf(each.file())).getFileName() + ":" + each.line())
                .toList();
    }
}
