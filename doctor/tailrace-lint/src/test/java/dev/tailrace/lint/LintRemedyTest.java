package dev.tailrace.lint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tailrace.encoding.PatternFindings;
import dev.tailrace.lint.remark.Circumstances;
import dev.tailrace.lint.remark.Remark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each remedy can be carried out where it is shown, and each cause is shown once. */
class LintRemedyTest {
    @TempDir
    Path folder;

    private List<Remark> lint(String name, String text) throws Exception {
        Path file = Files.writeString(folder.resolve(name), text);
        return Lint.of(file, new BesideFile(file), new Circumstances(1000), PatternFindings::of)
                .remarks();
    }

    private static Remark only(List<Remark> remarks, String code) {
        List<Remark> of =
                remarks.stream().filter(each -> each.code().equals(code)).toList();
        assertThat(of).as(remarks.toString()).hasSize(1);
        return of.get(0);
    }

    private static String logback(String inside) {
        return "<configuration>\n" + inside + "\n</configuration>\n";
    }

    /** In another profile Spring has what seems to be missing here. */
    @Test
    void logback_whatSpringHas_isNotSaidToBeMissing() throws Exception {
        List<Remark> remarks = lint("logback-spring.xml", logback("""
                <springProperty name="appName" source="spring.application.name"/>
                <springProfile name="prod">
                  <appender name="CLOUD" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%msg%n</pattern></encoder>
                  </appender>
                </springProfile>
                <appender name="LOKI" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>${appName} %msg%n</pattern></encoder>
                </appender>
                <!-- <springProfile name="dev"><appender name="GONE"/></springProfile> -->
                <springProfile name="observability"><root><appender-ref ref="LOKI"/></root></springProfile>
                <root level="INFO"><appender-ref ref="CLOUD"/><appender-ref ref="GONE"/></root>
                """));

        assertThat(remarks).anyMatch(each -> each.cause().startsWith("There is no appender \"GONE\""));
        Remark cloud = only(
                remarks.stream().filter(each -> each.cause().contains("CLOUD")).toList(), "TR1040");
        assertThat(cloud.cause()).contains("\"CLOUD\" is defined for the Spring profile \"prod\" only");
        assertThat(cloud.remedy())
                .isEqualTo("Put the <appender-ref> into a second <logger> or <root>, in a <springProfile name=\"prod\">"
                        + " around it.");
        assertThat(only(remarks, "TR1020").isGeneral()).isTrue();
        assertThat(remarks).noneMatch(each -> each.code().equals("TR1042"));
    }

    @Test
    void springProfiles_areAllJudged_unlessTheStartNamesThem() throws Exception {
        String file = "<appender name='%s' class='ch.qos.logback.core.FileAppender'><file>%s.log</file>"
                + "<encoder><pattern>%%m%%n</pattern></encoder></appender>\n";
        String text = logback("<springProfile name='prod | eu'>" + file.formatted("P", "p")
                + "<root level='WARN'><appender-ref ref='P'/></root></springProfile>\n"
                + file.formatted("D", "d")
                + "<springProfile name='dev'><root level='WARN'><appender-ref ref='D'/></root></springProfile>");
        List<Remark> remarks = lint("logback-spring.xml", text);

        List<Remark> rolled =
                remarks.stream().filter(each -> each.code().equals("TR5004")).toList();
        assertThat(rolled)
                .extracting(Remark::consumer, SpringProfiles::of)
                .containsExactly(
                        tuple("P", "with the Spring profiles \"eu\", \"prod\""),
                        tuple("D", "with the Spring profile \"dev\""));
        // With no profile at all, nothing is written.
        assertThat(only(remarks, "TR5036").cause()).contains("no logger has an appender");
        assertThat(only(remarks, "TR5036").line()).isEqualTo(2);
        assertThat(only(remarks, "TR1028").evidence()).isEmpty();

        System.setProperty("spring.profiles.active", "dev");
        try {
            List<Remark> named = lint("logback-spring.xml", text);
            Remark only = only(named, "TR5004");
            assertThat(only.consumer()).isEqualTo("D");
            assertThat(SpringProfiles.of(only)).isEmpty();
            assertThat(named).noneMatch(each -> each.code().equals("TR5036"));
        } finally {
            System.clearProperty("spring.profiles.active");
        }
    }

