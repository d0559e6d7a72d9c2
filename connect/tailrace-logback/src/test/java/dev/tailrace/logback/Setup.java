package dev.tailrace.logback;

import java.util.ArrayList;
import java.util.List;

/**
 * What is inside an appender, with {@code DIR} for its folder.
 *
 * @param pauses whether events come over two seconds, so that a file of one second is rolled
 * @param encodes whether Tailrace encodes
 */
record Setup(String name, String inside, boolean pauses, boolean encodes) {
    static final String ENCODER =
            "<encoder><pattern>%d{HH:mm:ss.SSS} [%thread] %-5level %logger{20} - %msg%n</pattern></encoder>";
    private static final String FILE = "<file>DIR/app.log</file>";
    private static final String PLAIN = FILE + window("app.%i.log", 1, 3, "50MB");

    @Override
    public String toString() {
        return name;
    }

    private static String window(String pattern, int least, int most, String size) {
        return "<rollingPolicy class=\"ch.qos.logback.core.rolling.FixedWindowRollingPolicy\"><fileNamePattern>DIR/"
                + pattern
                + "</fileNamePattern><minIndex>" + least + "</minIndex><maxIndex>" + most
                + "</maxIndex></rollingPolicy>"
                + "<triggeringPolicy class=\"ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy\"><maxFileSize>"
                + size
                + "</maxFileSize>CHECK</triggeringPolicy>";
    }

    private static String timed(String pattern, String options) {
        return "<rollingPolicy class=\"ch.qos.logback.core.rolling.TimeBasedRollingPolicy\"><fileNamePattern>DIR/"
                + pattern + "</fileNamePattern>" + options + "</rollingPolicy>";
    }

    private static String both(String pattern, String options) {
        return "<rollingPolicy class=\"ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy\"><fileNamePattern>DIR/"
                + pattern + "</fileNamePattern>" + options + "</rollingPolicy>";
    }

    private static String encoder(String className, String options) {
        return "<encoder class=\"" + className + "\">" + options + "</encoder>";
    }

    static List<Setup> all() {
        List<Setup> all = new ArrayList<>();
        patterns(all);
        rolling(all);
        encoders(all);
        return all;
    }

    private static void patterns(List<Setup> all) {
        String[] patterns = {
            "%d{HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n",
            "%d %p %c %m%n",
            "%date{ISO8601} %level [%t] %lo{0} %message%n",
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %5p --- [%15.15t] %-40.40logger{39} : %m%n",
            "%d{\"yyyy-MM-dd HH:mm:ss,SSS\", UTC} %m%n",
            "%d{yyyy-MM-dd HH:mm:ss.SSSSSS} %m%n",
            "%d{UNIX_TIMESTAMP_MILLIS} %m%n",
            "%level %msg%n%ex{full}",
            "%level %msg%n%ex{3}",
            "%level %msg%n%ex{short}",
            "%level %msg%n%xEx{full}",
            "%level %msg%n%rEx{full}",
            "%level %msg%n%nopex",
            "%X %msg%n",
            "%X{user} %X{missing:-none} %msg%n",
            "%mdc{user:-nobody} [%marker] %msg%n",
            "%kvp %msg%n",
            "%kvp{NONE} %msg%n",
            "%C{1}.%M:%L %msg%n",
            "%class %method %file %line - %msg%n",
            "%caller{2} %msg%n",
            "%logger %logger{0} %logger{5} %logger{15} %msg%n",
            "%-30.-20logger|%20.10logger|%.-5level|%msg%n",
            "%replace(%msg){'\\d', '#'}%n",
            "%(%d{HH:mm:ss} [%thread]) %-5(%level) - %msg%n",
            "%contextName %property{team} %msg%n",
            "%cn %highlight(%-5level) %cyan(%logger{15}) - %msg%n",
            "\\(%level\\) 100\\% %msg%n",
            "%msg%n%wex",
            "%ms %msg%n",
            "%level{lowercase} %unknownWord %msg%n",
            "%d{HH:mm:ss.SSS} %msg %n %ex{5, java.lang.reflect, sun.}",
        };
        for (String pattern : patterns) {
            boolean known = !pattern.contains("unknownWord") && !pattern.contains("%wex") && !pattern.contains("UNIX");
            all.add(new Setup(
                    "pattern " + pattern,
                    PLAIN + "<encoder><pattern>" + pattern.replace("\"", "&quot;") + "</pattern></encoder>",
                    false,
                    known));
        }
        for (String charset : new String[] {"UTF-8", "ISO-8859-1", "US-ASCII", "windows-1252"}) {
            all.add(new Setup(
                    "charset " + charset,
                    PLAIN + "<encoder><charset>" + charset + "</charset><pattern>%level %msg%n</pattern></encoder>",
                    false,
                    true));
        }
    }

