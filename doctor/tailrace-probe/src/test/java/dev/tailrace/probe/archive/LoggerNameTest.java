package dev.tailrace.probe.archive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LoggerNameTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "2026-11-22 02:50:52,123 INFO  [import-1] billing.RowMapper - row 5 mapped: a.b | billing.RowMapper",
                "02:50:52.123 [http-nio-8080-exec-1] DEBUG o.s.w.s.DispatcherServlet - GET /a | o.s.w.s.DispatcherServlet",
                "2026-11-22T02:50:52.123Z  WARN 1 --- [main] c.e.demo.Orders$Loader : slow | c.e.demo.Orders$Loader",
                "Nov 22, 2026 2:50:52 AM com.example.Orders load | com.example.Orders",
                "{\"@timestamp\":\"2026\",\"logger_name\":\"com.example.Orders\",\"message\":\"x.y z\"} | com.example.Orders",
                "{\"level\":\"INFO\",\"loggerName\" : \"a.b.C\"} | a.b.C",
                "10:00:00.000 [main] INFO  ROOT - started | ROOT",
                "10.0.0.7 - - [22/Nov/2026] \"GET /a/b.html HTTP/1.1\" 200 | ~~",
                "10:00:00 INFO read /etc/app/conf.d/a.xml | ~~",
                "10:00:00 INFO nothing with dots | ~~",
                "~\tat com.example.Orders.load(Orders.java:7)~ | ~~",
                "~~ | ~~"
            })
    void in_lineOfSomeLayout_isTheLoggersName(String line, String name) {
        assertThat(LoggerName.in(line)).isEqualTo(name);
    }
}
