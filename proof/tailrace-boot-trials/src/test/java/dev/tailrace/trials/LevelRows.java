package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.row;

import java.util.List;
import org.slf4j.LoggerFactory;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/** {@code logging.level}, {@code logging.group}, and what a {@link LoggingSystem} answers. */
final class LevelRows {
    private static final String PATTERN = "--logging.pattern.console=%p %c %m%n";

    private LevelRows() {}

    private static Row levels(String id, String promise) {
        return row(id, promise).args(PATTERN).same(CONSOLE);
    }

    private static Scenario logging(String... loggers) {
        return stage -> {
            stage.start();
            for (String each : loggers) {
                ConsoleRows.everyLevel(each);
            }
        };
    }

    static List<Row> rows() {
        return List.of(
                levels("level-package", "logging.level.PACKAGE is the level of all loggers below it")
                        .args("--logging.level.demo.shop=debug", "--logging.level.demo.shop.Carts=error")
                        .play(logging("demo.shop.Orders", "demo.shop.Carts", "demo.other"))
                        .has(CONSOLE, "^DEBUG demo\\.shop\\.Orders", "^ERROR demo\\.shop\\.Carts")
                        .hasNot(CONSOLE, "WARN demo\\.shop\\.Carts", "TRACE", "DEBUG demo\\.other"),
                levels("level-root", "logging.level.root is the level of all others")
                        .args("--logging.level.root=warn", "--logging.level.demo.shop=info")
                        .play(logging("demo.shop.Orders", "demo.other"))
                        .has(CONSOLE, "^INFO demo\\.shop")
                        .hasNot(CONSOLE, "^INFO demo\\.other"),
                levels("level-spelling", "Levels are read in any case, with blanks and placeholders")
                        .args("--loud=TRACE", "--logging.level.demo.a= TrAcE ", "--logging.level.demo.b=${loud}")
                        .play(logging("demo.a", "demo.b"))
                        .has(CONSOLE, "^TRACE demo\\.a", "^TRACE demo\\.b"),
                levels("level-off", "OFF and false silence a logger")
                        .args("--logging.level.demo.a=off", "--logging.level.demo.b=false")
                        .play(logging("demo.a", "demo.b", "demo.c"))
                        .has(CONSOLE, "demo\\.c")
                        .hasNot(CONSOLE, "demo\\.[ab]"),
                levels("level-fatal", "FATAL counts as ERROR")
                        .args("--logging.level.demo.a=fatal")
                        .play(logging("demo.a"))
                        .has(CONSOLE, "^ERROR demo\\.a")
                        .hasNot(CONSOLE, "^WARN demo\\.a"),
                levels("level-wrong", "A level that doesn't exist fails the start, with the property's name")
                        .play(stage -> stage.startFailing("--logging.level.demo.a=loud"))
                        .same("failure")
                        .has("failure", "logging\\.level"),
                levels("level-yaml", "application.yaml and its profiles set levels; an unquoted off is OFF")
                        .resource("application.yaml", """
                                logging:
                                  level:
                                    demo.a: debug
                                    demo.b: off
                                ---
                                spring.config.activate.on-profile: loud
                                logging.level.demo.a: trace
                                """)
                        .resource("application-quiet.yaml", "logging.level.demo.a: error\n")
                        .play(stage -> {
                            stage.start();
                            ConsoleRows.everyLevel("demo.a");
                            ConsoleRows.everyLevel("demo.b");
                            stage.close();
                            stage.start("--spring.profiles.active=loud");
                            stage.log().info("now loud");
                            ConsoleRows.everyLevel("demo.a");
                            stage.close();
                            stage.start("--spring.profiles.active=quiet");
                            ConsoleRows.everyLevel("demo.a");
                        })
                        .count(CONSOLE, "^DEBUG demo\\.a", 2)
                        .count(CONSOLE, "^TRACE demo\\.a", 1)
                        .count(CONSOLE, "^ERROR demo\\.a", 3)
                        .hasNot(CONSOLE, "demo\\.b"),
                levels("level-environment", "LOGGING_LEVEL_… and LOGGING_FILE_NAME are read from the environment")
                        .env("LOGGING_LEVEL_DEMO_A", "debug")
                        .env("LOGGING_FILE_NAME", "from-environment.log")
                        .play(stage -> {
                            stage.start();
                            ConsoleRows.everyLevel("demo.a");
                            stage.seeFile("from-environment.log");
                        })
                        .same("from-environment.log")
                        .has(CONSOLE, "^DEBUG demo\\.a")
                        .has("from-environment.log", "DEBUG .*demo\\.a"),
                levels("level-json", "SPRING_APPLICATION_JSON sets the level of a class")
                        .play(stage -> {
                            System.setProperty(
                                    "spring.application.json", "{\"logging\":{\"level\":{\"demo.A\":\"debug\"}}}");
                            logging("demo.A").play(stage);
                        })
                        .has(CONSOLE, "^DEBUG demo\\.A"),
                levels("level-precedence", "The command line's root level wins over a lower source's")
                        .resource("application.properties", "logging.level.ROOT=warn\nlogging.level.demo.a=trace\n")
                        .args("--logging.level.root=debug", "--logging.level.demo.a=info")
                        .play(logging("demo.a", "demo.b"))
                        .has(CONSOLE, "^DEBUG demo\\.b")
                        .hasNot(CONSOLE, "DEBUG demo\\.a"),
                levels("group-own", "A group of logging.group has one level for its loggers")
                        .args("--logging.group.money=demo.pay,demo.tax", "--logging.level.money=trace")
                        .play(logging("demo.pay", "demo.tax", "demo.a"))
                        .has(CONSOLE, "^TRACE demo\\.pay", "^TRACE demo\\.tax")
                        .hasNot(CONSOLE, "^TRACE demo\\.a"),
                levels("group-web-sql", "The groups web and sql are there")
                        .args("--logging.level.web=trace", "--logging.level.sql=debug")
                        .play(logging(
                                "org.springframework.core.codec.X",
                                "org.springframework.http.X",
                                "org.springframework.web.X",
                                "org.springframework.jdbc.core.X",
                                "org.hibernate.SQL",
                                "org.jooq.tools.LoggerListener",
                                "org.springframework.core.X"))
                        .has(CONSOLE, "^TRACE org\\.springframework\\.web\\.X", "^DEBUG org\\.hibernate\\.SQL")
                        .hasNot(CONSOLE, "^DEBUG org\\.springframework\\.core\\.X"),
                levels("debug", "debug makes a selection of loggers say more, not the application's")
                        .args("--debug")
                        .play(logging("org.springframework.boot.X", "org.hibernate.SQL", "demo.a"))
                        .has(CONSOLE, "^DEBUG org\\.springframework\\.boot\\.X", "^DEBUG org\\.hibernate\\.SQL")
                        .hasNot(CONSOLE, "^DEBUG demo\\.a", "^TRACE org\\.springframework\\.boot\\.X"),
                levels("trace", "trace makes them say still more")
                        .args("--trace=true")
                        .play(logging("org.springframework.X", "org.apache.catalina.X", "demo.a"))
                        .has(CONSOLE, "^TRACE org\\.springframework\\.X", "^TRACE org\\.apache\\.catalina\\.X")
                        .hasNot(CONSOLE, "^DEBUG demo\\.a"),
                levels("debug-false", "debug=false and trace=false change nothing")
                        .args("--debug=false", "--trace=false")
                        .play(logging("org.springframework.boot.X"))
                        .hasNot(CONSOLE, "^DEBUG"),
                levels("system-levels", "The logging system supports TRACE, DEBUG, INFO, WARN, ERROR and OFF")
                        .play(stage -> {
                            stage.start();
                            stage.see("levels", new java.util.TreeSet<>(system().getSupportedLogLevels()));
                        })
                        .same("levels")
                        .has("levels", "^\\[TRACE, DEBUG, INFO, WARN, ERROR, OFF\\]$"),
                levels("system-set-level", "LoggingSystem.setLogLevel changes levels at run time; null inherits again")
                        .play(stage -> {
                            stage.start();
                            LoggingSystem system = system();
                            system.setLogLevel("demo.a", LogLevel.DEBUG);
                            ConsoleRows.everyLevel("demo.a.b");
                            system.setLogLevel("demo.a", LogLevel.OFF);
                            ConsoleRows.everyLevel("demo.a.c");
                            system.setLogLevel("demo.a", null);
                            ConsoleRows.everyLevel("demo.a.d");
                            system.setLogLevel("ROOT", LogLevel.ERROR);
                            ConsoleRows.everyLevel("demo.a.e");
                            system.setLogLevel("", LogLevel.WARN);
                            ConsoleRows.everyLevel("demo.a.f");
                            system.setLogLevel(null, LogLevel.DEBUG);
                            ConsoleRows.everyLevel("demo.a.g");
                        })
                        .has(
                                CONSOLE,
                                "^DEBUG demo\\.a\\.b",
                                "^INFO demo\\.a\\.d",
                                "^ERROR demo\\.a\\.e",
                                "^WARN demo\\.a\\.f",
                                "^DEBUG demo\\.a\\.g")
                        .hasNot(CONSOLE, "demo\\.a\\.c", "WARN demo\\.a\\.e", "INFO demo\\.a\\.f"),
                levels(
                                "system-configurations",
                                "LoggingSystem lists loggers with configured and effective levels, ROOT first")
                        .args("--logging.level.demo.a=debug")
                        .play(stage -> {
                            stage.start();
                            LoggerFactory.getLogger("demo.a.child");
                            List<LoggerConfiguration> all = system().getLoggerConfigurations();
                            stage.see("first", all.get(0));
                            stage.see("own", system().getLoggerConfiguration("demo.a"));
                            stage.see("child", system().getLoggerConfiguration("demo.a.child"));
                            stage.see("root", system().getLoggerConfiguration("ROOT"));
                            stage.see("unknown", system().getLoggerConfiguration("does.not.exist"));
                            stage.see(
                                    "listed",
                                    all.stream()
                                            .filter(each -> each.getName().startsWith("demo.a"))
                                            .map(String::valueOf)
                                            .reduce("", (a, b) -> a + b + "\n"));
                        })
                        .same("first", "own", "child", "root", "unknown")
                        .has("first", "ROOT")
                        .has("own", "DEBUG")
                        .has("unknown", "^null$")
                        .has("listed", "demo\\.a'?\\b", "demo\\.a\\.child"),
                row("system-none", "org.springframework.boot.logging.LoggingSystem=none leaves logging alone")
                        .jvm("-Dorg.springframework.boot.logging.LoggingSystem=none")
                        .play(stage -> {
                            stage.start("--logging.level.demo.a=debug");
                            stage.log().info("hello");
                            stage.see(
                                    "system",
                                    LoggingSystem.get(Stage.class.getClassLoader())
                                            .getClass()
                                            .getSimpleName());
                        })
                        .same("system")
                        .has(CONSOLE, "INFO demo\\.shop\\.Orders -.*- hello$")
                        .hasNot(CONSOLE, "DEBUG"));
    }

    static LoggingSystem system() {
        return LoggingSystem.get(Thread.currentThread().getContextClassLoader());
    }
}
