package dev.tailrace.config;

import static dev.tailrace.config.Reading.codes;
import static dev.tailrace.config.Reading.only;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.config.model.AppenderConfig;
import dev.tailrace.config.model.Configuration;
import dev.tailrace.config.model.FilterConfig;
import dev.tailrace.config.model.PatternSyntax;
import dev.tailrace.config.model.TargetConfig;
import dev.tailrace.config.source.SpringSource;
import dev.tailrace.config.source.StructuredSettings;
import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.destination.Rolling;
import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tailrace's own appender with a target, in both dialects. */
final class TargetReadingTest {
    private static final String SECRET = "hunter2";

    private static Configuration logback(String inside) {
        return new Reading().of(logbackXml(inside));
    }

    private static String logbackXml(String inside) {
        return "<configuration>\n<appender name='A' class='dev.tailrace.ShipAppender'>\n" + inside
                + "</appender><root level='INFO'><appender-ref ref='A'/></root></configuration>";
    }

    private static Configuration log4j(String attributes, String inside) {
        return Reading.read(
                "<Configuration>\n<Appenders><Ship name='A' " + attributes + ">" + inside
                        + "</Ship></Appenders><Loggers><Root level='info'><AppenderRef ref='A'/></Root></Loggers></Configuration>");
    }

    private static TargetConfig target(Configuration configuration) {
        return Objects.requireNonNull(configuration.appenders().get(0).layout().target());
    }

    private static DestinationConfig row(String directory) {
        return new DestinationConfig.File(
                directory + "/records",
                true,
                new Rolling.Numbered(directory + "/records.%i", 1, Integer.MAX_VALUE, true, 8 << 20, 0, 0));
    }

    @Test
    void otlp_nothingElse_isSentToTheEnvironmentsEndpoint() {
        Configuration configuration = logback("<target>otlp</target>");

        assertThat(configuration.findings()).isEmpty();
        AppenderConfig appender = configuration.appenders().get(0);
        assertThat(appender.destination()).isEqualTo(row("tailrace-ship/A"));
        assertThat(appender.layout().target()).isEqualTo(new TargetConfig("otlp", null, Map.of(), 1L << 30));
        assertThat(log4j("target='otlp'", "").appenders().get(0).destination()).isEqualTo(row("tailrace-ship/A"));
    }

