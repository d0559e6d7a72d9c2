package dev.tailrace.otlp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.finding.FindingCode;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OtelSettingsTest {
    private final Outside outside = new Outside();

    private OtelSettings read() {
        return read(null);
    }

    private OtelSettings read(@Nullable String address) {
        return outside.read(address);
    }

    private void assertFinding(String... words) {
        assertThat(outside.findings).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo(FindingCode.TARGET_SETTING);
            assertThat(finding.consumer()).isEqualTo("OTLP");
            assertThat(finding.cause()).contains(words);
        });
        outside.findings.clear();
    }

    @Test
    void read_nothing_isTheDefault() {
        OtelSettings settings = read();
        assertThat(settings.endpoint()).isEqualTo(URI.create("http://localhost:4318/v1/logs"));
        assertThat(settings.gzip()).isTrue();
        assertThat(settings.timeout()).isEqualTo(Duration.ofSeconds(10));
        assertThat(settings.headers()).isEmpty();
        assertThat(settings.tls()).isNull();
        assertThat(settings.off()).isNull();
        assertThat(settings.records()).isEqualTo(new OtlpEncoder.Options(null, false, 128, Integer.MAX_VALUE));
        assertThat(settings.resource())
                .containsEntry("service.name", "unknown_service:java")
                .containsEntry("process.pid", ProcessHandle.current().pid())
                .containsEntry("host.name", "host-1")
                .containsEntry("telemetry.sdk.name", "tailrace")
                .containsEntry("telemetry.sdk.language", "java")
                .containsKeys("service.instance.id", "telemetry.sdk.version");
        assertThat(outside.findings).isEmpty();
    }

    /** As OpenTelemetry's specification of its exporter has them. */
    @ParameterizedTest
    @CsvSource({
        "http://collector:4318, http://collector:4318/v1/logs",
        "http://collector:4318/, http://collector:4318/v1/logs",
        "http://collector/mycollector/, http://collector/mycollector/v1/logs",
        "https://collector/otlp, https://collector/otlp/v1/logs",
        "http://[::1]:4318/a%20b?x=y, http://[::1]:4318/a%20b/v1/logs?x=y"
    })
    void read_generalEndpoint_getsThePath(String given, String expected) {
        outside.environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", given);
        assertThat(read().endpoint()).hasToString(expected);
        assertThat(outside.findings).isEmpty();
    }

    @Test
    void read_endpoint_logsBeforeGeneral_optionsBeforeBoth() {
        outside.environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://general");
        outside.environment.put("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "http://logs/custom");
        assertThat(read().endpoint()).hasToString("http://logs/custom");
        outside.environment.put("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", "http://logs");
        assertThat(read().endpoint()).hasToString("http://logs/");
        outside.properties.put("otel.exporter.otlp.endpoint", "http://property");
        assertThat(read().endpoint()).hasToString("http://logs/");
        outside.environment.put("OTEL_EXPORTER_OTLP_LOGS_ENDPOINT", " ");
        assertThat(read().endpoint()).hasToString("http://property/v1/logs");
        assertThat(read("http://address/x").endpoint()).hasToString("http://address/x");
        assertThat(read("http://address").endpoint()).hasToString("http://address/v1/logs");
        assertThat(outside.findings).isEmpty();
    }

    @Test
    void read_badEndpoint_isAFindingWithoutItsPassword() {
        for (String bad : List.of("collector:4318", "ftp://u:secret@x", "http://", "http:// secret", "/v1/logs")) {
            outside.environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", bad);
            assertThat(read().endpoint()).hasToString("http://localhost:4318/v1/logs");
            assertThat(outside.causes().toString()).doesNotContain("secret");
            assertFinding("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318");
        }
    }

    @Test
    void read_grpc_isAFindingThatNamesThePort() {
        outside.environment.put("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc");
        read();
        assertFinding("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "http/protobuf", "4318");
        outside.environment.put("OTEL_EXPORTER_OTLP_LOGS_PROTOCOL", "http/protobuf");
        read();
        assertThat(outside.findings).isEmpty();
        outside.environment.put("OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4317");
        assertThat(read().endpoint()).hasToString("http://collector:4317/v1/logs");
        assertFinding("4317", "4318");
        outside.environment.remove("OTEL_EXPORTER_OTLP_LOGS_PROTOCOL");
        assertThat(read().endpoint()).hasToString("http://collector:4318/v1/logs");
        assertThat(outside.findings).hasSize(2);
    }

    @Test
    void read_headers_areDecodedAndSecret() {
        outside.environment.put("OTEL_EXPORTER_OTLP_HEADERS", "Authorization=Basic%20c2VjcmV0+/=, x-a = b ,empty=");
        OtelSettings settings = read();
        assertThat(settings.headers()).isEqualTo(Map.of("Authorization", "Basic c2VjcmV0+/=", "x-a", "b", "empty", ""));
        assertThat(settings.toString()).doesNotContain("c2VjcmV0");
        outside.environment.put("OTEL_EXPORTER_OTLP_LOGS_HEADERS", "x=%C3%BC");
        assertThat(read().headers()).isEqualTo(Map.of("x", "\u00fc"));
        outside.options.put("headers", "y=1");
        assertThat(read().headers()).isEqualTo(Map.of("y", "1"));
        assertThat(outside.findings).isEmpty();
    }

    @Test
    void read_badHeaders_areFindingsWithoutValues() {
        for (String bad :
                List.of("secret", "=secret", "Host=secret", "a b=secret", "x=sec%0Aret", "content-length=secret")) {
            outside.options.put("headers", bad);
            assertThat(read().headers()).isEmpty();
            assertThat(outside.causes().toString()).doesNotContain("secret").doesNotContain("sec\nret");
            assertFinding("left out");
        }
    }

    @ParameterizedTest
    @CsvSource({"250, 250", "10s, 10000", "2 m, 120000", "500ms, 500", "0, 3600000", "7d, 3600000", "5000us, 5"})
    void read_timeout_inAllUnits(String given, long millis) {
        outside.environment.put("OTEL_EXPORTER_OTLP_TIMEOUT", given);
        assertThat(read().timeout()).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @CsvSource({
        "OTEL_EXPORTER_OTLP_TIMEOUT, soon",
        "OTEL_EXPORTER_OTLP_LOGS_TIMEOUT, -1",
        "OTEL_EXPORTER_OTLP_COMPRESSION, zstd",
        "OTEL_ATTRIBUTE_COUNT_LIMIT, many",
        "OTEL_LOGRECORD_ATTRIBUTE_VALUE_LENGTH_LIMIT, -5",
        "OTEL_SDK_DISABLED, yes"
    })
    void read_badValue_isAFindingAndTheDefaultHolds(String name, String value) {
        OtelSettings usual = read();
        outside.environment.put(name, value);
        assertThat(read()).isEqualTo(usual);
        assertFinding(name, value, "is used");
    }

    @Test
    void read_limits_logsBeforeGeneral() {
        outside.environment.put("OTEL_ATTRIBUTE_COUNT_LIMIT", "5");
        outside.environment.put("OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT", "50");
        assertThat(read().records()).isEqualTo(new OtlpEncoder.Options(null, false, 5, 50));
        outside.environment.put("OTEL_LOGRECORD_ATTRIBUTE_COUNT_LIMIT", "6");
        outside.properties.put("otel.logrecord.attribute.value.length.limit", "0");
        assertThat(read().records()).isEqualTo(new OtlpEncoder.Options(null, false, 6, 0));
    }

    @Test
    void read_off_namesTheSetting() {
        outside.environment.put("OTEL_LOGS_EXPORTER", "otlp, console");
        assertThat(read().off()).isNull();
        outside.environment.put("OTEL_LOGS_EXPORTER", "none");
        assertThat(read().off()).contains("OTEL_LOGS_EXPORTER");
        outside.properties.put("otel.sdk.disabled", "TRUE");
        assertThat(read().off()).contains("-Dotel.sdk.disabled");
    }

    @Test
    void read_mdcAndLocation_areOptions() {
        outside.options.put("mdc", "none");
        outside.options.put("location", "true");
        assertThat(read().records()).isEqualTo(new OtlpEncoder.Options(List.of(), true, 128, Integer.MAX_VALUE));
        outside.options.put("mdc", "user, id");
        assertThat(read().records().mdc()).containsExactly("user", "id");
        outside.options.put("location", "perhaps");
        assertThat(read().records().location()).isFalse();
        assertFinding("location", "perhaps", "false");
    }

    @Test
    void read_resource_inTheOrderOfTheSpecification() {
        outside.environment.put(
                "OTEL_RESOURCE_ATTRIBUTES", "service.name=a%20b,deployment.environment=prod,bad,process.pid=7");
        assertThat(read().resource())
                .containsEntry("service.name", "a b")
                .containsEntry("deployment.environment", "prod")
                .containsEntry("process.pid", "7");
        assertFinding("OTEL_RESOURCE_ATTRIBUTES");
        outside.environment.put("OTEL_SERVICE_NAME", "c");
        assertThat(read().resource()).containsEntry("service.name", "c");
        outside.options.put("serviceName", "d");
        assertThat(read().resource()).containsEntry("service.name", "d");
    }

    @Test
    void read_missingCertificates_areFindings() {
        outside.environment.put("OTEL_EXPORTER_OTLP_CERTIFICATE", "/no/such.pem");
        assertThat(read().tls()).isNull();
        assertFinding("/no/such.pem");
        outside.environment.clear();
        outside.environment.put("OTEL_EXPORTER_OTLP_CLIENT_KEY", "/no/such.key");
        assertThat(read().tls()).isNull();
        assertFinding("key");
    }
}
