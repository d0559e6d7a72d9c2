package dev.tailrace.doctor.corpus;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A service that does honest work for its requests, logs a line for each with a sensible configuration, and has nothing wrong with it. */
final class BusyService {
    private static final String CONFIGURATION = """
            <configuration>
              <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                <file>%1$s/service.log</file>
                <rollingPolicy class="ch.qos.logback.core.rolling.TimeBasedRollingPolicy">
                  <fileNamePattern>%1$s/service.%%d{yyyy-MM-dd}.log.gz</fileNamePattern>
                  <maxHistory>7</maxHistory>
                </rollingPolicy>
                <encoder><pattern>%%d %%-5level [%%thread] %%logger{36} - %%msg%%n</pattern></encoder>
              </appender>
              <root level="INFO"><appender-ref ref="FILE"/></root>
            </configuration>
            """;

    private BusyService() {}

    public static void main(String[] arguments) throws Exception {
        Stage stage = Stage.of(arguments);
        LogbackStage.configure(stage, CONFIGURATION.formatted(stage.folder()));
        Logger log = LoggerFactory.getLogger("prices." + stage.pick("Quotes", "Offers"));
        Map<Integer, byte[]> known = new ConcurrentHashMap<>();
        AtomicLong served = new AtomicLong();
        int rounds = stage.between(1_000_000, 2_500_000);
        int threads = stage.between(8, 24);
        PageServer server = PageServer.start(threads, stage.pick("http-", "service-worker-"), query -> {
            long price = price(query, rounds);
            log.info("quoted {} for {}", price, query);
            served.incrementAndGet();
            return known.computeIfAbsent((int) (price & 255), BusyService::answer);
        });
        int readers = stage.between(2, 4);
        Neighbour.start(PageReader.class, Integer.toString(server.port()), Integer.toString(readers), "200");
        stage.playOnceTrue(() -> served.get() > 500);
    }

    private static long price(String query, int rounds) {
        long price = query.hashCode();
        for (int i = 0; i < rounds; i++) {
            price = price * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        return price;
    }

    private static byte[] answer(int price) {
        return ("{\"price\":" + price + "}").getBytes(StandardCharsets.UTF_8);
    }
}