    private static void rolling(List<Setup> all) {
        String[] inside = {
            FILE + window("app.%i.log", 1, 20, "8KB"),
            FILE + window("app.%i.log", 0, 18, "7KB"),
            FILE + window("app.%i.log.gz", 1, 20, "8KB"),
            FILE + window("app.%i.log.zip", 1, 20, "8KB"),
            FILE + window("old/app-%i.log", 1, 20, "9KB"),
            FILE + both("app.%d{yyyy-MM-dd}.%i.log", "<maxFileSize>4KB</maxFileSize>CHECK"),
            FILE + both("app.%d{yyyy-MM-dd}.%i.log.gz", "<maxFileSize>4KB</maxFileSize>CHECK"),
            FILE + both("%d{yyyy/MM,aux}/app.%d{yyyy-MM-dd}.%i.log", "<maxFileSize>6KB</maxFileSize>CHECK"),
            FILE
                    + both(
                            "app.%d{yyyy-MM-dd}.%i.log",
                            "<maxFileSize>5KB</maxFileSize><maxHistory>30</maxHistory>"
                                    + "<totalSizeCap>1GB</totalSizeCap>CHECK"),
            both("app.%d{yyyy-MM-dd}.%i.log", "<maxFileSize>5KB</maxFileSize>CHECK"),
            both("app.%d{yyyy-MM-dd}.%i.log", "<maxFileSize>${missing:-4KB}</maxFileSize>CHECK"),
            FILE + timed("app.%d{yyyy-MM-dd}.log", "<maxHistory>7</maxHistory>"),
            FILE
                    + timed(
                            "app.%d{yyyy-MM-dd}.log",
                            "<maxHistory>7</maxHistory><cleanHistoryOnStart>true</cleanHistoryOnStart>"),
            timed("app.%d{yyyy-MM-dd}.log", "") + "<prudent>true</prudent>",
            FILE + timed("app.%d{yyyy-MM-dd}.log", "") + "<append>false</append>",
            FILE + timed("app.%d{yyyy-MM}.log", "") + "<immediateFlush>false</immediateFlush>",
            FILE + timed("app.%d{yyyy-ww}.log", "") + "<bufferSize>8KB</bufferSize>",
        };
        for (String each : inside) {
            all.add(new Setup(
                    "rolling " + each.replace("ch.qos.logback.core.rolling.", ""), each + ENCODER, false, true));
        }
        String[] seconds = {
            FILE + timed("app.%d{yyyy-MM-dd_HH-mm-ss}.log", ""),
            FILE + timed("app.%d{yyyy-MM-dd_HH-mm-ss}.log.gz", ""),
            timed("app.%d{yyyy-MM-dd_HH-mm-ss, UTC}.log", "<maxHistory>100</maxHistory>"),
            FILE + both("app.%d{yyyy-MM-dd_HH-mm-ss}.%i.log", "<maxFileSize>4KB</maxFileSize>CHECK"),
        };
        for (String each : seconds) {
            all.add(new Setup(
                    "seconds " + each.replace("ch.qos.logback.core.rolling.", ""), each + ENCODER, true, true));
        }
    }

    private static void encoders(List<Setup> all) {
        String logstash = "net.logstash.logback.encoder.LogstashEncoder";
        add(all, encoder(logstash, ""), true);
        add(all, encoder(logstash, "<includeMdc>false</includeMdc>"), true);
        add(all, encoder(logstash, "<customFields>{\"app\":\"x\"}</customFields>"), true);
        add(
                all,
                encoder(
                        logstash,
                        "<includeContext>false</includeContext><shortenedLoggerNameLength>20</shortenedLoggerNameLength>"),
                true);
        add(all, encoder(logstash, "<includeCallerData>true</includeCallerData>"), false);
        add(all, encoder(logstash, "<fieldNames><message>msg</message><thread>[ignore]</thread></fieldNames>"), true);
        add(all, encoder("co.elastic.logging.logback.EcsEncoder", "<serviceName>shop</serviceName>"), false);
        add(all, encoder("ch.qos.logback.classic.encoder.JsonEncoder", ""), false);
        add(all, encoder("ch.qos.logback.classic.encoder.JsonEncoder", "<withContext>false</withContext>"), false);
        String wrapping = "ch.qos.logback.core.encoder.LayoutWrappingEncoder";
        add(
                all,
                encoder(
                        wrapping,
                        "<layout class=\"ch.qos.logback.classic.PatternLayout\"><pattern>%level %msg%n</pattern></layout>"),
                true);
        add(all, encoder(wrapping, "<layout class=\"ch.qos.logback.classic.layout.TTLLLayout\"/>"), false);
        add(all, encoder(OtherEncoder.class.getName(), ""), false);
        add(all, encoder(OtherEncoder.Stateful.class.getName(), ""), false);
    }

    private static void add(List<Setup> all, String encoder, boolean encodes) {
        all.add(new Setup("encoder " + encoder, PLAIN + encoder, false, encodes));
        if (!encodes && (encoder.contains("OtherEncoder") || encoder.contains("TTLL"))) {
            all.add(new Setup("rolled " + encoder, FILE + window("app.%i.log", 1, 20, "8KB") + encoder, false, false));
        }
    }
}