    /** What happens while the queue is full depends on the level, unless the threshold is 0. */
    @Test
    void logback_queue_thatDiscards_letsOnlyWarningsWait() throws Exception {
        String queue = queueBefore("class='ch.qos.logback.core.FileAppender'><file>a.log</file><encoder><pattern>%m%n"
                        + "</pattern></encoder>")
                .replace("<neverBlock>true</neverBlock>", "");

        assertThat(only(lint("logback.xml", queue), "TR5010").cause()).contains("WARN or ERROR wait");
        assertThat(only(
                                lint(
                                        "logback.xml",
                                        queue.replace(
                                                "</queueSize>",
                                                "</queueSize><discardingThreshold>0</discardingThreshold>")),
                                "TR5010")
                        .cause())
                .contains("every thread that logs");
        assertThat(codes("logback.xml", queue.replace("INFO", "ERROR"))).doesNotContain("TR5010", "TR5011");
    }

    @Test
    void formatThatSpringGives_isNotSaidToBeEmpty() throws Exception {
        String encoder = "<appender name='C' class='ch.qos.logback.core.ConsoleAppender'>"
                + "<encoder class='org.springframework.boot.logging.logback.StructuredLogEncoder'><format>%s</format>"
                + "</encoder></appender><root level='INFO'><appender-ref ref='C'/></root>";

        assertThat(codes("logback-spring.xml", logback(encoder.formatted("")))).containsExactly("TR1028");
        assertThat(codes("logback-spring.xml", logback(encoder.formatted("com.acme.Mine"))))
                .contains("TR1086");
    }

    @Test
    void weekYear_isReported_whereNoWeekIsWritten() throws Exception {
        String log4j = "<Configuration><Appenders><RollingFile name='F' fileName='a.log' filePattern='a-%d{YYYY}.log'>"
                + "<PatternLayout pattern='%m%n'/><TimeBasedTriggeringPolicy/></RollingFile></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='F'/></Root></Loggers></Configuration>";
        String logback = logback("<appender name='C' class='ch.qos.logback.core.ConsoleAppender'><encoder>\n"
                + "<pattern>%date{YYYY-MM-dd} %msg%n</pattern></encoder></appender>"
                + "<root level='INFO'><appender-ref ref='C'/></root>");

        assertThat(only(lint("log4j2.xml", log4j), "TR5024").consumer()).isEqualTo("F");
        assertThat(only(lint("log4j2.xml", log4j.replace("a-%d{YYYY}", "l/%d{yyyy}/%d{MM}/a")), "TR5002")
                        .remedy())
                .contains("maxDepth=\"3\"");
        assertThat(only(lint("logback.xml", logback), "TR5024").lines()).containsExactly(3);
        assertThat(codes("logback.xml", logback.replace("MM-dd", "'W'ww"))).doesNotContain("TR5024");
        assertThat(codes("log4j2.xml", log4j.replace("a-%d{YYYY}", "%d{YYYY}/a-%d{YYYY-'W'ww}")))
                .doesNotContain("TR5024");
        assertThat(codes("log4j2.xml", log4j.replace("%d{YYYY}", "$${date:YYYY-MM}-%d{dd}")))
                .contains("TR5024");
        assertThat(codes("logback.xml", logback.replace("YYYY", "yyyy"))).doesNotContain("TR5024");
    }

    @Test
    void log4j_eventsOfALoggerWithoutAnAppender_areWrittenNowhere() throws Exception {
        String text = "<Configuration><Appenders><Console name='C'><PatternLayout pattern='%m%n'/></Console>"
                + "<Async name='Q'><AppenderRef ref='C'/></Async></Appenders>"
                + "<Loggers><Root level='info'><AppenderRef ref='Q'/></Root>\n"
                + "<Logger name='a' level='info' additivity='false'><AppenderRef ref='X'/></Logger>"
                + "<Logger name='a' level='info' additivity='false'><AppenderRef ref='X'/></Logger>"
                + "<Logger name='b' level='off' additivity='false'/><Logger name='c' level='info'/>"
                + "</Loggers></Configuration>";
        List<Remark> remarks = lint("log4j2.xml", text);

        Remark nowhere = only(remarks, "TR5036");
        assertThat(nowhere.consumer()).isEqualTo("a");
        assertThat(nowhere.line()).isEqualTo(2);
        // A queue before a console waits for no disk; equal declarations are no trouble.
        assertThat(remarks)
                .noneMatch(each -> each.code().equals("TR5010") || each.code().equals("TR1047"));
        assertThat(codes("log4j2.xml", text.replaceFirst("level='info' additivity", "level='warn' additivity")))
                .contains("TR1047");
    }

