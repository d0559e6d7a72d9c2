package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.EXIT;
import static dev.tailrace.trials.Row.STDERR;
import static dev.tailrace.trials.Row.row;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.List;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.slf4j.LoggerFactory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.beans.factory.aot.AotServices;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;

/** Starts that fail, several applications in a JVM, ends, kills, tests, containers. */
final class LifecycleRows {
    private static final int MANY = 5_000;

    private LifecycleRows() {}

    @SpringBootConfiguration(proxyBeanMethods = false)
    static class FailingApplication {
        @Bean
        Object broken() {
            throw new IllegalStateException("no stock");
        }
    }

    @SpringBootConfiguration(proxyBeanMethods = false)
    static class ClosingApplication {
        @Bean(destroyMethod = "close")
        AutoCloseable closing() {
            return () -> LoggerFactory.getLogger("demo.closing").info("closing the bean");
        }
    }

    static List<Row> rows() {
        return List.of(
                row("start-lines", "The start is logged, with the active profiles")
                        .args("--spring.profiles.active=prod,eu")
                        .play(Stage::start)
                        .same(CONSOLE)
                        .has(
                                CONSOLE,
                                "Starting TrialApplication using Java",
                                "The following 2 profiles are active: \"prod\", \"eu\"",
                                "Started TrialApplication in"),
                row("start-early", "What is logged before the logging system is set up isn't shown twice")
                        .play(stage -> {
                            stage.log().info("before the start");
                            stage.start();
                            stage.log().info("after it");
                        })
                        .count(CONSOLE, ": after it", 1),
                row("start-failure", "A start that fails is logged with its cause, and the next one logs again")
                        .play(stage -> {
                            try {
                                stage.start(FailingApplication.class);
                            } catch (RuntimeException e) {
                                stage.see("thrown-as", e.getClass().getSimpleName());
                            }
                            stage.see(
                                    "report",
                                    stage.console()
                                            .lines()
                                            .filter(each -> each.contains("ERROR"))
                                            .toList());
                            stage.start();
                            stage.log().info("well again");
                        })
                        .same("report", "thrown-as")
                        .has(
                                CONSOLE,
                                "ERROR .*Application run failed",
                                "Caused by: java\\.lang\\.IllegalStateException: no stock",
                                ": well again"),
                row("start-port-taken", "A failure that Spring Boot can explain is explained in the log")
                        .web()
                        .play(stage -> {
                            try (java.net.ServerSocket taken = new java.net.ServerSocket(0)) {
                                SpringApplication application = stage.application(TrialWebApplication.class);
                                application
                                        .run("--server.port=" + taken.getLocalPort())
                                        .close();
                            } catch (RuntimeException e) {
                                stage.see("thrown-as", e.getClass().getSimpleName());
                            }
                        })
                        .same("thrown-as")
                        .has(CONSOLE, "APPLICATION FAILED TO START", "was already in use"),
                row("applications-in-turn", "Two applications, one after another, have each its own configuration")
                        .play(stage -> {
                            stage.start("--logging.pattern.console=first %m%n", "--logging.level.demo=debug");
                            stage.log().debug("hello");
                            stage.close();
                            System.clearProperty("CONSOLE_LOG_PATTERN");
                            stage.start("--logging.pattern.console=second %m%n");
                            stage.log().debug("silent");
                            stage.log().info("hello");
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^first hello$", "^second hello$")
                        .hasNot(CONSOLE, "silent"),
                row(
                                "applications-at-once",
                                "A second application in a JVM starts while the first runs, and both log on")
                        .play(stage -> {
                            ConfigurableApplicationContext first = stage.start("--logging.pattern.console=%m%n");
                            ConfigurableApplicationContext second = stage.start("--logging.level.demo=debug");
                            stage.log().debug("both");
                            second.close();
                            stage.log().warn("one");
                            first.close();
                        })
                        .has(CONSOLE, "^both$"),
                row("contexts-parent-child", "A child context that is closed doesn't end logging")
                        .play(stage -> {
                            ConfigurableApplicationContext parent = new SpringApplicationBuilder(TrialApplication.class)
                                    .bannerMode(Banner.Mode.OFF)
                                    .web(WebApplicationType.NONE)
                                    .run("--logging.pattern.console=%m%n");
                            ConfigurableApplicationContext child = new SpringApplicationBuilder(
                                            ClosingApplication.class)
                                    .parent(parent)
                                    .bannerMode(Banner.Mode.OFF)
                                    .web(WebApplicationType.NONE)
                                    .run("--logging.pattern.console=%m%n");
                            child.close();
                            stage.log().info("after the child");
                            parent.close();
                        })
                        .same(CONSOLE)
                        .has(CONSOLE, "^closing the bean$", "^after the child$"),
                row("close-last-lines", "What beans log when the application is closed is written")
                        .args("--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start(ClosingApplication.class);
                            stage.close();
                            stage.seeFile("app.log");
                        })
                        .same(CONSOLE, "app.log")
                        .has(CONSOLE, ": closing the bean")
                        .has("app.log", ": closing the bean"),
                row(
                                "exit-lines",
                                "All lines are on the console and in the file after System.exit, the hooks' last ones too")
                        .alone()
                        .args("--logging.file.name={dir}/app.log", "--logging.pattern.console=%m%n")
                        .play(stage -> {
                            stage.start(ClosingApplication.class);
                            for (int i = 0; i < MANY; i++) {
                                stage.log().info("line n{}", i);
                            }
                            System.exit(3);
                        })
                        .same(CONSOLE, EXIT)
                        .has(EXIT, "^3$")
                        .count(CONSOLE, "^line n\\d+$", MANY)
                        .has(CONSOLE, "^closing the bean$")
                        .count("app.log", ": line n\\d+$", MANY)
                        .has("app.log", ": closing the bean$"),
                row("exit-without-hook", "With logging.register-shutdown-hook=false the lines are there, too")
                        .alone()
                        .args("--logging.register-shutdown-hook=false", "--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            stage.start();
                            stage.log().info("hello");
                            System.exit(0);
                        })
                        .has(CONSOLE, ": hello$")
                        .has("app.log", ": hello$"),
                row("exit-killed", "What was logged to a file before kill -9 is in it after the next start, once")
                        .onlyOn(Backend.TAILRACE)
                        .alone()
                        .args("--logging.file.name={dir}/app.log")
                        .play(stage -> {
                            if (Files.notExists(stage.path("killed"))) {
                                stage.start();
                                for (int i = 0; i < MANY; i++) {
                                    stage.log().info("line n{}", i);
                                }
                                Files.writeString(stage.path("killed"), "");
                                // The parent starts this row again when it ends with this status.
                                Runtime.getRuntime().halt(137);
                            }
                            stage.start();
                            stage.log().info("again");
                        })
                        .count("app.log", ": line n\\d+$", MANY)
                        .has("app.log", ": again$"),
                row("devtools-restart", "After a restart by DevTools, lines are written once, with the changed levels")
                        .devtools()
                        .args("--logging.file.name={dir}/app.log")
                        .play(DevToolsScene::play)
                        .same(EXIT)
                        .has(EXIT, "^0$")
                        .count(CONSOLE, ": before the restart$", 1)
                        .count(CONSOLE, ": after the restart$", 1)
                        .count(CONSOLE, ": with the new level$", 1)
                        .hasNot(CONSOLE, "silent")
                        .count("app.log", ": before the restart$", 1)
                        .count("app.log", ": with the new level$", 1),
                row("banner", "The banner is on the console; with a structured format there it is left out")
                        .play(stage -> {
                            stage.withBanner();
                            stage.see("banner", stage.console().contains(":: Spring Boot ::"));
                            stage.close();
                            stage.withBanner("--logging.structured.format.console=ecs");
                        })
                        .has("banner", "true")
                        .count(CONSOLE, ":: Spring Boot ::", 1)
                        .has(CONSOLE, "\\{.*\"message\":\"Started TrialApplication"),
                row("banner-log", "With spring.main.banner-mode=log the banner is logged")
                        .play(stage -> stage.withBanner("--spring.main.banner-mode=log"))
                        .has(CONSOLE, "INFO <pid> --- .*TrialApplication"),
                row("native-hints", "What a native image must keep is registered")
                        .onlyOn(Backend.TAILRACE)
                        .play(stage -> {
                            ClassLoader loader = Stage.class.getClassLoader();
                            RuntimeHints hints = new RuntimeHints();
                            AotServices.factories(loader)
                                    .load(RuntimeHintsRegistrar.class)
                                    .forEach(each -> each.registerHints(hints, loader));
                            stage.see(
                                    "configuration",
                                    RuntimeHintsPredicates.resource()
                                            .forResource("logback-spring.xml")
                                            .test(hints));
                            stage.see(
                                    "provider",
                                    RuntimeHintsPredicates.resource()
                                            .forResource("META-INF/services/org.slf4j.spi.SLF4JServiceProvider")
                                            .test(hints));
                            stage.see(
                                    "factory",
                                    RuntimeHintsPredicates.reflection()
                                            .onType(TypeReference.of(
                                                    "dev.tailrace.spring.TailraceLoggingSystem$Factory"))
                                            .test(hints));
                        })
                        .has("configuration", "true")
                        .has("provider", "true")
                        .has("factory", "true"),
                row("tests-output-capture", "OutputCaptureExtension and @SpringBootTest see what is logged")
                        .play(stage -> {
                            SummaryGeneratingListener summary = new SummaryGeneratingListener();
                            Launcher launcher = LauncherFactory.create();
                            launcher.execute(
                                    LauncherDiscoveryRequestBuilder.request()
                                            .selectors(DiscoverySelectors.selectClass(OutputCaptureScene.class))
                                            .build(),
                                    summary);
                            java.io.StringWriter failures = new java.io.StringWriter();
                            summary.getSummary().printFailuresTo(new PrintWriter(failures), 3);
                            stage.see("failures", failures);
                            stage.see("good", summary.getSummary().getTestsSucceededCount());
                        })
                        .same("good", "failures")
                        .has("good", "^5$"),
                row("container-small-shm", "With a /dev/shm of 1 MB nothing is lost")
                        .onlyOn(Backend.TAILRACE)
                        .within(
                                "unshare",
                                "-rm",
                                "sh",
                                "-c",
                                "mount -t tmpfs -o size=1m tmpfs /dev/shm && exec \"$@\"",
                                "sh")
                        .args("--logging.file.name={dir}/app.log")
                        .play(LifecycleRows::many)
                        .has(EXIT, "^0$")
                        .count("app.log", ": line n\\d+$", MANY),
                row("container-no-shm", "Without a writable /dev/shm nothing is lost, and a finding says so")
                        .onlyOn(Backend.TAILRACE)
                        .within(
                                "unshare",
                                "-rm",
                                "sh",
                                "-c",
                                "mount -t tmpfs -o ro tmpfs /dev/shm && exec \"$@\"",
                                "sh")
                        .args("--logging.file.name={dir}/app.log")
                        .play(LifecycleRows::many)
                        .has(EXIT, "^0$")
                        .count("app.log", ": line n\\d+$", MANY)
                        .has(STDERR, "TR\\d+"),
                row("container-read-only-root", "With a read-only root and no file, the console has all lines")
                        .within("unshare", "-rm", "sh", "-c", "mount -o remount,ro,bind / && exec \"$@\"", "sh")
                        .args("--logging.pattern.console=%m%n")
                        .play(stage -> {
                            try {
                                Files.writeString(stage.path("probe"), "");
                                stage.log().error("the root isn't read-only");
                            } catch (java.io.IOException e) {
                                many(stage);
                            }
                        })
                        .same(CONSOLE)
                        .count(CONSOLE, "^line n\\d+$", MANY));
    }

    private static void many(Stage stage) {
        stage.start();
        for (int i = 0; i < MANY; i++) {
            stage.log().info("line n{}", i);
        }
    }
}
