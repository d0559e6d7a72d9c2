package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.SYSTEM;
import static dev.tailrace.trials.Row.row;

import java.util.List;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;

/** What the console shows, and which properties change it. */
final class ConsoleRows {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    private ConsoleRows() {}

    static List<Row> rows() {
        return List.of(
                row(
                                "console-default",
                                "Without any configuration, the console shows time, level, process id, thread, logger and message")
                        .same(CONSOLE)
                        .has(CONSOLE, "^<time>  INFO <pid> --- \\[ +main\\] demo\\.shop\\.Orders +: hello"),
                row("console-levels", "Without any configuration, INFO and above is logged")
                        .play(stage -> {
                            stage.start();
                            everyLevel("demo.shop.Orders");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "INFO .*at info", " WARN .*at warn", "ERROR .*at error")
                        .hasNot(CONSOLE, "at debug", "at trace"),
                row(
                                "console-quiet-loggers",
                                "Eight loggers of Tomcat, Jetty and others that say too much are kept down")
                        .play(stage -> {
                            stage.start();
                            for (String each : List.of(
                                    "org.apache.catalina.startup.DigesterFactory",
                                    "org.apache.catalina.util.LifecycleBase",
                                    "org.apache.coyote.http11.Http11NioProtocol",
                                    "org.apache.sshd.common.util.SecurityUtils",
                                    "org.apache.tomcat.util.net.NioSelectorPool",
                                    "org.eclipse.jetty.util.component.AbstractLifeCycle",
                                    "org.hibernate.validator.internal.util.Version",
                                    "org.springframework.boot.actuate.endpoint.jmx")) {
                                everyLevel(each);
                            }
                        })
                        .same(CONSOLE)
                        .count(CONSOLE, ": at error", 8)
                        .count(CONSOLE, ": at warn", 5)
                        .hasNot(CONSOLE, ": at info"),
                row("console-long-names", "Names of loggers are shortened to 40 characters, names of threads to 15")
                        .play(stage -> {
                            stage.start();
                            Thread worker = new Thread(
                                    () -> {
                                        LoggerFactory.getLogger(
                                                        "com.example.organisation.department.shop.checkout.OrderFilling")
                                                .info("from a worker");
                                        LoggerFactory.getLogger("A".repeat(50)).info("one word");
                                        LoggerFactory.getLogger("a").info("short");
                                    },
                                    "a-worker-with-a-long-name");
                            worker.start();
                            worker.join();
                        })
                        .same(CONSOLE)
                        .has(
                                CONSOLE,
                                "\\[with-a-long-name\\]|\\[ith-a-long-name\\]",
                                "c\\.e\\.o\\.d\\.shop\\.checkout\\.OrderFilling"),
                row("console-key-values", "Key-value pairs of SLF4J's fluent API follow the message")
                        .play(stage -> {
                            stage.start();
                            stage.log()
                                    .atInfo()
                                    .addKeyValue("order", 4711)
                                    .addKeyValue("by", "ann")
                                    .log("filled");
                        })
                        .same(CONSOLE)
                        // 3.5 has no word for them in its pattern.
                        .has(CONSOLE, "filled"),
                row("console-exception", "An exception follows its message, with its causes, set off by blank lines")
                        .play(stage -> {
                            stage.start();
                            stage.log().error("not filled", failure());
                        })
                        .same(CONSOLE)
                        .has(
                                CONSOLE,
                                "^java\\.lang\\.IllegalStateException: no stock$",
                                "^Caused by: java\\.io\\.IOException: disk"),
                row("console-exception-packaging", "A stack trace names the jar of each frame")
                        .play(stage -> {
                            stage.start();
                            stage.log().error("not filled", failure());
                            stage.see(
                                    "named",
                                    stage.console()
                                            .lines()
                                            .anyMatch(
                                                    each -> each.matches("\\s+at dev\\.tailrace.*\\) ~?\\[.+:.+\\]")));
                        })
                        .same("named")
                        .has("named", "true"),
                row("console-exception-word", "logging.exception-conversion-word chooses how exceptions are printed")
                        .args("--logging.exception-conversion-word=%rEx")
                        .play(stage -> {
                            stage.start();
                            stage.log().error("not filled", failure());
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^Wrapped by: java\\.lang\\.IllegalStateException: no stock$"),
                row("console-exception-short", "A conversion word with a number of frames cuts stack traces")
                        .args("--logging.exception-conversion-word=%wex{2}")
                        .play(stage -> {
                            stage.start();
                            stage.log().error("not filled", failure());
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "no stock"),
                row(
                                "console-multiline",
                                "A message of several lines, with characters beyond ASCII, is written as it is")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("first\nGr\u00fc\u00dfe \u20ac\n\tthird");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^Gr\u00fc\u00dfe \u20ac$"),
                row("pattern-console", "logging.pattern.console replaces the pattern of the console")
                        .args("--logging.pattern.console=%-5level|%logger{0}|%thread|%msg%n")
                        .same(CONSOLE)
                        .has(CONSOLE, "^INFO \\|Orders\\|main\\|hello$"),
                row(
                                "pattern-console-placeholders",
                                "A pattern can have placeholders of the environment, with defaults after a colon")
                        .args(
                                "--shop.name=corner",
                                "--logging.pattern.console=${shop.name} ${shop.town:nowhere} %msg%n")
                        .same(CONSOLE)
                        .has(CONSOLE, "^corner nowhere hello$"),
                row("pattern-level", "logging.pattern.level adds what the MDC holds before the level")
                        .args("--logging.pattern.level=user:%X{user} %5p")
                        .play(stage -> {
                            stage.start();
                            MDC.put("user", "ann");
                            stage.log().info("hello");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^<time> user:ann  INFO <pid>"),
                row("pattern-dateformat", "logging.pattern.dateformat changes the time")
                        .args("--logging.pattern.dateformat=yyyy/MM")
                        .same(CONSOLE)
                        .has(CONSOLE, "^\\d{4}/\\d\\d  INFO"),
                row(
                                "pattern-words",
                                "Words of Logback's own work in patterns: MDC, markers, properties, groups and replacements")
                        .args(
                                "--spring.main.log-startup-info=false",
                                "--logging.pattern.console=%X{a:-none} %marker %property{PID} %-10(%level) %replace(%msg){'l+','L'} %c{1} %C{0}.%M:%L %kvp%n")
                        .play(stage -> {
                            stage.start();
                            MDC.put("a", "1");
                            stage.log().info(MarkerFactory.getMarker("AUDIT"), "hello");
                            stage.log().atInfo().addKeyValue("k", 1).log("hello");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^1 AUDIT <pid> INFO {6} heLo d\\.s\\.Orders ConsoleRows\\."),
                row("clr-levels", "spring.output.ansi.enabled=always colours levels and the parts of a line")
                        .args("--spring.output.ansi.enabled=always", "--logging.level.demo=trace")
                        .play(stage -> {
                            stage.start();
                            everyLevel("demo.shop.Orders");
                        })
                        .same(CONSOLE)
                        .has(
                                CONSOLE,
                                "\\x1b\\[31mERROR\\x1b\\[0;39m",
                                "\\x1b\\[33m WARN\\x1b\\[0;39m",
                                "\\x1b\\[32m INFO\\x1b\\[0;39m"),
                row("clr-colours", "%clr takes the names of colours and styles")
                        .args(
                                "--spring.output.ansi.enabled=always",
                                "--logging.pattern.console=%clr(%m){blue}%clr(%m){cyan}%clr(%m){faint}%clr(%m){green}%clr(%m){magenta}%clr(%m){red}%clr(%m){yellow}%clr(%m){bright_red}%clr(%m){} %clr(%m) %n")
                        .same(CONSOLE)
                        .has(CONSOLE, "\\x1b\\[34mhello\\x1b\\[0;39m\\x1b\\[36mhello"),
                row(
                                "clr-elements",
                                "%clr takes several elements and backgrounds, and colours by the level where it knows none")
                        .args(
                                "--spring.output.ansi.enabled=always",
                                "--logging.pattern.console=%clr(%m){red,bold}%clr(%m){bg_blue}%clr(%m){underline,bright_white,bg_bright_black}%clr(%m){nonsense}%n")
                        .same(CONSOLE)
                        .since(Boot.V41)
                        .has(CONSOLE, "hello"),
                row(
                                "clr-never",
                                "spring.output.ansi.enabled=never writes no colours, and so does detect without a terminal")
                        .args("--logging.pattern.console=%clr(%level) %clr(%m){red}%n")
                        .play(stage -> {
                            stage.start("--spring.output.ansi.enabled=never");
                            stage.log().info("plainly");
                            stage.close();
                            stage.start("--spring.output.ansi.enabled=detect");
                            stage.log().info("detected");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^INFO plainly$", "^INFO detected$"),
                row("charset-console", "logging.charset.console is the charset of the console")
                        .args("--logging.charset.console=US-ASCII")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("Gr\u00fc\u00dfe");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, ": Gr\\?\\?e"),
                row(
                                "threshold-console",
                                "logging.threshold.console keeps lesser levels from the console, and only from there")
                        .args("--logging.threshold.console=warn", "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            everyLevel("demo.shop.Orders");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has(CONSOLE, "at warn")
                        .hasNot(CONSOLE, "at info")
                        .has("app.log", "at info"),
                row("threshold-off", "logging.threshold.console=off silences the console")
                        .args("--logging.threshold.console=off")
                        .play(stage -> {
                            stage.start();
                            everyLevel("demo.shop.Orders");
                        })
                        .same(CONSOLE)
                        .hasNot(CONSOLE, "at error"),
                row("console-disabled", "logging.console.enabled=false ends logging to the console, not to the file")
                        .since(Boot.V40)
                        .args("--logging.console.enabled=false", "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .hasNot(CONSOLE, "hello")
                        .has("app.log", "hello"),
                row("application-name", "spring.application.name stands in brackets before the thread")
                        .args("--spring.application.name=shop")
                        .same(CONSOLE)
                        .has(CONSOLE, " --- \\[shop\\] \\[ +main\\] .*: hello"),
                row("application-name-odd", "A name with round brackets, percent and backslash stays as it is")
                        .args("--spring.application.name=shop (dev) 100%")
                        .same(CONSOLE)
                        .has(CONSOLE, "\\[shop \\(dev\\)"),
                row(
                                "application-name-left-out",
                                "logging.include-application-name=false leaves the name out, in the file, too")
                        .args(
                                "--spring.application.name=shop",
                                "--logging.include-application-name=false",
                                "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .hasNot(CONSOLE, "\\[shop\\]", "null")
                        .hasNot("app.log", "\\[shop\\]", "null"),
                row("application-group", "spring.application.group stands behind the name, in the file, too")
                        .args(
                                "--spring.application.name=shop",
                                "--spring.application.group=retail (eu)",
                                "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has(CONSOLE, "\\[shop\\] \\[retail \\(eu\\)\\] \\[ +main\\]")
                        .has("app.log", "\\[shop\\] \\[retail \\(eu\\)\\] \\[main\\]"),
                row("application-group-left-out", "logging.include-application-group=false leaves the group out")
                        .args("--spring.application.group=retail", "--logging.include-application-group=false")
                        .same(CONSOLE)
                        .hasNot(CONSOLE, "retail"),
                row(
                                "correlation",
                                "When correlation ids are expected, trace and span id of the MDC stand in brackets, in the file, too")
                        .args("--logging.expect-correlation-id=true", "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            traced(() -> stage.log().info("hello"));
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has(CONSOLE, " \\[" + TRACE + "-" + SPAN + "\\] demo\\.shop")
                        .has("app.log", " \\[" + TRACE + "-" + SPAN + "\\] demo\\.shop"),
                row("correlation-none", "When correlation ids are expected and there is none, blanks take their place")
                        .args("--logging.expect-correlation-id=true")
                        .same(CONSOLE)
                        .has(CONSOLE, " \\[ {49}\\] demo\\.shop"),
                row("correlation-unexpected", "Without the expectation, correlation ids aren't shown")
                        .play(stage -> {
                            stage.start();
                            traced(() -> stage.log().info("hello"));
                        })
                        .same(CONSOLE)
                        .hasNot(CONSOLE, SPAN),
                row("correlation-pattern", "logging.pattern.correlation names the keys and their widths")
                        .args("--logging.pattern.correlation=%correlationId{spanId(0),traceId(0),user(5)}")
                        .play(stage -> {
                            stage.start();
                            traced(() -> stage.log().info("hello"));
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "\\[" + SPAN + "-" + TRACE),
                row(
                                "system-properties-default",
                                "Without any property, the system properties that configurations can use are the same")
                        .same(SYSTEM)
                        .has(SYSTEM, "^PID=<pid>$", "^CONSOLE_LOG_CHARSET="),
                row("system-properties-all", "Each logging property is there as a system property for configurations")
                        .args(
                                "--logging.exception-conversion-word=%ex",
                                "--logging.file.name={dir}/app.log",
                                "--logging.file.path={dir}/folder",
                                "--logging.pattern.console=c %m%n",
                                "--logging.pattern.file=f %m%n",
                                "--logging.pattern.level=%p",
                                "--logging.pattern.dateformat=yyyy",
                                "--logging.pattern.correlation=%correlationId{a}",
                                "--logging.charset.console=UTF-8",
                                "--logging.charset.file=ISO-8859-1",
                                "--logging.threshold.console=info",
                                "--logging.threshold.file=warn",
                                "--spring.application.name=shop",
                                "--spring.application.group=retail",
                                "--logging.logback.rollingpolicy.file-name-pattern={dir}/app.%d.%i.log",
                                "--logging.logback.rollingpolicy.clean-history-on-start=true",
                                "--logging.logback.rollingpolicy.max-file-size=3MB",
                                "--logging.logback.rollingpolicy.total-size-cap=1GB",
                                "--logging.logback.rollingpolicy.max-history=3")
                        .same(SYSTEM)
                        .has(
                                SYSTEM,
                                "^LOG_FILE=<dir>/app\\.log$",
                                "^CONSOLE_LOG_PATTERN=c %m%n$",
                                "^LOGBACK_ROLLINGPOLICY_MAX_FILE_SIZE=3145728$",
                                "^LOGBACK_ROLLINGPOLICY_MAX_HISTORY=3$",
                                "^CONSOLE_LOG_THRESHOLD=",
                                "^LOG_EXCEPTION_CONVERSION_WORD=%ex$"),
                row(
                                "system-properties-given",
                                "A system property that is set already isn't replaced; the configuration sees the environment's value")
                        .play(stage -> {
                            System.setProperty("LOG_LEVEL_PATTERN", "<%p>");
                            stage.start("--logging.pattern.level=%p");
                            stage.log().info("hello");
                        })
                        .same(CONSOLE, SYSTEM)
                        .has(SYSTEM, "^LOG_LEVEL_PATTERN=<%p>$"));
    }

    static void everyLevel(String logger) {
        org.slf4j.Logger log = LoggerFactory.getLogger(logger);
        log.trace("at trace");
        log.debug("at debug");
        log.info("at info");
        log.warn("at warn");
        log.error("at error");
    }

    static void traced(Runnable logging) {
        MDC.put("traceId", TRACE);
        MDC.put("spanId", SPAN);
        logging.run();
        MDC.clear();
    }

    static Exception failure() {
        Exception failure = new IllegalStateException("no stock", new java.io.IOException("disk"));
        failure.addSuppressed(new IllegalArgumentException("and this"));
        return failure;
    }
}