    /** In a properties file, one property can have a logger's level and its appenders. */
    @Test
    void properties_loggerOfLevelAndAppender_isNotWrittenNowhere() throws Exception {
        String text = """
                appender.c.type = Console
                appender.c.name = C
                rootLogger = warn, C
                logger.a = debug, C
                logger.a.name = a
                logger.a.additivity = false
                """;

        assertThat(codes("log4j2.properties", text)).doesNotContain("TR5036", "TR1040");
    }

    @Test
    void springProfiles_ofAnAppenderInTwo_areBothNamed_andBothOfAConjunctionAreTried() throws Exception {
        String appender = "<appender name='F' class='ch.qos.logback.core.FileAppender'><file>f.log</file>"
                + "<encoder><pattern>%m%n</pattern></encoder></appender>";
        List<Remark> remarks = lint(
                "logback-spring.xml",
                logback("<springProfile name='dev'>" + appender + "</springProfile><springProfile name='prod &amp; eu'>"
                        + appender + "</springProfile><root level='WARN'><appender-ref ref='F'/></root>"));

        assertThat(only(remarks, "TR1040").cause()).contains("profile \"dev, prod & eu\" only");
        assertThat(only(remarks, "TR5004").places()).isNull();
        assertThat(SpringProfiles.of(only(remarks, "TR5004")))
                .isEqualTo("with the Spring profiles \"dev\", \"prod,eu\"");
    }

    @Test
    void levelThatTheBuildPutsThere_isNoFault() throws Exception {
        Remark level = only(lint("logback.xml", logback("<root level='#logging.level#'/>")), "TR1030");
        assertThat(level.counts()).isFalse();
        assertThat(level.remedy()).contains("the copy");
        assertThat(only(lint("logback.xml", logback("<root level='LOUD'/>")), "TR1030")
                        .counts())
                .isTrue();
    }

    private static String queueBefore(String appender) {
        return logback("<appender name='S' " + appender + "</appender>"
                + "<appender name='Q' class='ch.qos.logback.classic.AsyncAppender'><queueSize>512</queueSize>"
                + "<neverBlock>true</neverBlock><appender-ref ref='S'/></appender>"
                + "<root level='INFO'><appender-ref ref='Q'/></root>");
    }

    @Test
    void logback_queue_isJudgedByWhatIsBehindIt() throws Exception {
        String file =
                "class='ch.qos.logback.core.FileAppender'><file>a.log</file><encoder><pattern>%m%n</pattern></encoder>";
        String console = "class='ch.qos.logback.core.ConsoleAppender'><encoder><pattern>%m%n</pattern></encoder>";
        String logstash = "class='net.logstash.logback.appender.LogstashTcpSocketAppender'>"
                + "<destination>logs:5000</destination>"
                + "<encoder class='net.logstash.logback.encoder.LogstashEncoder'/>";

        assertThat(codes("logback.xml", queueBefore(file))).contains("TR5010", "TR5011", "TR5013", "TR5014");
        assertThat(codes("logback.xml", queueBefore(console)))
                .contains("TR5011", "TR5013", "TR5014")
                .doesNotContain("TR5010");
        assertThat(codes("logback.xml", queueBefore(logstash)))
                .contains("TR5016")
                .doesNotContain("TR5010", "TR5011", "TR5013");
        assertThat(codes("logback-spring.xml", queueBefore(file))).doesNotContain("TR5014");
    }

    private List<String> codes(String name, String text) throws Exception {
        return lint(name, text).stream().map(Remark::code).toList();
    }

