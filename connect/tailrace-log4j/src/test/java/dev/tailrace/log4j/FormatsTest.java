package dev.tailrace.log4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Configurations in YAML, JSON and properties: what stands in {@code Tailrace} writes the same files as in {@code RollingFile}. */
class FormatsTest {
    private static final int ROUNDS = 40;

    @TempDir
    Path folder;

    @Test
    void yaml_writesTheSame() throws IOException {
        String appender = """
                    %1$s:
                      - name: %1$s
                        fileName: "${dir}/%1$s/app.log"
                        filePattern: "${dir}/%1$s/app-%%i.log.gz"
                        PatternLayout:
                          pattern: "${line}"
                          replace:
                            regex: "[0-9]"
                            replacement: "#"
                        ThresholdFilter:
                          level: info
                        Policies:
                          SizeBasedTriggeringPolicy:
                            size: 8 KB
                        DefaultRolloverStrategy:
                          max: 5
                          fileIndex: min
                """;
        same("log4j2.yaml", """
                Configuration:
                  Properties:
                    Property:
                      - name: dir
                        value: "%s"
                      - name: line
                        value: "[%%d] %%p %%m (%%c)%%n"
                  Appenders:
                %s
                  Loggers:
                    Root:
                      level: all
                      AppenderRef:
                        - ref: RollingFile
                        - ref: Tailrace
                """.formatted(folder, appender.formatted("RollingFile") + appender.formatted("Tailrace")));
    }

    /** As Kafka's: a policy by itself. */
    @Test
    void yaml_withAPolicyByItself_writesTheSame() throws IOException {
        String appender = """
                    %1$s:
                      name: %1$s
                      fileName: "%2$s/%1$s/server.log"
                      filePattern: "%2$s/%1$s/server.log.%%d{yyyy-MM-dd-HH}"
                      PatternLayout:
                        pattern: "[%%d] %%p %%m (%%c)%%n"
                      TimeBasedTriggeringPolicy:
                        modulate: true
                        interval: 1
                """;
        same("log4j2.yaml", """
                Configuration:
                  Appenders:
                %s
                  Loggers:
                    Root:
                      level: all
                      AppenderRef:
                        - ref: RollingFile
                        - ref: Tailrace
                """.formatted(
                        appender.formatted("RollingFile", folder) + appender.formatted("Tailrace", folder)));
    }

    @Test
    void json_writesTheSame() throws IOException {
        String appender = """
                {"type": "%1$s", "name": "%1$s", "fileName": "%2$s/%1$s/app.log", "filePattern": "%2$s/%1$s/app-%%i.log.gz",
                 "PatternLayout": {"pattern": "%%d %%-5p [%%t] %%c{1.} - %%m%%n"},
                 "Filters": {"ThresholdFilter": {"level": "info"}},
                 "Policies": {"SizeBasedTriggeringPolicy": {"size": "8 KB"}},
                 "DefaultRolloverStrategy": {"max": "5", "fileIndex": "nomax"}}
                """;
        same("log4j2.json", """
                {"configuration": {
                  "appenders": {"appender": [%s, %s]},
                  "loggers": {"root": {"level": "all", "AppenderRef": [{"ref": "RollingFile"}, {"ref": "Tailrace"}]}}
                }}
                """.formatted(
                        appender.formatted("RollingFile", folder), appender.formatted("Tailrace", folder)));
    }

    @Test
    void properties_writeTheSame() throws IOException {
        String appender = """
                appender.%1$s.type = %1$s
                appender.%1$s.name = %1$s
                appender.%1$s.fileName = ${dir}/%1$s/app.log
                appender.%1$s.filePattern = ${dir}/%1$s/app-%%i.log
                appender.%1$s.layout.type = PatternLayout
                appender.%1$s.layout.pattern = %%d %%-5p [%%t] %%c{1.} - %%m%%n
                appender.%1$s.filter.threshold.type = ThresholdFilter
                appender.%1$s.filter.threshold.level = info
                appender.%1$s.policies.type = Policies
                appender.%1$s.policies.size.type = SizeBasedTriggeringPolicy
                appender.%1$s.policies.size.size = 8 KB
                appender.%1$s.strategy.type = DefaultRolloverStrategy
                appender.%1$s.strategy.max = 5
                """;
        same("log4j2.properties", """
                property.dir = %s
                %s
                rootLogger.level = all
                rootLogger.appenderRef.a.ref = RollingFile
                rootLogger.appenderRef.b.ref = Tailrace
                """.formatted(
                        folder, appender.formatted("RollingFile") + appender.formatted("Tailrace")));
    }

    private void same(String file, String configuration) throws IOException {
        assertThat(ParityRun.compare(folder, file, configuration, ROUNDS))
                .as("encoded by Tailrace")
                .isTrue();
    }
}
