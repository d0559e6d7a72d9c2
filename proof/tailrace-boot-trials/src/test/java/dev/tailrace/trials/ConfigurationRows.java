package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.EXIT;
import static dev.tailrace.trials.Row.row;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.List;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Configuration files of one's own: where they are found, Spring Boot's includes and its two elements. */
final class ConfigurationRows {
    private ConfigurationRows() {}

    private static String console(String pattern) {
        return configuration("", pattern);
    }

    private static String configuration(String before, String pattern) {
        return """
                <configuration>
                  %s
                  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                    <encoder><pattern>%s</pattern></encoder>
                  </appender>
                  <root level="INFO"><appender-ref ref="OUT"/></root>
                </configuration>
                """.formatted(before, pattern);
    }

    /** A console, and another appender with its options. */
    private static String beside(String className, String option) {
        return configuration(
                        "<appender name=\"BESIDE\" class=\"%s\">%s<encoder><pattern>%%m%%n</pattern></encoder></appender>"
                                .formatted(className, option),
                        "%m%n")
                .replace("<appender-ref ref=\"OUT\"/>", "<appender-ref ref=\"OUT\"/><appender-ref ref=\"BESIDE\"/>");
    }

    private static String boot(String file) {
        return "<include resource=\"org/springframework/boot/logging/logback/" + file + "\"/>";
    }