    @Test
    void logback_variableOfAStartScript_isOneWithAllLines() throws Exception {
        Remark remark = only(lint("logback.xml", logback("""
                        <appender name="A" class="ch.qos.logback.core.FileAppender">
                          <file>${APP_LOGS}/a.log</file>
                          <encoder><pattern>%msg%n</pattern></encoder>
                        </appender>
                        <appender name="B" class="ch.qos.logback.core.FileAppender">
                          <file>${APP_LOGS}/b.log</file>
                          <encoder><pattern>%msg%n</pattern></encoder>
                        </appender>
                        <root level="${APP_LOGS}"><appender-ref ref="A"/><appender-ref ref="B"/></root>
                        """)), "TR1020");

        assertThat(remark.lines()).containsExactly(3, 7, 10);
        assertThat(remark.evidence()).singleElement().asString().contains("TR1030", "no level");
        assertThat(remark.remedy()).contains("JAVA_TOOL_OPTIONS=-DAPP_LOGS=...", "<property>", "${APP_LOGS:-default}");
    }

    @Test
    void log4j_variables_areSetWhereTheyAreLookedUp() throws Exception {
        List<Remark> remarks = lint("log4j2.xml", """
                <Configuration><Appenders>
                <RollingFile name="A" fileName="${sys:app.logs}/a.log" filePattern="${sys:app.logs}/a-%i.log">
                <PatternLayout pattern="%m%n"/><SizeBasedTriggeringPolicy size="10MB"/></RollingFile>
                <File name="B" fileName="${env:APP_HOME}/b.log"><PatternLayout pattern="%m%n"/></File>
                <File name="C" fileName="${appDir}/c.log"><PatternLayout pattern="%m%n"/></File>
                </Appenders><Loggers><Root level="info"><AppenderRef ref="A"/><AppenderRef ref="B"/><AppenderRef ref="C"/>
                </Root></Loggers></Configuration>
                """).stream()
                .filter(each -> each.code().equals("TR1020"))
                .toList();

        assertThat(remarks).hasSize(3);
        assertThat(remarks.get(0).remedy()).contains("-Dapp.logs=...", "${sys:app.logs:-default}");
        assertThat(remarks.get(1).remedy()).contains("APP_HOME=... ./tailrace lint", "environment variable APP_HOME");
        assertThat(remarks.get(2).remedy()).contains("<Properties>", "property.appDir = ");
    }

    @Test
    void springBootsFiles_withoutItsJar_areKnown() throws Exception {
        List<Remark> remarks = lint("logback-spring.xml", logback("""
                <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
                <include resource="org/springframework/boot/logging/logback/console-appender.xml"/>
                <include resource="mine.xml"/>
                <root level="INFO"><appender-ref ref="CONSOLE"/></root>
                """));

        assertThat(only(remarks, "TR1019").remedy()).contains("a copy beside this file");
        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1028"))
                .singleElement()
                .satisfies(each -> assertThat(each.cause() + each.places())
                        .contains("Spring Boot's jar is not to be seen from here", "defaults.xml", "3.5 to 4.1")
                        .contains("Spring's environment is not at hand"));
        assertThat(remarks).extracting(Remark::code).doesNotContain("TR1005", "TR1040", "TR1080");
    }

    @Test
    void springBootsFile_besideTheConfiguration_isReadInstead() throws Exception {
        Path boots = Files.createDirectories(folder.resolve("org/springframework/boot/logging/logback"));
        Files.writeString(
                boots.resolve("defaults.xml"),
                "<included><conversionRule conversionWord='new' class='org.springframework.X'/></included>");
        Remark remark = only(lint("logback-spring.xml", logback("""
                        <include resource="org/springframework/boot/logging/logback/defaults.xml"/>
                        <root level="INFO"/>
                        """)), "TR1005");

        assertThat(remark.cause()).contains("%new", "org.springframework.X");
    }

