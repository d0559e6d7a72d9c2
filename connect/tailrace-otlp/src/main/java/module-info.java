/** Sends records as OpenTelemetry's log records, by OTLP over HTTP. */
module dev.tailrace.otlp {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.core;
    requires dev.tailrace.layout;
    requires dev.tailrace.ship;

    provides dev.tailrace.target.TargetProvider with
            dev.tailrace.otlp.OtlpProvider;
}
