package dev.tailrace.log4j;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Configurations of one appender, whose files must be the same whichever appender writes them. */
final class ParityCases {
    private static final int ROUNDS = 12;
    private static final String PLAIN = "<PatternLayout pattern='%d %-5p [%t] %c{1.} - %m%n'/>";
    private static final String NONE = "filePattern='@/app-%i.log'><Policies><NoOpTriggeringPolicy/></Policies>";
    private static final String BY_SIZE =
            "filePattern='@/app-%i.log'><Policies><SizeBasedTriggeringPolicy size='16 KB'/></Policies>"
                    + "<DefaultRolloverStrategy max='50'/>";

    /**
     * A configuration.
     *
     * @param layout the element of the layout
     * @param rolling the rest of the element behind name and {@code fileName}, with {@code @} for the folder
     * @param fileName empty: the pattern names the file
     */
    record Case(String name, String fileName, String layout, String rolling, int rounds) {
        @Override
        public String toString() {
            return name;
        }

        /** The appender of this type, which writes into a folder of its name. */
        String appender(String type, Path below) {
            String head =
                    "<" + type + " name='" + type + "' " + (fileName.isEmpty() ? "" : "fileName='@/" + fileName + "' ");
            return head.replace("@", below + "/" + type) + rolling.replace("@", below + "/" + type) + layout + "</"
                    + type + ">";
        }
    }

    private ParityCases() {}

    static List<Case> all() {
        List<Case> all = new ArrayList<>();
        for (String pattern : PATTERNS) {
            String layout = "<PatternLayout><Pattern><![CDATA[" + pattern + "]]></Pattern></PatternLayout>";
            all.add(new Case("pattern " + pattern, "app.log", layout, NONE, ROUNDS));
        }
        for (String layout : LAYOUTS) {
            all.add(new Case("layout " + layout, "app.log", layout, BY_SIZE, ROUNDS));
        }
        for (String rolling : ROLLINGS) {
            boolean direct = rolling.contains("<DirectWrite");
            all.add(new Case("rolling " + rolling, direct ? "" : "app.log", PLAIN, rolling, 2 * ROUNDS));
        }
        return all;
    }

    private static final String[] PATTERNS = {
        "%m%n",
        "%d %-5p [%t] %c{1.} - %m%n",
        "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5level [%thread] %logger{36} - %msg%n",
        "[%d] %p %m (%c)%n",
        "%d{ISO8601} %5p %c{2} %m%n",
        "%d{ABSOLUTE} %p{length=1} %c{-1} %m%n",
        "%d{DEFAULT_MICROS}|%d{UNIX}|%d{UNIX_MILLIS}|%m%n",
        "%d{HH:mm:ss.nnnnnnnnn}{UTC} %m%n",
        "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX}{Asia/Tokyo} %m%n",
        "%p|%-7p|%7p|%.2p|%.-2p|%p{lowerCase=true}|%p{INFO=i, WARN=w, length=3}|%m%n",
        "%c|%c{1}|%c{2}|%c{-1}|%c{1.}|%c{1.1.~.~}|%c{1.2*}|%20.20c|%-40c{1.}|%m%n",
        "%t|%tn|%thread|%threadName|%m%n",
        "%tid %tp %m%n",
        "%m|%msg|%-50m|%.10m|%msgs%n",
        "%m{nolookups}%n",
        "%X{user}|%X{user,id}|%X{none}|%X|%mdc{id}|%-8X{user}|%m%n",
        "%marker|%markerSimpleName|%-10marker|%m%n",
        "%x %m %X%n",
        "%K{order} %m%n",
        "%C{1}.%M(%F:%L) %m%n",
        "%l %m%n",
        "%fqcn %m%n",
        "%%|100%%|\\t|%m%n",
        "%notEmpty{[%X{user}] }%m%n",
        "%maxLen{%m}{20}|%maxLength{%c %m}{25}%n",
        "%replace{%m}{[aeiou]}{_}%n",
        "%equals{[%X{user}]}{[]}{none} %m%n",
        "%enc{%m}{HTML} %enc{%m}{XML} %enc{%m}{JSON} %enc{%m}{CRLF}%n",
        "%highlight{%-5p %m}%n",
        "%style{%p}{red} %red{%m} %highlight{%p}{FATAL=red, INFO=bold cyan}%n",
        "%m%n%ex",
        "%m%n%xEx",
        "%m%n%rEx{5}",
        "%m %ex{short.message}%n",
        "%m%n%ex{3}{separator(|)}",
        "%endOfBatch %m%n",
        "%r %m%n",
        "%m",
        "$${ctx:user:-nobody} %m%n",
        "%zzz %m%n",
        "{\"level\":\"%p\",\"text\":\"%enc{%m}{JSON}\"}%n",
        "%pid %m%n",
    };

