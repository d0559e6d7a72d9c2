package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.row;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogManager;
import org.apache.commons.logging.LogFactory;
import org.apache.logging.log4j.ThreadContext;
import org.slf4j.MDC;

/** What logs by other APIs than SLF4J arrives. */
final class BridgeRows {
    private static final String PATTERN = "--logging.pattern.console=%p %c %X{user} %m%n%ex{short}";

    private BridgeRows() {}

    private static Row api(String id, String promise, Scenario scenario) {
        return row(id, promise)
                .args(PATTERN, "--logging.level.demo.loud=debug")
                .play(scenario)
                .same(CONSOLE);
    }

    static List<Row> rows() {
        return List.of(
                api("jul", "java.util.logging arrives, with parameters and exceptions", stage -> {
                            stage.start();
                            java.util.logging.Logger log = java.util.logging.Logger.getLogger("demo.jul");
                            log.info("hello");
                            log.log(Level.WARNING, "filled {0} of {1}", new Object[] {3, "five"});
                            log.log(Level.SEVERE, "not filled", new IllegalStateException("no stock"));
                            log.fine("silent");
                        })
                        .has(
                                CONSOLE,
                                "^INFO demo\\.jul {2}hello$",
                                "^WARN demo\\.jul {2}filled 3 of five$",
                                "^ERROR demo\\.jul")
                        .hasNot(CONSOLE, "silent"),
                api("jul-levels", "Levels of properties hold for java.util.logging", stage -> {
                            stage.start();
                            java.util.logging.Logger.getLogger("demo.loud.Jul").fine("finely");
                            java.util.logging.Logger.getLogger("demo.loud.Jul").finest("silent");
                            LevelRows.system()
                                    .setLogLevel("demo.later", org.springframework.boot.logging.LogLevel.TRACE);
                            java.util.logging.Logger.getLogger("demo.later").finest("finest");
                        })
                        .has(CONSOLE, "^DEBUG demo\\.loud\\.Jul {2}finely$", "^TRACE demo\\.later {2}finest$")
                        .hasNot(CONSOLE, "silent"),
                api("jul-bridge", "The bridge is there while the application runs, and goes with it", stage -> {
                            stage.start();
                            stage.see("running", bridged());
                            stage.close();
                            stage.see("closed", bridged());
                        })
                        .same("running", "closed")
                        .has("running", "true")
                        .has("closed", "false"),
                api("log4j", "Log4j's API arrives, with its parameters, ThreadContext and exceptions", stage -> {
                            stage.start();
                            org.apache.logging.log4j.Logger log =
                                    org.apache.logging.log4j.LogManager.getLogger("demo.log4j");
                            ThreadContext.put("user", "ann");
                            log.info("filled {} of {}", 3, "five");
                            ThreadContext.clearAll();
                            log.error("not filled", new IllegalStateException("no stock"));
                            log.fatal("fatally");
                            log.debug("silent");
                            org.apache.logging.log4j.LogManager.getLogger("demo.loud.Log4j")
                                    .debug("detail");
                        })
                        .has(
                                CONSOLE,
                                "^INFO demo\\.log4j ann filled 3 of five$",
                                "^DEBUG demo\\.loud\\.Log4j {2}detail$",
                                "^ERROR demo\\.log4j {2}fatally$")
                        .hasNot(CONSOLE, "silent"),
                api("commons-logging", "Commons Logging, which Spring itself uses, arrives", stage -> {
                            stage.start();
                            LogFactory.getLog("demo.jcl").warn("hello", new IllegalStateException("no stock"));
                            LogFactory.getLog("demo.loud.Jcl").debug("detail");
                            LogFactory.getLog("demo.jcl").fatal("fatally");
                        })
                        .has(CONSOLE, "^WARN demo\\.jcl {2}hello$", "^DEBUG demo\\.loud\\.Jcl {2}detail$"),
                api("system-logger", "System.Logger arrives", stage -> {
                            stage.start();
                            System.getLogger("demo.system").log(System.Logger.Level.WARNING, "hello {0}", "you");
                            System.getLogger("demo.loud.System").log(System.Logger.Level.DEBUG, "detail");
                        })
                        .has(CONSOLE, "^WARN demo\\.system {2}hello you$", "^DEBUG demo\\.loud\\.System {2}detail$"),
                api("mdc-threads", "The MDC belongs to its thread", stage -> {
                            stage.start();
                            MDC.put("user", "ann");
                            Thread other = new Thread(() -> stage.log().info("elsewhere"), "other");
                            other.start();
                            other.join();
                            stage.log().info("here");
                        })
                        .has(
                                CONSOLE,
                                "^INFO demo\\.shop\\.Orders {2}elsewhere$",
                                "^INFO demo\\.shop\\.Orders ann here$"),
                row("tomcat-start", "Tomcat's and Spring's lines at the start are the same")
                        .web()
                        .play(Stage::start)
                        .same(CONSOLE)
                        .has(CONSOLE, "Tomcat initialized with port", "Started TrialWebApplication in"),
                row("tomcat-exception", "An exception that a controller doesn't catch is logged with its stack trace")
                        .web()
                        .play(stage -> {
                            stage.start();
                            stage.see("status", stage.get("/broken").substring(0, 3));
                            stage.see("trace", cut(stage.console()));
                        })
                        .same("status", "trace")
                        .has("status", "500")
                        .has(
                                "trace",
                                "ERROR .*\\[dispatcherServlet\\].*threw exception",
                                "^java\\.lang\\.IllegalStateException: no such order$",
                                "TrialWebApplication\\$Orders\\.broken"),
                row("web-debug", "logging.level.web=debug shows each request")
                        .web()
                        .args("--logging.level.web=debug", "--logging.pattern.console=%p %c{0} %m%n")
                        .play(stage -> {
                            stage.start();
                            stage.get("/order");
                            stage.awaitConsole("Completed 200 OK");
                            stage.see(
                                    "request",
                                    stage.console()
                                            .lines()
                                            .filter(each -> each.contains("\"/order\"") || each.contains("Completed"))
                                            .reduce("", (a, b) -> a + b + "\n"));
                        })
                        .same("request")
                        .has(
                                "request",
                                "^DEBUG DispatcherServlet GET \"/order\"",
                                "^DEBUG DispatcherServlet Completed 200 OK"));
    }

    private static boolean bridged() {
        for (var each : LogManager.getLogManager().getLogger("").getHandlers()) {
            if (each.getClass().getName().equals("org.slf4j.bridge.SLF4JBridgeHandler")) {
                return true;
            }
        }
        return false;
    }

    /** From the line of the exception to the first frames. */
    private static String cut(String console) {
        StringBuilder cut = new StringBuilder();
        console.lines()
                .dropWhile(each -> !each.contains("threw exception"))
                .filter(each -> !each.contains("jdk.internal.reflect") && !each.contains("java.base/"))
                .limit(8)
                .forEach(each -> cut.append(each).append('\n'));
        return cut.toString();
    }
}
