package dev.tailrace.config.dialect;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The options of appenders of others that send to a network, and what becomes of each. */
final class ForeignAppenders {
    /** {@code name}: needs nothing here; {@code name!}: a finding; {@code name=option}: an option of the kind, or a part of the address. */
    private static final Map<String, String> TABLE = Map.of(
            "logstash",
            "destination=@hosts remoteHost=@host host=@host syslogHost=@host port=@port connectionTimeout=connectTimeout"
                    + " writeTimeout=writeTimeout reconnectionDelay initialSendDelay keepAliveDuration keepAliveMessage"
                    + " keepAliveCharset writeBufferSize secondaryConnectionTTL ringBufferSize queueSize waitStrategyType"
                    + " producerType daemon threadNameFormat threadNamePattern includeCallerData addDefaultStatusListener"
                    + " droppedWarnFrequency appendTimeout appendRetryFrequency shutdownGracePeriod lazy",
            "syslogappender",
            "syslogHost=@host port=@port facility=facility stackTracePattern! maxMessageSize lazy",
            "logback-gelf",
            "graylogHost=@host graylogPort=@port connectTimeout=connectTimeout socketTimeout=writeTimeout"
                    + " maxChunkSize=chunk compressionMethod=compression insecure! reconnectInterval maxRetries retryDelay"
                    + " poolSize poolMaxWaitTime poolMaxIdleTime messageIdSupplier",
            "telemetry",
            "captureMdcAttributes=mdc captureContextDataAttributes=mdc captureCodeAttributes=location"
                    + " captureExperimentalAttributes captureKeyValuePairAttributes captureEventName"
                    + " numLogsCapturedBeforeOtelInstall immediateFlush captureMarkerAttribute! captureLoggerContext!"
                    + " captureTemplate! captureArguments! captureLogstashMarkerAttributes!"
                    + " captureLogstashStructuredArguments! captureMapMessageAttributes!",
            "loki",
            "sendQueueMaxBytes batchMaxItems batchMaxBytes batchTimeoutMs maxRetries minRetryBackoffMs"
                    + " maxRetryBackoffMs maxRetryJitterMs dropRateLimitedBatches verbose metricsEnabled drainOnStop"
                    + " useDirectBuffers internalQueuesCheckTimeoutMs readMarkers",
            "socket",
            "host=@host port=@port connectTimeoutMillis=connectTimeout reconnectionDelayMillis reconnectDelayMillis"
                    + " reconnectionDelay immediateFail immediateFlush bufferedIo bufferSize advertise",
            "syslog",
            "facility=facility appName=appName messageId=messageId mdcExcludes! id mdcRequired newLineEscape mdcPrefix"
                    + " eventPrefix charset",
            "gelf",
            "port=@port maximumMessageSize=chunk additionalFields! version extractStackTrace filterStackTrace mdcProfiling"
                    + " facility includeLocation includeSource includeStackTrace includeExceptionCause queueSize"
                    + " connectTimeout reconnectDelay sendBufferSize tcpNoDelay tcpKeepAlive threads",
            "kafka",
            "topic=topic partition! appender-ref syncSend retryCount sendEventTimestamp lazy");

    private ForeignAppenders() {}

    /** By name: empty, {@code !}, or what it is here. A syslog appender of Log4j's has what its socket appender has. */
    static Map<String, String> options(String type) {
        Map<String, String> options = new LinkedHashMap<>();
        String words = TABLE.getOrDefault(type.toLowerCase(Locale.ROOT), "");
        for (String word : (type.equals("syslog") ? TABLE.get("socket") + " " + words : words).split(" ", -1)) {
            int equals = word.indexOf('=');
            boolean refused = word.endsWith("!");
            options.put(
                    refused ? word.substring(0, word.length() - 1) : equals < 0 ? word : word.substring(0, equals),
                    refused ? "!" : equals < 0 ? "" : word.substring(equals + 1));
        }
        return options;
    }
}