    static List<Row> rows() {
        return List.of(
                row("config-spring", "logback-spring.xml on the class path replaces the defaults")
                        .resource("logback-spring.xml", console("spring %p %m%n"))
                        .same(CONSOLE)
                        .has(CONSOLE, "^spring INFO hello$"),
                row("config-test-spring", "logback-test-spring.xml comes before logback-spring.xml")
                        .resource("logback-spring.xml", console("spring %m%n"))
                        .resource("logback-test-spring.xml", console("test %m%n"))
                        .same(CONSOLE)
                        .has(CONSOLE, "^test hello$"),
                row("config-standard", "logback.xml on the class path is used, from the first line")
                        .alone()
                        .resource("logback.xml", console("own %p %m%n"))
                        .same(CONSOLE)
                        .has(CONSOLE, "^own INFO hello$", "^own INFO Starting "),
                row("config-standard-levels", "Properties hold with logback.xml, too")
                        .alone()
                        .resource("logback.xml", console("%property{LOG_FILE} %p %m%n"))
                        .args("--logging.level.demo=debug", "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().debug("hello");
                        })
                        .has(CONSOLE, "^<dir>/app\\.log DEBUG hello$"),
                row(
                                "config-class-path",
                                "logging.config=classpath:… names a configuration; blanks around it don't count")
                        .resource("logging/my.xml", console("mine %m%n"))
                        .resource("logback-spring.xml", console("spring %m%n"))
                        .args("--logging.config= classpath:logging/my.xml ")
                        .same(CONSOLE)
                        .has(CONSOLE, "^mine hello$"),
                row("config-file", "logging.config is a path or a file: URL, with any ending")
                        .play(stage -> {
                            Files.writeString(stage.path("my.conf"), console("mine %m%n"));
                            stage.start("--logging.config=" + stage.path("my.conf"));
                            stage.log().info("by path");
                            stage.close();
                            stage.start(
                                    "--logging.config=" + stage.path("my.conf").toUri());
                            stage.log().info("by URL");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^mine by path$", "^mine by URL$"),
                row(
                                "config-base64",
                                "logging.config=base64:… is the configuration itself (with Logback, the start fails)")
                        .onlyOn(Backend.TAILRACE)
                        .play(stage -> {
                            stage.start("--logging.config=base64:"
                                    + Base64.getEncoder()
                                            .encodeToString(console("base %m%n").getBytes(StandardCharsets.UTF_8)));
                            stage.log().info("hello");
                        })
                        .has(CONSOLE, "^base hello$"),
                row("config-missing", "A configuration that isn't there fails the start, which names it")
                        .alone()
                        .args("--logging.config=classpath:not-there.xml")
                        .same(EXIT)
                        .has(EXIT, "^1$")
                        .has(
                                Row.STDERR,
                                "Logging system failed to initialize using configuration from 'classpath:not-there\\.xml'"),
                row(
                                "config-broken",
                                "A configuration that isn't well-formed fails the start, and a later start is good")
                        .resource("broken.xml", "<configuration><root></configuration>")
                        .resource("text.xml", "Not XML")
                        .play(stage -> {
                            stage.startFailing("--logging.config=classpath:broken.xml");
                            stage.see("first", stage.seen().get("failure"));
                            stage.startFailing("--logging.config=classpath:text.xml");
                            stage.start();
                            stage.log().info("well again");
                        })
                        .has("first", "IllegalStateException")
                        .has("failure", "IllegalStateException")
                        .has(CONSOLE, "INFO .*: well again"),
                row(
                                "config-unknown-class",
                                "An appender whose class doesn't exist fails the start, which names the class")
                        .resource("wrong.xml", console("%m%n").replace("core.ConsoleAppender", "core.ConsolAppender"))
                        .play(stage -> stage.startFailing("--logging.config=classpath:wrong.xml"))
                        .has("failure", "IllegalStateException", "ConsolAppender"),
                row(
                                "config-unknown-class-beside",
                                "Beside a console, an appender or a filter whose class doesn't exist fails the start, too")
                        .resource("appender.xml", beside("ch.qos.logback.core.FileAppendr", ""))
                        .resource(
                                "filter.xml",
                                beside("ch.qos.logback.core.ConsoleAppender", "<filter class=\"shop.Filtr\"/>"))
                        .play(stage -> {
                            stage.startFailing("--logging.config=classpath:appender.xml");
                            stage.see("appender", stage.seen().get("failure"));
                            stage.startFailing("--logging.config=classpath:filter.xml");
                        })
                        .has("appender", "IllegalStateException", "FileAppendr")
                        .has("failure", "IllegalStateException", "Filtr"),
                row(
                                "config-undefined-ref",
                                "A reference to an appender that isn't defined doesn't fail the start, even if it is the only one")
                        .resource(
                                "logback-spring.xml",
                                "<configuration><root level=\"INFO\"><appender-ref ref=\"NONE\"/></root></configuration>")
                        .play(stage -> stage.startFailing())
                        .has("failure", "^started$"),
                row("config-network-only", "An appender that writes to the network is enough to start with")
                        .resource("logback-spring.xml", """
                                <configuration>
                                  <appender name="NET" class="ch.qos.logback.classic.net.SyslogAppender">
                                    <syslogHost>localhost</syslogHost><facility>USER</facility>
                                  </appender>
                                  <root level="INFO"><appender-ref ref="NET"/></root>
                                </configuration>
                                """)
                        .play(stage -> stage.startFailing())
                        .has("failure", "^started$"),
                row(
                                "config-odd-values",
                                "A value that hosts set for other servers (-Dnop, -Djava.util.logging…) is ignored")
                        .play(stage -> {
                            stage.start("--logging.config=-Dnop");
                            stage.log().info("first");
                            stage.close();
                            stage.start("--logging.config=-Djava.util.logging.config.file=x");
                            stage.log().info("second");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, " INFO .*: first", " INFO .*: second"),
                row(
                                "config-logback-property",
                                "logback.configurationFile is ignored, with a warning that names logging.config")
                        .resource("other.xml", console("other %m%n"))
                        .play(stage -> {
                            System.setProperty(
                                    "logback.configurationFile",
                                    stage.path("resources/other.xml").toString());
                            stage.start();
                            stage.log().info("hello");
                        })
                        .has(CONSOLE, "Ignoring 'logback\\.configurationFile' system property", " INFO .*: hello")
                        .hasNot(CONSOLE, "^other"),
                row(
                                "include-base",
                                "base.xml gives console and file; without a property, spring.log is in the temporary folder")
                        .resource(
                                "logback-spring.xml",
                                "<configuration>" + boot("base.xml")
                                        + "<logger name=\"demo\" level=\"DEBUG\"/></configuration>")
                        .play(stage -> {
                            stage.start();
                            stage.log().debug("hello");
                            stage.see("console-part", stage.console());
                            String tmp = System.getProperty("java.io.tmpdir");
                            Stage.written();
                            stage.see(
                                    "file",
                                    Files.exists(java.nio.file.Path.of(tmp, "spring.log"))
                                            ? Files.readString(java.nio.file.Path.of(tmp, "spring.log"))
                                            : "none");
                        })
                        .same(CONSOLE, "file")
                        .has(CONSOLE, "^<time> DEBUG <pid> --- \\[ +main\\] demo\\.shop\\.Orders +: hello")
                        .has("file", "DEBUG <pid> --- \\[main\\] demo\\.shop\\.Orders +: hello"),
                row("include-base-profile", "base.xml with a logger of one's own, whose level a profile changes")
                        .resource(
                                "logback-spring.xml",
                                "<configuration>" + boot("base.xml") + "<logger name=\"demo.shop\" level=\"DEBUG\"/>"
                                        + "<springProfile name=\"staging\"><logger name=\"demo.shop\" level=\"TRACE\"/></springProfile>"
                                        + "</configuration>")
                        .play(stage -> {
                            stage.start();
                            ConsoleRows.everyLevel("demo.shop.Orders");
                            stage.close();
                            stage.start("--spring.profiles.active=staging");
                            ConsoleRows.everyLevel("demo.shop.Orders");
                        })
                        .same(CONSOLE)
                        .count(CONSOLE, "DEBUG <pid> --- .*: at debug", 2)
                        .count(CONSOLE, "TRACE <pid> --- .*: at trace", 1),
                row(
                                "include-defaults",
                                "defaults.xml gives the patterns and words of Spring Boot to one's own appenders")
                        .resource("logback-spring.xml", configuration(boot("defaults.xml"), "${CONSOLE_LOG_PATTERN}"))
                        .args("--spring.application.name=shop")
                        .play(stage -> {
                            stage.start();
                            stage.log().error("not filled", ConsoleRows.failure());
                        })
                        .same(CONSOLE)
                        .has(
                                CONSOLE,
                                "^<time> ERROR <pid> --- \\[shop\\] \\[ +main\\] demo\\.shop\\.Orders +: not filled"),
                row("include-appenders", "console-appender.xml and file-appender.xml can be included one by one")
                        .resource(
                                "logback-spring.xml",
                                "<configuration>" + boot("defaults.xml") + boot("console-appender.xml")
                                        + boot("file-appender.xml")
                                        + "<root level=\"INFO\"><appender-ref ref=\"CONSOLE\"/></root>"
                                        + "<logger name=\"demo.file\" level=\"DEBUG\" additivity=\"false\"><appender-ref ref=\"FILE\"/></logger>"
                                        + "</configuration>")
                        .args("--logging.file.name={dir}/app.log", "--logging.threshold.file=info")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("to the console");
                            ConsoleRows.everyLevel("demo.file");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has(CONSOLE, ": to the console")
                        .hasNot(CONSOLE, "at info")
                        .has("app.log", ": at info")
                        .hasNot("app.log", ": at debug"),
                row("include-structured", "structured-console-appender.xml writes the format of the property")
                        .resource(
                                "logback-spring.xml",
                                "<configuration>" + boot("defaults.xml") + boot("structured-console-appender.xml")
                                        + "<root level=\"INFO\"><appender-ref ref=\"CONSOLE\"/></root></configuration>")
                        .args("--logging.structured.format.console=ecs")
                        .same(CONSOLE)
                        .has(CONSOLE, "\"message\":\"hello\""),
                row("words-own", "Spring Boot's words work in a configuration that names their classes itself")
                        .resource(
                                "logback-spring.xml",
                                configuration("""
                                        <conversionRule conversionWord="colour" converterClass="org.springframework.boot.logging.logback.ColorConverter"/>
                                        <conversionRule conversionWord="boxed" converterClass="org.springframework.boot.logging.logback.EnclosedInSquareBracketsConverter"/>
                                        <conversionRule conversionWord="corr" converterClass="org.springframework.boot.logging.logback.CorrelationIdConverter"/>
                                        <conversionRule conversionWord="spaced" converterClass="org.springframework.boot.logging.logback.WhitespaceThrowableProxyConverter"/>
                                        """, "%colour(%p){red} %boxed(%X{user}){} %corr{user(5)} %m%n%spaced{1}"))
                        .args("--spring.output.ansi.enabled=always")
                        .play(stage -> {
                            stage.start();
                            MDC.put("user", "ann");
                            stage.log().error("not filled", ConsoleRows.failure());
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "\\x1b\\[31mERROR\\x1b\\[0;39m"),
                row("profile-active", "<springProfile> holds for active profiles, from YAML")
                        .resource("application.yaml", "spring:\n  profiles:\n    active: prod,eu\n")
                        .resource("logback-spring.xml", profiles())
                        .same(CONSOLE)
                        .has(CONSOLE, "^prod hello$", "^expression hello$", "^not-dev hello$")
                        .hasNot(CONSOLE, "^dev hello", "^plain hello"),
                row("profile-command-line", "The command line's profiles count, not YAML's")
                        .resource("application.yaml", "spring:\n  profiles:\n    active: prod\n")
                        .resource("logback-spring.xml", profiles())
                        .args("--spring.profiles.active=dev")
                        .same(CONSOLE)
                        .has(CONSOLE, "^dev hello$")
                        .hasNot(CONSOLE, "^prod hello", "^not-dev hello"),
                row("profile-default", "Without an active profile the default profile holds")
                        .resource("logback-spring.xml", profiles())
                        .same(CONSOLE)
                        .has(CONSOLE, "^plain hello$", "^not-dev hello$"),
                row("profile-nested", "Profiles are nested, in included files, too")
                        .resource("logback-spring.xml", """
                                <configuration>
                                  <springProperty name="folder" source="shop.folder"/>
                                  <springProfile name="prod">
                                    <include file="${folder}/more.xml"/>
                                    <springProfile name="eu"><property name="where" value="eu"/></springProfile>
                                    <springProfile name="us"><property name="where" value="us"/></springProfile>
                                  </springProfile>
                                  <appender name="OUT" class="ch.qos.logback.core.ConsoleAppender">
                                    <encoder><pattern>${where} ${more} %m%n</pattern></encoder>
                                  </appender>
                                  <root level="INFO"><appender-ref ref="OUT"/></root>
                                </configuration>
                                """)
                        .resource(
                                "more.xml",
                                "<included><springProfile name=\"eu\"><property name=\"more\" value=\"included\"/></springProfile></included>")
                        .args("--spring.profiles.active=prod,eu", "--shop.folder={dir}/resources")
                        .same(CONSOLE)
                        .has(CONSOLE, "^eu included hello$"),
                row("property-yaml", "<springProperty> reads the environment: YAML, relaxed names, defaults")
                        .resource(
                                "application.yaml",
                                "shop:\n  town-name: Ulm\n  list: [a, b]\n  nested: ${shop.town-name}!\n")
                        .resource(
                                "logback-spring.xml",
                                configuration("""
                                        <springProperty name="town" source="shop.townName" defaultValue="none"/>
                                        <springProperty scope="context" name="nested" source="shop.nested"/>
                                        <springProperty name="missing" source="shop.missing" defaultValue="else"/>
                                        <springProperty name="first" source="shop.list[0]"/>
                                        """, "${town} ${nested} ${missing} ${first} %property{nested} %m%n"))
                        .same(CONSOLE)
                        .has(CONSOLE, "Ulm!? Ulm! else a Ulm! hello$|none Ulm! else a Ulm! hello$"),
                row(
                                "property-command-line",
                                "<springProperty> sees the command line's value, for levels and names of files, too")
                        .resource("application.yaml", "shop:\n  level: INFO\n  file: none\n")
                        .resource("logback-spring.xml", """
                                <configuration>
                                  <springProperty name="level" source="shop.level"/>
                                  <springProperty name="file" source="shop.file"/>
                                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                                    <file>${file}</file>
                                    <encoder><pattern>%p %m%n</pattern></encoder>
                                  </appender>
                                  <root level="${level}"><appender-ref ref="FILE"/></root>
                                </configuration>
                                """)
                        .args("--shop.level=WARN", "--shop.file={dir}/own.log")
                        .play(stage -> {
                            stage.start();
                            ConsoleRows.everyLevel("demo.a");
                            stage.seeFile("own.log");
                        })
                        .same("own.log")
                        .has("own.log", "^WARN at warn$")
                        .hasNot("own.log", "INFO"),
                row(
                                "config-rolling",
                                "A rolling file of one's own with filters, an asynchronous appender and additivity")
                        .resource("logback-spring.xml", """
                                <configuration>
                                  <contextName>shop</contextName>
                                  <appender name="FILE" class="ch.qos.logback.core.rolling.RollingFileAppender">
                                    <file>${LOG_FILE}</file>
                                    <filter class="ch.qos.logback.classic.filter.ThresholdFilter"><level>INFO</level></filter>
                                    <rollingPolicy class="ch.qos.logback.core.rolling.SizeAndTimeBasedRollingPolicy">
                                      <fileNamePattern>${LOG_FILE}.%d{yyyy-MM-dd}.%i.gz</fileNamePattern>
                                      <maxFileSize>10MB</maxFileSize>
                                      <maxHistory>7</maxHistory>
                                    </rollingPolicy>
                                    <encoder><pattern>%contextName %p %c{0} %m%n</pattern></encoder>
                                  </appender>
                                  <appender name="ASYNC" class="ch.qos.logback.classic.AsyncAppender">
                                    <appender-ref ref="FILE"/>
                                  </appender>
                                  <appender name="ERRORS" class="ch.qos.logback.core.ConsoleAppender">
                                    <filter class="ch.qos.logback.classic.filter.LevelFilter">
                                      <level>ERROR</level><onMatch>ACCEPT</onMatch><onMismatch>DENY</onMismatch>
                                    </filter>
                                    <encoder><pattern>%p %m%n</pattern></encoder>
                                  </appender>
                                  <logger name="demo" level="DEBUG"><appender-ref ref="ERRORS"/></logger>
                                  <root level="WARN"><appender-ref ref="ASYNC"/></root>
                                </configuration>
                                """)
                        .args("--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            ConsoleRows.everyLevel("demo.shop.Orders");
                            ConsoleRows.everyLevel("other");
                            stage.close();
                            stage.awaitFile("app.log", "other at error");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .count("app.log", "^shop INFO Orders at info$", 1)
                        .has("app.log", "^shop WARN other at warn$")
                        .hasNot("app.log", "other at info")
                        .has(CONSOLE, "^ERROR at error$")
                        .hasNot(CONSOLE, "at warn"),
                row(
                                "config-jul-levels",
                                "LevelChangePropagator in a configuration passes levels on to java.util.logging")
                        .resource(
                                "logback-spring.xml",
                                configuration(
                                        "<contextListener class=\"ch.qos.logback.classic.jul.LevelChangePropagator\"><resetJUL>true</resetJUL></contextListener><logger name=\"demo.jul\" level=\"DEBUG\"/>",
                                        "%p %c %m%n"))
                        .play(stage -> {
                            stage.start();
                            java.util.logging.Logger.getLogger("demo.jul").fine("finely");
                        })
                        .has(CONSOLE, "^DEBUG demo\\.jul finely$"),
                row("config-mdc-files", "A SiftingAppender writes a file for each value of the MDC")
                        .resource("logback-spring.xml", """
                                <configuration>
                                  <springProperty name="folder" source="shop.folder"/>
                                  <appender name="SIFT" class="ch.qos.logback.classic.sift.SiftingAppender">
                                    <discriminator><key>user</key><defaultValue>nobody</defaultValue></discriminator>
                                    <sift>
                                      <appender name="FILE-${user}" class="ch.qos.logback.core.FileAppender">
                                        <file>${folder}/${user}.log</file>
                                        <encoder><pattern>%m%n</pattern></encoder>
                                      </appender>
                                    </sift>
                                  </appender>
                                  <logger name="demo" level="INFO"><appender-ref ref="SIFT"/></logger>
                                </configuration>
                                """)
                        .args("--shop.folder={dir}/sifted")
                        .play(stage -> {
                            stage.start();
                            for (String user : List.of("ann", "bob")) {
                                MDC.put("user", user);
                                LoggerFactory.getLogger("demo.a").info("by {}", user);
                            }
                            stage.seeFile("sifted/ann.log");
                            stage.seeFile("sifted/bob.log");
                        })
                        .same("sifted/ann.log", "sifted/bob.log")
                        .has("sifted/ann.log", "^by ann$")
                        .has("sifted/bob.log", "^by bob$"));
    }

    private static String profiles() {
        StringBuilder text = new StringBuilder("<configuration>\n");
        String[][] profiles = {
            {"prod", "prod"},
            {"dev", "dev, test"},
            {"expression", "prod &amp; (eu | us)"},
            {"not-dev", "!dev"},
            {"plain", "default"}
        };
        for (String[] each : profiles) {
            text.append("<springProfile name=\"%s\">".formatted(each[1]))
                    .append("<appender name=\"%s\" class=\"ch.qos.logback.core.ConsoleAppender\">".formatted(each[0]))
                    .append("<encoder><pattern>%s %%m%%n</pattern></encoder></appender>".formatted(each[0]))
                    .append("<logger name=\"demo\" level=\"INFO\"><appender-ref ref=\"%s\"/></logger>"
                            .formatted(each[0]))
                    .append("</springProfile>\n");
        }
        return text.append("</configuration>\n").toString();
    }
}