    @Test
    void otlp_everything_isRead() {
        String options = "<address>https://collector:4318</address><directory>/var/lib/shop/</directory><cap>32MB</cap>"
                + "<headers>api-key=" + SECRET + "</headers><compression>GZIP</compression><timeout>3 seconds</timeout>"
                + "<certificate>ca.pem</certificate><clientCertificate>c.pem</clientCertificate>"
                + "<clientKey>k.pem</clientKey><mdc>user, request</mdc><location>true</location>"
                + "<serviceName>shop</serviceName>";
        Configuration configuration = logback("<target>OTLP</target>" + options
                + "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>"
                + "<tailrace whenFull='drop'/>");

        assertThat(configuration.findings()).isEmpty();
        TargetConfig expected = new TargetConfig(
                "otlp",
                "https://collector:4318",
                Map.of(
                        "headers", "api-key=" + SECRET,
                        "compression", "gzip",
                        "timeout", "3000",
                        "certificate", "ca.pem",
                        "clientCertificate", "c.pem",
                        "clientKey", "k.pem",
                        "mdc", "user, request",
                        "location", "true",
                        "serviceName", "shop"),
                32 << 20);
        assertThat(target(configuration)).isEqualTo(expected);
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(row("/var/lib/shop"));
        assertThat(configuration.appenders().get(0).filters()).hasAtLeastOneElementOfType(FilterConfig.class);
        assertThat(configuration.toString()).doesNotContain(SECRET);

        Configuration other = log4j(
                "target='otlp' address='https://collector:4318' directory='/var/lib/shop' cap='32 MB' headers='api-key="
                        + SECRET + "' compression='gzip' Timeout='3 s' certificate='ca.pem' clientCertificate='c.pem'"
                        + " clientKey='k.pem' mdc='user, request' location='true'",
                "<serviceName>shop</serviceName><ThresholdFilter level='warn'/>");
        assertThat(other.findings()).isEmpty();
        assertThat(target(other)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "lines, tcp://a:1, tcp://a:1",
        "lines, 'a:1, b', 'tcp://a:1,b:4560'",
        "lines, TLS://[::1]:99, tls://[::1]:99",
        "syslog, udp://a, udp://a:514",
        "syslog, tls://a, tls://a:6514",
        "gelf, 'udp://a', udp://a:12201",
        "otlp, http://a:1/, http://a:1/",
        "otlp, http://a:1/x?y=z, http://a:1/x?y=z",
        "otlp, http://u:p@a:1, http://u:p@a:1",
    })
    void address_usable_isWrittenOut(String kind, String address, String expected) {
        Configuration configuration = logback("<target>" + kind + "</target><address>" + address + "</address>"
                + (kind.equals("lines") ? "<encoder><pattern>%m%n</pattern></encoder>" : ""));

        assertThat(configuration.findings()).isEmpty();
        assertThat(target(configuration).address()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "lines, http://hunter2:1",
        "lines, tcp://u:hunter2@a:1",
        "lines, tcp://hunter2:0",
        "lines, tcp://hunter2:70000",
        "lines, tcp://hunter2:x",
        "lines, 'tcp://hunter2:1,'",
        "syslog, ''",
        "gelf, unix:///hunter2",
        "otlp, tcp://hunter2:1",
        "otlp, http://hunter2 x",
        "otlp, grpc://hunter2:4317",
    })
    void address_unusable_isFoundWithoutItsText(String kind, String address) {
        Configuration configuration = logback("<target>" + kind + "</target>\n<address>" + address
                + "</address><encoder><pattern>%m%n</pattern>" + "</encoder>");

        Finding finding = configuration.findings().get(0);
        if (kind.equals("otlp")) {
            assertThat(codes(configuration)).contains(FindingCode.TARGET_SETTING, FindingCode.NOT_SUPPORTED);
            assertThat(target(configuration).address()).isNull();
        } else {
            assertThat(finding.code()).isEqualTo(FindingCode.TARGET_SETTING);
            assertThat(finding.line()).isEqualTo(4);
            assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
            assertThat(configuration.appenders().get(0).layout().target()).isNull();
        }
        assertThat(configuration.findings().toString()).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cap=1MB",
                "cap=hunter2",
                "directory=a%b",
                "timeout=hunter2",
                "timeout=0",
                "compression=hunter2",
                "location=hunter2",
            })
    void option_unusable_isFoundAndLeftOut(String option) {
        String name = option.substring(0, option.indexOf('='));
        String value = option.substring(option.indexOf('=') + 1);
        Configuration configuration = logback("<target>otlp</target>\n<" + name + ">" + value + "</" + name + ">");

        Finding finding = only(configuration);
        assertThat(finding.code()).isEqualTo(FindingCode.TARGET_SETTING);
        assertThat(finding.line()).isEqualTo(4);
        assertThat(finding.cause()).contains(name).doesNotContain(SECRET);
        assertThat(target(configuration)).isEqualTo(new TargetConfig("otlp", null, Map.of(), 1L << 30));
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(row("tailrace-ship/A"));
        assertThat(only(log4j("target='otlp' " + name + "='" + value + "'", "")).code())
                .isEqualTo(FindingCode.TARGET_SETTING);
    }

    @ParameterizedTest
    @CsvSource({"compresion, compression", "Headres, headers", "servicename, serviceName", "trustStore, one of"})
    void option_unknown_isFoundWithTheNearest(String option, String remedy) {
        Configuration configuration = logback("<target>otlp</target>\n<" + option + ">" + SECRET + "</" + option + ">");

        Finding finding = only(configuration);
        assertThat(finding.code()).isEqualTo(FindingCode.UNKNOWN_OPTION);
        assertThat(finding.line()).isEqualTo(4);
        assertThat(finding.remedy()).contains(remedy).doesNotContain(SECRET);
        if (!option.equalsIgnoreCase("serviceName")) {
            assertThat(only(log4j("target='otlp' " + option + "='x'", "")).remedy())
                    .contains(remedy);
        }
    }

    @Test
    void kafka_itsOptionsAndThoseOfItsProducer_areRead() {
        TargetConfig expected = new TargetConfig(
                "kafka",
                "tcp://one:9092,two:9093",
                Map.of("topic", "logs", "exactlyOnce", "true", "producer.linger.ms", "5"),
                1L << 30);
        Configuration configuration = logback("<target>kafka</target><address>one,two:9093</address><topic>logs</topic>"
                + "<exactlyOnce>TRUE</exactlyOnce><producer.linger.ms>5</producer.linger.ms>"
                + "<encoder><pattern>%m%n</pattern></encoder>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(target(configuration)).isEqualTo(expected);
        assertThat(target(log4j(
                        "target='kafka' address='one,two:9093' topic='logs' exactlyOnce='true' producer.linger.ms='5'",
                        "<PatternLayout pattern='%m%n'/>")))
                .isEqualTo(expected);
    }

    @Test
    void kafka_withoutTopic_goesToTheConsole() {
        Configuration configuration =
                logback("<target>kafka</target><address>one</address><encoder><pattern>%m%n</pattern></encoder>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.TARGET_SETTING);
        assertThat(only(configuration).cause()).contains("topic");
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
    }

    @ParameterizedTest
    @CsvSource({"<target>oltp</target>, otlp", "<target>pulsar</target>, one of", "'', one of"})
    void target_unknown_goesToTheConsole(String target, String remedy) {
        Configuration configuration = logback(target + "<encoder><pattern>%m%n</pattern></encoder>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.TARGET_SETTING);
        assertThat(only(configuration).remedy()).contains(remedy);
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(new DestinationConfig.Console(false));
    }

    @ParameterizedTest
    @CsvSource({"a b/../c, _a_b_.._c-", "., _.-", "'.hidden', _.hidden-"})
    void directory_ofANameThatIsNone_isMadeOfIt(String name, String folder) {
        Configuration configuration = Reading.inside("<appender name='" + name
                + "' class='dev.tailrace.ShipAppender'><target>otlp</target></appender><root><appender-ref ref='" + name
                + "'/></root>");

        String file = String.valueOf(
                ((DestinationConfig.File) configuration.appenders().get(0).destination()).file());
        assertThat(file).startsWith("tailrace-ship/" + folder).endsWith("/records");
        assertThat(file.chars().filter(each -> each == '/').count()).isEqualTo(2L);
    }

    @Test
    void directory_ofTwo_isRefused() {
        String other = "<appender name='B' class='dev.tailrace.ShipAppender'><target>lines</target>"
                + "<address>tcp://a:1</address><directory>./ship</directory><encoder><pattern>%m%n</pattern></encoder>"
                + "</appender>";
        Configuration configuration =
                Reading.inside("<appender name='A' class='dev.tailrace.ShipAppender'><target>otlp</target>"
                        + "<directory>ship</directory></appender>" + other
                        + "<root><appender-ref ref='A'/><appender-ref ref='B'/></root>");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.FILE_USED_TWICE);
        assertThat(configuration.appenders().get(1).destination()).isEqualTo(new DestinationConfig.Console(false));
        assertThat(configuration.appenders().get(1).layout().target()).isNull();
    }

    @Test
    void lines_withoutALayout_haveTheDefaultOne() {
        assertThat(codes(logback("<target>lines</target><address>tcp://a:1</address>")))
                .containsExactly(FindingCode.NO_PATTERN);
        Configuration log4j =
                log4j("target='lines' address='tcp://a:1' framing='octets'", "<PatternLayout pattern='%m'/>");
        assertThat(log4j.findings()).isEmpty();
        assertThat(log4j.appenders().get(0).pattern()).isEqualTo("%m");
        assertThat(target(log4j).options()).isEqualTo(Map.of("framing", "octets"));
    }

    @Test
    void lines_ssl_namesStores() {
        Configuration configuration = logback("<target>lines</target><address>tls://a:1</address>"
                + "<encoder><pattern>%m%n</pattern></encoder><ssl><trustStore><location>file:/t.p12</location>"
                + "<password>" + SECRET
                + "</password></trustStore><keyStore><location>k.p12</location></keyStore></ssl>");

        assertThat(configuration.findings()).isEmpty();
        assertThat(target(configuration).options())
                .isEqualTo(Map.of("trustStore", "/t.p12", "trustStorePassword", SECRET, "keyStore", "k.p12"));
    }

    @Test
    void gelf_withoutALayout_writesItsFields() {
        Configuration configuration = logback("<target>gelf</target><address>tcp://a</address><host>h</host>"
                + "<fields>env=dev, app=shop</fields><mdc>user</mdc><location>true</location>");

        assertThat(configuration.findings()).isEmpty();
        AppenderConfig appender = configuration.appenders().get(0);
        assertThat(appender.layout().syntax()).isEqualTo(PatternSyntax.JSON);
        assertThat(appender.pattern())
                .contains("\"host\":\"h\"", "\"_env\":\"dev\",\"_app\":\"shop\"", "\"user\":\"_user\"", "lineNumber");
        assertThat(target(configuration).options()).isEmpty();
        assertThat(codes(log4j("target='gelf' address='tcp://a' host='h'", "<GelfLayout/>")))
                .containsExactly(FindingCode.NOT_SUPPORTED);
    }

    @Test
    void syslog_ofBothDialects_hasAPattern() {
        Configuration logback = logback("<target>syslog</target><address>udp://a</address><format>bsd</format>"
                + "<facility>LOG_AUDIT</facility>");
        assertThat(logback.findings()).isEmpty();
        assertThat(logback.appenders().get(0).pattern()).isEqualTo("[%thread] %logger %msg");
        assertThat(target(logback).options()).isEqualTo(Map.of("format", "bsd", "facility", "audit"));
        Configuration log4j = log4j("target='syslog' address='tcp://a'", "");
        assertThat(log4j.findings()).isEmpty();
        assertThat(log4j.appenders().get(0).pattern()).isEqualTo("%m%ex{none}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"url", "suffixPattern", "charset", "connectionStrategy", "http"})
    void option_ofAnotherAppender_isUnknown(String option) {
        Configuration configuration = logback("<target>otlp</target><" + option + ">x</" + option + ">");

        assertThat(only(configuration).code()).isEqualTo(FindingCode.UNKNOWN_OPTION);
        assertThat(target(configuration)).isEqualTo(new TargetConfig("otlp", null, Map.of(), 1L << 30));
    }

    @Test
    void sift_valuesInATarget_areFound() {
        String ship = "<appender name='x' class='dev.tailrace.ShipAppender'><target>otlp</target>"
                + "<serviceName>${user}</serviceName><directory>ship-${user}</directory></appender>";
        Configuration configuration =
                Reading.inside("<appender name='A' class='ch.qos.logback.classic.sift.SiftingAppender'><discriminator>"
                        + "<key>user</key><defaultValue>none</defaultValue></discriminator><sift>" + ship
                        + "</sift></appender><root><appender-ref ref='A'/></root>");

        assertThat(codes(configuration)).containsExactly(FindingCode.TARGET_SETTING, FindingCode.TARGET_SETTING);
        assertThat(configuration.appenders().get(0).destination()).isEqualTo(row("tailrace-ship/A"));
        assertThat(target(configuration).options()).isEmpty();
    }

    @Test
    void boot_itsProperties_standBeforeTheEnvironment() {
        Map<String, String> properties = Map.of(
                "management.opentelemetry.logging.export.otlp.endpoint", "http://boot:4318/v1/logs",
                "management.otlp.logging.endpoint", "http://older:4318/v1/logs",
                "management.otlp.logging.timeout", "PT5S",
                "spring.application.name", "shop");
        SpringSource spring = new SpringSource() {
            @Override
            public @Nullable String property(String name) {
                return properties.get(name);
            }

            @Override
            public Map<String, String> properties(String name) {
                return switch (name) {
                    case "management.opentelemetry.logging.export.otlp.headers" -> Map.of("x-key", "a,b =%");
                    case "management.opentelemetry.resource-attributes" -> Map.of("team", "shop 7");
                    default -> Map.of();
                };
            }

            @Override
            public boolean acceptsProfiles(String... expressions) {
                return false;
            }

            @Override
            public StructuredSettings structured() {
                return StructuredSettings.of(1L);
            }
        };
        Configuration configuration = new Reading().spring(spring).of(logbackXml("<target>otlp</target>"));
        assertThat(configuration.findings()).isEmpty();
        assertThat(target(configuration))
                .isEqualTo(new TargetConfig(
                        "otlp",
                        "http://boot:4318/v1/logs",
                        Map.of(
                                "timeout",
                                "5000",
                                "headers",
                                "x-key=a%2Cb%20%3D%25",
                                "resourceAttributes",
                                "team=shop%207",
                                "serviceName",
                                "shop"),
                        1L << 30));
        assertThat(target(new Reading()
                                .spring(spring)
                                .of(logbackXml("<target>otlp</target><address>http://own</address>")))
                        .address())
                .isEqualTo("http://own");
    }

    @Test
    void telemetry_endpointOfTheEnvironment_needsNoFinding() {
        String xml = "<configuration><appender name='A' class='io.opentelemetry.instrumentation.logback.appender.v1_0"
                + ".OpenTelemetryAppender'/><root><appender-ref ref='A'/></root></configuration>";
        assertThat(new Reading()
                        .variable("OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:4318")
                        .of(xml)
                        .findings())
                .isEmpty();
        assertThat(new Reading()
                        .property("otel.exporter.otlp.logs.endpoint", "http://a:4318")
                        .of(xml)
                        .findings())
                .isEmpty();
        assertThat(only(Reading.read(xml)).cause()).contains("localhost:4318");
    }

    private static final String FILE = "<appender name='FILE' class='ch.qos.logback.core.FileAppender'>"
            + "<file>/var/log/app.log</file>%s</appender>";
    private static final String JSON =
            FILE.formatted("<encoder class='net.logstash.logback.encoder.LogstashEncoder'/>");
    private static final String PATTERN = FILE.formatted("<encoder><pattern>%m%n</pattern></encoder>");
    private static final String ESCAPE = "<tailrace multiline='escape'/>";

    private static Configuration source(String file, String ship) {
        return new Reading()
                .of(
                        "<configuration>\n" + file
                                + "<appender name='SHIP' class='dev.tailrace.ShipAppender'><target>lines</target>"
                                + "<address>tcp://one</address><source>FILE</source>" + ship + "</appender>"
                                + "<root level='INFO'><appender-ref ref='FILE'/><appender-ref ref='SHIP'/></root></configuration>");
    }

    private static AppenderConfig named(Configuration configuration, String name) {
        return configuration.appenders().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static void assertSource(Configuration configuration, @Nullable String source, String directory) {
        AppenderConfig ship = named(configuration, "SHIP");
        assertThat(Objects.requireNonNull(ship.layout().target()).source()).isEqualTo(source);
        assertThat(ship.destination()).isEqualTo(row(directory));
        assertThat(ship.pattern()).isEqualTo(named(configuration, "FILE").pattern());
    }

    @Test
    void source_aFileWithOneLineForEachEvent_isSentFromIt() {
        for (String given : new String[] {JSON, PATTERN + ESCAPE}) {
            Configuration configuration = source(given, "");

            assertThat(configuration.findings()).isEmpty();
            assertSource(configuration, "FILE", "/var/log/tailrace-ship/SHIP");
        }
        assertSource(source(JSON, "<directory>/row</directory>"), "FILE", "/row");
        String dated = "<appender name='FILE' class='ch.qos.logback.core.rolling.RollingFileAppender'>"
                + "<rollingPolicy class='ch.qos.logback.core.rolling.TimeBasedRollingPolicy'>"
                + "<fileNamePattern>/var/log/%d{yyyy-MM}/app.%d{dd, aux}.log.gz</fileNamePattern></rollingPolicy>"
                + "<encoder class='net.logstash.logback.encoder.LogstashEncoder'/></appender>";
        assertSource(source(dated, ""), "FILE", "/var/log/tailrace-ship/SHIP");
    }

    @Test
    void source_whoseLinesCannotBeTakenFromItsFile_isWrittenOnceMore() {
        String filter = "<filter class='ch.qos.logback.classic.filter.ThresholdFilter'><level>WARN</level></filter>";
        String console = "<appender name='FILE' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder><pattern>%m%n</pattern></encoder></appender>";
        for (Configuration configuration : new Configuration[] {
            source(PATTERN, ""),
            source(PATTERN.replace("%m%n", "%m%nopex") + ESCAPE, ""),
            source(JSON.replace("<file>", "<append>false</append><file>"), ""),
            source(JSON, filter),
            source(console, "")
        }) {
            assertThat(codes(configuration)).containsExactly(FindingCode.TARGET_SETTING);
            assertSource(configuration, null, "tailrace-ship/SHIP");
        }
        assertThat(source(JSON.replace("</appender>", filter + "</appender>"), filter)
                        .findings())
                .isEmpty();
    }

    @Test
    void source_thatIsNotThere_isAFinding() {
        Configuration itself =
                new Reading().of(logbackXml("<target>lines</target><address>one</address><source>A</source>"));

        assertThat(codes(source(JSON.replace("'FILE'", "'OTHER'"), ""))).contains(FindingCode.TARGET_SETTING);
        assertThat(codes(itself)).containsExactly(FindingCode.TARGET_SETTING);
        assertThat(target(itself).source()).isNull();
        assertThat(codes(source(JSON, "<encoder><pattern>%m%n</pattern></encoder>")))
                .containsExactly(FindingCode.NOT_SUPPORTED);
        assertThat(codes(logback("<target>otlp</target><source>FILE</source>")))
                .containsExactly(FindingCode.UNKNOWN_OPTION);
    }

    @Test
    void source_inLog4j_isReadAlike() {
        String xml = "<Configuration>\n<Appenders><File name='FILE' fileName='/var/log/app.log'>%s</File>"
                + "<Ship name='SHIP' target='lines' address='tcp://one' source='FILE'/></Appenders><Loggers>"
                + "<Logger name='a'><AppenderRef ref='FILE'/><AppenderRef ref='SHIP'/></Logger><Root level='info'>"
                + "<AppenderRef ref='FILE' level='warn'/><AppenderRef ref='SHIP' level='%s'/></Root></Loggers></Configuration>";
        Configuration configuration = Reading.read(xml.formatted("<JsonTemplateLayout/>", "warn"));

        assertThat(configuration.findings()).isEmpty();
        assertSource(configuration, "FILE", "/var/log/tailrace-ship/SHIP");
        for (String changed : new String[] {
            xml.formatted("<JsonTemplateLayout/>", "error"), xml.formatted("<PatternLayout pattern='%m%n'/>", "warn")
        }) {
            // A target with several filters before it is several appenders.
            assertThat(codes(Reading.read(changed))).containsOnly(FindingCode.TARGET_SETTING);
            assertSource(Reading.read(changed), null, "tailrace-ship/SHIP");
        }
    }
}