    @Test
    void elementsThatAreNotRead_haveARemedyOfTheirOwn() throws Exception {
        List<Remark> remarks = lint("logback.xml", logback("""
                <contextListener class="ch.qos.logback.classic.jul.LevelChangePropagator"/>
                <jmxConfigurator/>
                <conversionRule conversionWord="clr" class="org.springframework.X"/>
                <sequenceNumberGenerator class="ch.qos.logback.core.spi.BasicSequenceNumberGenerator"/>
                <appender name="A" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>%clr(%d{HH:mm:ss,SSS}){faint} %C{1.} %wEx %x%n</pattern></encoder>
                </appender>
                <root level="INFO"><appender-ref ref="A"/></root>
                """));

        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1005"))
                .extracting(Remark::remedy)
                .satisfiesExactly(
                        each -> assertThat(each).contains("%clr", "docs/reference/logback.md"),
                        each -> assertThat(each).contains("%lsn"));
        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1080") || each.code().equals("TR1081"))
                .extracting(Remark::remedy)
                .containsExactlyInAnyOrder(
                        "%x, the nested context of Log4j, has no equal in Logback: write %X{key} for a value of the MDC, or"
                                + " remove it.",
                        "Write a number of characters, as in %logger{36}.",
                        "Put a format that has a comma in quotation marks, as in %d{\"HH:mm:ss,SSS\"}: behind the comma a"
                                + " time zone is read, such as UTC or Europe/Paris.");
    }

    /** What the remedies say is carried out, and nothing is left to find. */
    @Test
    void remediesOfPatterns_whenTheyAreCarriedOut_leaveNothing() throws Exception {
        assertThat(lint("logback.xml", logback("""
                <property name="EMPTY" value="${none:-}"/>
                <appender name="A" class="ch.qos.logback.core.ConsoleAppender">
                  <encoder><pattern>%highlight(%d{"HH:mm:ss,SSS"}) %cyan(%lsn) %logger{36} %X{key} %msg%n%ex</pattern></encoder>
                </appender>
                <root level="INFO"><appender-ref ref="A"/></root>
                """))).isEmpty();
    }

    @Test
    void unknownClasses_areOneForEachName_withWhatCanTakeItsPlace() throws Exception {
        List<Remark> remarks = lint("logback.xml", logback("""
                <property name="EMPTY" value=""/>
                <appender name="A" class="com.acme.Mail"/>
                <appender name="B" class="com.acme.Mail"/>
                <appender name="C" class="ch.qos.logback.core.ConsoleAppender">
                  <filter class="com.acme.Picky"/>
                  <layout class="com.acme.Masking"><pattern>%msg%n</pattern></layout>
                </appender>
                <root level="INFO"><appender-ref ref="A"/><appender-ref ref="B"/><appender-ref ref="C"/></root>
                """));

        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1004"))
                .satisfiesExactly(
                        mail -> {
                            assertThat(mail.lines()).containsExactly(3, 4);
                            assertThat(mail.remedy()).contains("RollingFileAppender", "references");
                        },
                        filter -> assertThat(filter.remedy()).contains("ThresholdFilter", "remove the <filter>"),
                        layout -> assertThat(layout.remedy()).contains("<pattern>"));
        assertThat(only(remarks, "TR1006").remedy()).contains("${none:-}");
    }

    @Test
    void unknownPlugins_areOneForEachName() throws Exception {
        List<Remark> remarks = lint("log4j2.xml", """
                <Configuration><Appenders>
                <JMS name="A"/>
                <JMS name="B"/>
                <Console name="C"><XmlLayout/><ScriptFilter/></Console>
                <Console name="D"><PatternLayout><ScriptPatternSelector/></PatternLayout></Console>
                </Appenders><Loggers><Root level="info"><AppenderRef ref="A"/><AppenderRef ref="B"/><AppenderRef ref="C"/>
                <AppenderRef ref="D"/></Root></Loggers></Configuration>
                """).stream()
                .filter(each -> each.code().equals("TR1004"))
                .toList();

        assertThat(remarks).extracting(Remark::lines).contains(List.of(2, 3)).hasSize(4);
        assertThat(remarks)
                .extracting(Remark::remedy)
                .anyMatch(each -> each.contains("Console, File or RollingFile"))
                .anyMatch(each -> each.contains("PatternLayout or a JsonTemplateLayout"))
                .anyMatch(each -> each.contains("a filter that"))
                .anyMatch(each -> each.contains("one pattern for all events"));
    }