    private static final String[] LAYOUTS = {
        "",
        "<PatternLayout/>",
        "<PatternLayout pattern='%m%n' charset='ISO-8859-1'/>",
        "<PatternLayout pattern='%m%n' charset='US-ASCII'/>",
        "<PatternLayout pattern='%m%n' charset='UTF-8'/>",
        "<PatternLayout pattern='%p %m%n' alwaysWriteExceptions='false'/>",
        "<PatternLayout pattern='%p %m%n'><replace regex='[0-9]+' replacement='#'/></PatternLayout>",
        "<PatternLayout><LevelPatternSelector defaultPattern='%m%n'><PatternMatch key='WARN' pattern='! %m%n'/>"
                + "</LevelPatternSelector></PatternLayout>",
        "<PatternLayout><MarkerPatternSelector defaultPattern='%m%n'><PatternMatch key='SALE' pattern='$ %m%n'/>"
                + "</MarkerPatternSelector></PatternLayout>",
        "<JsonTemplateLayout/>",
        "<JsonTemplateLayout eventTemplateUri='classpath:EcsLayout.json' locationInfoEnabled='true'/>",
        "<JsonTemplateLayout eventTemplateUri='classpath:LogstashJsonEventLayoutV1.json'/>",
        "<JsonTemplateLayout eventTemplateUri='classpath:GelfLayout.json'/>",
        "<JsonTemplateLayout eventTemplateUri='classpath:GcpLayout.json'/>",
        "<JsonTemplateLayout eventTemplateUri='classpath:JsonLayout.json'/>",
        "<JsonTemplateLayout eventTemplateUri='classpath:EcsLayout.json'><EventTemplateAdditionalField key='app' value='shop'/>"
                + "</JsonTemplateLayout>",
        "<JsonTemplateLayout eventTemplate='{\"t\":{\"$resolver\":\"timestamp\",\"epoch\":{\"unit\":\"millis\",\"rounded\":true}},"
                + "\"l\":{\"$resolver\":\"level\",\"field\":\"name\"},\"m\":{\"$resolver\":\"message\",\"stringified\":true},"
                + "\"x\":{\"$resolver\":\"mdc\"},\"k\":{\"$resolver\":\"marker\",\"field\":\"name\"}}'/>",
        "<JsonTemplateLayout eventTemplate='{\"n\":{\"$resolver\":\"counter\"},\"a\":{\"$resolver\":\"messageParameter\"}}'/>",
        "<JsonTemplateLayout maxStringLength='50'/>",
        "<Rfc5424Layout appName='shop' enterpriseNumber='1' newLine='true'/>",
        "<SyslogLayout newLine='true'/>",
        "<GelfLayout host='h' compressionType='OFF' includeNewLineDelimiter='true'/>",
    };

    private static final String[] ROLLINGS = {
        NONE,
        BY_SIZE,
        "filePattern='@/app-%i.log'><SizeBasedTriggeringPolicy size='8 KB'/>",
        "filePattern='@/app-%i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy max='3'/>",
        "filePattern='@/app-%i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy min='3' max='6'/>",
        "filePattern='@/app-%i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy fileIndex='min' max='4'/>",
        "filePattern='@/app-%i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy fileIndex='nomax'/>",
        "filePattern='@/app-%03i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%i.log.gz'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%i.log.zip'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy max='100'/>",
        "filePattern='@/old/app-%i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%d{yyyy}-%i.log'><Policies><TimeBasedTriggeringPolicy/><SizeBasedTriggeringPolicy size='8 KB'/>"
                + "</Policies><DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%d{yyyy}-%i.log.gz'><Policies><TimeBasedTriggeringPolicy interval='1' modulate='true'/>"
                + "<SizeBasedTriggeringPolicy size='0.01 MB'/></Policies><DefaultRolloverStrategy max='100'/>",
        "filePattern='@/%d{yyyy}/app-%d{yyyy}-%i.log'><Policies><TimeBasedTriggeringPolicy/>"
                + "<SizeBasedTriggeringPolicy size='8 KB'/></Policies><DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%d{yyyy}.log'><Policies><TimeBasedTriggeringPolicy/></Policies>",
        "filePattern='@/app-%d{yyyy}.log'><Policies><CronTriggeringPolicy schedule='0 0 0 1 1 ?'/></Policies>",
        "filePattern='@/app-%d{yyyy}-%i.log'><Policies><CronTriggeringPolicy schedule='0 0 0 1 1 ?'/>"
                + "<SizeBasedTriggeringPolicy size='8 KB'/></Policies><DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%i.log'><Policies><OnStartupTriggeringPolicy/><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%d{yyyy}-%i.log'><Policies><SizeBasedTriggeringPolicy size='8 KB'/></Policies>"
                + "<DirectWriteRolloverStrategy maxFiles='100'/>",
        "filePattern='@/app-%d{yyyy}-%i.log' immediateFlush='false' bufferSize='1000'><Policies>"
                + "<SizeBasedTriggeringPolicy size='8 KB'/></Policies><DirectWriteRolloverStrategy maxFiles='100'/>",
        "filePattern='@/app-%i.log'><ThresholdFilter level='WARN'/><Policies><SizeBasedTriggeringPolicy size='8 KB'/>"
                + "</Policies><DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%i.log'><Filters><MarkerFilter marker='SALE' onMatch='ACCEPT' onMismatch='NEUTRAL'/>"
                + "<LevelRangeFilter minLevel='ERROR' maxLevel='INFO'/></Filters><Policies>"
                + "<SizeBasedTriggeringPolicy size='8 KB'/></Policies><DefaultRolloverStrategy max='100'/>",
        "filePattern='@/app-%i.log' append='true' locking='false' bufferedIo='true' ignoreExceptions='false'><Policies>"
                + "<SizeBasedTriggeringPolicy size='8 KB'/></Policies><DefaultRolloverStrategy max='100'/>",
    };
}
