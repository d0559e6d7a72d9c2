package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.STDERR;
import static dev.tailrace.trials.Row.row;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.LoggerFactory;
import org.springframework.boot.json.JsonParserFactory;

/** The actuator's endpoints loggers, logfile and metrics. */
final class ActuatorRows {
    private static final Pattern COUNT = Pattern.compile("\"value\" ?: ?([\\d.E]+)");

    private ActuatorRows() {}

    static List<Row> rows() {
        return List.of(
                row("loggers-list", "GET /actuator/loggers lists levels, loggers and groups, ROOT first")
                        .web()
                        .args("--logging.level.demo.shop=debug", "--logging.group.money=demo.pay,demo.tax")
                        .play(stage -> {
                            stage.start();
                            LoggerFactory.getLogger("demo.shop.Carts");
                            String answer = stage.get("/actuator/loggers");
                            Object loggers = JsonParserFactory.getJsonParser()
                                    .parseMap(answer.substring(answer.indexOf('\n') + 1))
                                    .get("loggers");
                            stage.see(
                                    "first",
                                    ((java.util.Map<?, ?>) loggers)
                                            .keySet()
                                            .iterator()
                                            .next());
                            stage.see("status", answer.substring(0, 3));
                            stage.see("levels", part(answer, "\"levels\":\\[[^\\]]*\\]"));
                            stage.see("root", part(answer, "\"ROOT\":\\{[^}]*\\}"));
                            stage.see("shop", part(answer, "\"demo\\.shop\":\\{[^}]*\\}"));
                            stage.see("carts", part(answer, "\"demo\\.shop\\.Carts\":\\{[^}]*\\}"));
                            stage.see("money", part(answer, "\"money\":\\{[^}]*\\}"));
                        })
                        .same("status", "first", "levels", "root", "shop", "carts", "money")
                        .has("first", "^ROOT$")
                        .has("shop", "\"configuredLevel\":\"DEBUG\"")
                        .has("money", "demo\\.tax"),
                row("loggers-one", "GET /actuator/loggers/NAME shows one; a logger that doesn't exist is 404")
                        .web()
                        .args("--logging.level.demo.shop=warn")
                        .play(stage -> {
                            stage.start();
                            stage.see("shop", stage.get("/actuator/loggers/demo.shop.Orders"));
                            stage.see("root", stage.get("/actuator/loggers/ROOT"));
                            stage.see("unknown", stage.get("/actuator/loggers/does.not.exist"));
                        })
                        .same("shop", "root", "unknown")
                        .has("shop", "\"effectiveLevel\":\"WARN\"")
                        .has("unknown", "^404"),
                row(
                                "loggers-post",
                                "POST /actuator/loggers/NAME changes a level at once; null inherits again; OFF silences")
                        .web()
                        .play(stage -> {
                            stage.start();
                            stage.get("/order");
                            stage.see("debug", post(stage, "demo.shop", "DEBUG"));
                            stage.get("/order");
                            stage.see("reset", stage.post("/actuator/loggers/demo.shop", "{\"configuredLevel\":null}"));
                            stage.get("/order");
                            stage.see("off", post(stage, "demo.shop", "OFF"));
                            stage.get("/order");
                            stage.see("then", stage.get("/actuator/loggers/demo.shop"));
                            stage.post("/actuator/loggers/demo.shop", "{}");
                            stage.get("/order");
                        })
                        .same("debug", "reset", "off", "then")
                        .has("debug", "^204")
                        .has("then", "OFF")
                        .count(CONSOLE, ": order filled$", 4)
                        .count(CONSOLE, ": order filled in detail$", 1),
                row("loggers-post-root", "POST to ROOT changes the level of all that have none")
                        .web()
                        .play(stage -> {
                            stage.start();
                            stage.see("set", post(stage, "ROOT", "ERROR"));
                            ConsoleRows.everyLevel("demo.a");
                            post(stage, "ROOT", "INFO");
                            ConsoleRows.everyLevel("demo.b");
                        })
                        .same("set")
                        .has(CONSOLE, "ERROR .* demo\\.a", "INFO .* demo\\.b")
                        .hasNot(CONSOLE, "WARN .* demo\\.a"),
                row("loggers-post-group", "POST to a group changes all its loggers, and null resets them")
                        .web()
                        .args("--logging.group.money=demo.pay,demo.tax")
                        .play(stage -> {
                            stage.start();
                            stage.see("set", post(stage, "money", "TRACE"));
                            ConsoleRows.everyLevel("demo.pay");
                            ConsoleRows.everyLevel("demo.tax.Vat");
                            stage.see("group", stage.get("/actuator/loggers/money"));
                            stage.post("/actuator/loggers/money", "{\"configuredLevel\":null}");
                            stage.see("after", stage.get("/actuator/loggers/money"));
                            LoggerFactory.getLogger("demo.pay").debug("no more");
                        })
                        .same("set", "group", "after")
                        .has(CONSOLE, "TRACE .* demo\\.pay", "TRACE .* demo\\.tax\\.Vat")
                        .hasNot(CONSOLE, "no more"),
                row("loggers-post-wrong", "POST of a level that doesn't exist is 400 and changes nothing")
                        .web()
                        .play(stage -> {
                            stage.start();
                            String answer = post(stage, "demo.shop", "LOUD");
                            stage.see("status", answer.substring(0, 3));
                            stage.see("then", stage.get("/actuator/loggers/demo.shop.Orders"));
                        })
                        .same("status", "then")
                        .has("status", "400"),
                row("loggers-trace-bridged", "A level set at run time holds for java.util.logging, too")
                        .web()
                        .play(stage -> {
                            stage.start();
                            java.util.logging.Logger jul = java.util.logging.Logger.getLogger("demo.jul.Late");
                            jul.fine("too early");
                            post(stage, "demo.jul.Late", "DEBUG");
                            jul.fine("finely");
                            post(stage, "demo.jul.Late", "WARN");
                            jul.info("too late");
                        })
                        .has(CONSOLE, "DEBUG .*: finely")
                        .hasNot(CONSOLE, "too early", "too late"),
                row("logfile", "GET /actuator/logfile is the log file, or a range of it")
                        .web()
                        .args("--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("app.log");
                            stage.see("answer", stage.get("/actuator/logfile"));
                            stage.see("range", stage.send("GET", "/actuator/logfile", "", "Range", "bytes=0-9"));
                        })
                        .has("answer", "^200$", "Orders +: hello")
                        .has("range", "^206$", "^\\d{4}-\\d\\d-\\d\\d$"),
                row("logfile-none", "Without a file it is 404")
                        .web()
                        .play(stage -> {
                            stage.start();
                            stage.see("status", stage.get("/actuator/logfile").substring(0, 3));
                        })
                        .same("status")
                        .has("status", "404"),
                row(
                                "logfile-external",
                                "management.endpoint.logfile.external-file names a file that a configuration writes")
                        .web()
                        .resource("logback-spring.xml", """
                                <configuration>
                                  <springProperty name="file" source="management.endpoint.logfile.external-file"/>
                                  <appender name="FILE" class="ch.qos.logback.core.FileAppender">
                                    <file>${file}</file>
                                    <encoder><pattern>own %m%n</pattern></encoder>
                                  </appender>
                                  <root level="INFO"><appender-ref ref="FILE"/></root>
                                </configuration>
                                """)
                        .args("--management.endpoint.logfile.external-file={dir}/own.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            stage.seeFile("own.log");
                            stage.see("answer", stage.get("/actuator/logfile"));
                        })
                        .has("answer", "^200$", "^own hello$"),
                row("metrics", "GET /actuator/metrics/logback.events counts events by level")
                        .web()
                        .play(stage -> {
                            stage.start("--logging.level.demo=info");
                            stage.get("/actuator/metrics/logback.events");
                            double[] before = counts(stage);
                            ConsoleRows.everyLevel("demo.a");
                            ConsoleRows.everyLevel("demo.a");
                            double[] after = counts(stage);
                            StringBuilder more = new StringBuilder();
                            for (int i = 0; i < before.length; i++) {
                                more.append((int) (after[i] - before[i])).append(' ');
                            }
                            stage.see("more", more.toString().strip());
                            stage.see(
                                    "meter",
                                    stage.get("/actuator/metrics/logback.events")
                                            .replaceAll("\"value\" ?: ?[\\d.E]+", "\"value\":0"));
                        })
                        .same("meter", "more")
                        .has("more", "^0 0 2 2 2$"),
                row("metrics-listed", "The meter logback.events is among the others")
                        .web()
                        .play(stage -> {
                            stage.start();
                            stage.see("listed", stage.get("/actuator/metrics").contains("\"logback.events\""));
                        })
                        .same("listed")
                        .has("listed", "true"),
                row("metrics-off", "management.metrics.enable.logback=false takes the meter away")
                        .web()
                        .play(stage -> {
                            stage.start("--management.metrics.enable.logback=false");
                            stage.see(
                                    "status",
                                    stage.get("/actuator/metrics/logback.events")
                                            .substring(0, 3));
                        })
                        .same("status")
                        .has("status", "404"),
                row(
                                "health",
                                "management.health.tailrace.enabled=true shows what waits for its file, and what was dropped")
                        .onlyOn(Backend.TAILRACE)
                        .web()
                        .args("--management.endpoint.health.show-details=always")
                        .play(stage -> {
                            stage.start("--management.health.tailrace.enabled=true");
                            stage.see("answer", stage.get("/actuator/health/tailrace"));
                            stage.close();
                            stage.start();
                            stage.see(
                                    "default",
                                    stage.get("/actuator/health/tailrace").substring(0, 3));
                        })
                        .has("answer", "^200$", "\"status\":\"UP\"", "\"undrained\":\\d+", "\"dropped\":0")
                        .has("default", "404"),
                row(
                                "endpoint",
                                "GET /actuator/tailrace shows the configuration in use and findings, which name the property")
                        .onlyOn(Backend.TAILRACE)
                        .web()
                        .resource("application.properties", "tailrace.max-wait=long\n")
                        .alone()
                        .play(stage -> {
                            stage.start("--tailrace.debug=true");
                            stage.see("answer", stage.get("/actuator/tailrace"));
                        })
                        .has("answer", "^200$", "Spring Boot's defaults", "console", "TR1034")
                        .has(
                                STDERR,
                                "^tailrace: configuration Spring Boot's defaults",
                                "application.properties\\]\\s+-\\s+1:")
                        .count(STDERR, "tailrace\\.max-wait", 1),
                row("loggers-default", "GET /actuator/loggers/NAME shows a level that is Spring Boot's default")
                        .web()
                        .play(stage -> {
                            stage.start();
                            stage.see(
                                    "answer",
                                    stage.get("/actuator/loggers/org.apache.coyote.http11.Http11NioProtocol"));
                        })
                        .same("answer")
                        .has("answer", "\"configuredLevel\":\"WARN\"", "\"effectiveLevel\":\"WARN\""),
                row("web-structured", "A web application writes each request's line as JSON, with its MDC")
                        .web()
                        .args(
                                "--logging.structured.format.console=logstash",
                                "--logging.structured.json.exclude=thread_name")
                        .play(stage -> {
                            stage.start();
                            stage.get("/order");
                            stage.see("line", part(stage.console(), "(?m)^.*order filled.*$"));
                        })
                        .same("line")
                        .has("line", "\"order\":\"4711\""));
    }

    private static String post(Stage stage, String logger, String level) throws IOException {
        return stage.post("/actuator/loggers/" + logger, "{\"configuredLevel\":\"" + level + "\"}");
    }

    private static double[] counts(Stage stage) throws IOException {
        double[] counts = new double[5];
        String[] levels = {"trace", "debug", "info", "warn", "error"};
        for (int i = 0; i < counts.length; i++) {
            Matcher value = COUNT.matcher(stage.get("/actuator/metrics/logback.events?tag=level:" + levels[i]));
            counts[i] = value.find() ? Double.parseDouble(value.group(1)) : -1;
        }
        return counts;
    }

    private static String part(String text, String pattern) {
        Matcher part = Pattern.compile(pattern).matcher(text);
        return part.find() ? part.group() : "nothing like " + pattern;
    }
}