    @Test
    void properties_haveRemediesInTheirOwnForm() throws Exception {
        List<Remark> remarks = lint("log4j2.properties", """
                appender.a.type = Console
                appender.a.name = A
                appender.b.type = Console
                appender.b.name = B
                appender.c.name = C
                """);

        assertThat(only(remarks, "TR1042").lines()).hasSize(2);
        assertThat(only(remarks, "TR1042").remedy()).contains("rootLogger.appenderRef.a.ref = NAME");
        assertThat(only(remarks, "TR1054").remedy()).contains("rootLogger.level = info");
        assertThat(only(remarks, "TR1006").remedy()).isEqualTo("Add appender.c.type = ...");
    }

    /** The remedy of a log4j2.properties is carried out, and the finding is gone. */
    @Test
    void properties_ofARollingFile_canDeleteByTheirRemedy() throws Exception {
        String rolling = """
                appender.a.type = RollingFile
                appender.a.name = A
                appender.a.fileName = a.log
                appender.a.filePattern = a-%d{yyyy-MM-dd}.log
                appender.a.policies.type = Policies
                appender.a.policies.time.type = TimeBasedTriggeringPolicy
                rootLogger.level = warn
                rootLogger.appenderRef.a.ref = A
                """;
        String delete = """
                appender.a.strategy.type = DefaultRolloverStrategy
                appender.a.strategy.action.type = Delete
                appender.a.strategy.action.basePath = .
                appender.a.strategy.action.name.type = IfFileName
                appender.a.strategy.action.name.glob = a-*.log
                appender.a.strategy.action.age.type = IfLastModified
                appender.a.strategy.action.age.age = 30D
                """;

        assertThat(only(lint("log4j2.properties", rolling), "TR5002").remedy())
                .contains("strategy.action.name.glob = ", "strategy.action.age.age = 30D")
                .doesNotContain("<");
        assertThat(lint("log4j2.properties", rolling + delete)).isEmpty();
    }

    @Test
    void json_locationIsAnOption_notAWordOfAPattern() throws Exception {
        Remark remark = only(lint("logback.xml", logback("""
                        <appender name="A" class="ch.qos.logback.core.ConsoleAppender">
                          <encoder class="net.logstash.logback.encoder.LogstashEncoder">
                            <includeCallerData>true</includeCallerData>
                          </encoder>
                        </appender>
                        <root level="INFO"><appender-ref ref="A"/></root>
                        """)), "TR5021");

        assertThat(remark.remedy()).startsWith("Remove <includeCallerData>");
    }

    private static String log4j(String inside) {
        return "<Configuration>\n" + inside + "\n</Configuration>\n";
    }

    @Test
    void log4j_lookupsThatAreNotSupported_haveADefaultByTheirName() throws Exception {
        List<Remark> remarks = lint("log4j2.xml", log4j("""
                <Appenders>
                <File name="A" fileName="${k8s:podName}.log"><PatternLayout pattern="%m%n"/></File>
                <File name="B" fileName="${spring:app.name}.log"><PatternLayout pattern="%m%n"/></File>
                <File name="C" fileName="${ctx:user}.log"><PatternLayout pattern="%m%n"/></File>
                </Appenders>
                <Loggers><Root level="warn"><AppenderRef ref="A"/><AppenderRef ref="B"/><AppenderRef ref="C"/></Root></Loggers>
                """));

        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1027"))
                .extracting(Remark::remedy)
                .satisfiesExactly(
                        each -> assertThat(each).contains("${k8s:podName:-default}"),
                        each -> assertThat(each).contains("Routing appender", "${ctx:user:-default}"));
        // That the variable has no value is the same cause; Spring's has none that can be seen.
        assertThat(only(remarks, "TR1020").remedy()).contains("tailrace-spring-boot", "${spring:app.name:-default}");
        assertThat(only(remarks, "TR1028").cause()).contains("Spring's environment is not at hand");
    }

    @Test
    void log4j_routes_haveTheRemedyOfTheirFault() throws Exception {
        String file = "<File name='F' fileName='%s'><PatternLayout pattern='%%m%%n'/></File>";
        List<Remark> remarks = lint(
                "log4j2.xml",
                log4j("<Appenders>"
                        + "<Routing name='A'><Routes pattern='$${date:yyyy}'><Route>" + file.formatted("a.log")
                        + "</Route></Routes></Routing>"
                        + "<Routing name='B'><Script/><Routes><Route>" + file.formatted("b.log")
                        + "</Route></Routes></Routing>"
                        + "<Routing name='C'><Routes pattern='$${ctx:k:-none}'><Route><RollingFile name='R' fileName='c.log'"
                        + " filePattern='${ctx:k}-%i.log'><PatternLayout pattern='%m%n'/><SizeBasedTriggeringPolicy size='1MB'/>"
                        + "</RollingFile></Route></Routes></Routing>"
                        + "</Appenders><Loggers><Root level='warn'><AppenderRef ref='A'/><AppenderRef ref='B'/><AppenderRef ref='C'/>"
                        + "</Root></Loggers>"));

        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1096"))
                .extracting(Remark::remedy)
                .anyMatch(
                        each -> each.startsWith("Put what the routes are chosen by into the thread context, and write"))
                .anyMatch(each -> each.startsWith("Put what the script looks at into the thread context, and write"))
                .anyMatch(each -> each.startsWith("Write ${ctx:k} into both"));
    }

    @Test
    void log4j_partsThatAreNotRead_sayWhatToWriteInstead() throws Exception {
        List<Remark> remarks = lint("log4j2.xml", """
                <Configuration packages="com.acme" xmlns:xi="http://www.w3.org/2001/XInclude">
                <xi:include href="more.xml"/>
                <Appenders>
                <ClassArbiter className="com.acme.A"><Console name="P"/></ClassArbiter>
                <Rewrite name="A"><AppenderRef ref="C"/></Rewrite>
                <Console name="C"><JsonTemplateLayout eventTemplateUri="classpath:mine.json"/></Console>
                <RollingFile name="R" fileName="r.log" filePattern="r-%d{yyyy}.log"><PatternLayout pattern="%m%n"/>
                <TimeBasedTriggeringPolicy/></RollingFile>
                </Appenders>
                <Loggers><Root level="warn"><AppenderRef ref="A"/><AppenderRef ref="R"/></Root></Loggers></Configuration>
                """);

        assertThat(only(remarks, "TR1005").remedy()).startsWith("Remove packages.");
        assertThat(only(remarks, "TR1019").remedy()).startsWith("Copy the elements");
        assertThat(only(remarks, "TR1083").remedy()).contains("a copy beside this file", "eventTemplateUri");
        assertThat(only(remarks, "TR5002").remedy()).endsWith("to a <DefaultRolloverStrategy>.");
        assertThat(remarks)
                .filteredOn(each -> each.code().equals("TR1004"))
                .extracting(Remark::remedy)
                .anyMatch(each -> each.startsWith("Use <SystemPropertyArbiter"))
                .anyMatch(each -> each.startsWith("Let the loggers refer to the appenders behind it"));
    }

    @Test
    void includes_haveTheRemedyOfTheirFault() throws Exception {
        Files.writeString(folder.resolve("other.xml"), "<inner/>");
        assertThat(lint("logback.xml", logback("""
                        <include url="http://localhost/a.xml"/>
                        <include/>
                        <include resource="logback.xml"/>
                        <include resource="other.xml"/>
                        <include file="a.xml" resource="b.xml"/>
                        <root level="INFO"/>
                        """)))
                .filteredOn(each -> each.code().equals("TR1019"))
                .extracting(Remark::remedy)
                .contains(
                        "Copy the file to this machine, and name it by file=\"...\".",
                        "Add file=\"...\" or resource=\"...\".",
                        "Remove this <include>.",
                        "Wrap all that is in it in <included>...</included>.",
                        "Remove one of the two.");
    }

    @Test
    void missingFile_isTheOneThatLintWasGiven() {
        Path none = folder.resolve("none.xml");

        assertThat(Lint.of(none, new BesideFile(none), new Circumstances(1000), PatternFindings::of)
                        .remarks())
                .singleElement()
                .extracting(Remark::remedy)
                .isEqualTo("Correct the path that lint was given.");
    }
}
