package dev.tailrace.trials;

import static dev.tailrace.trials.Row.CONSOLE;
import static dev.tailrace.trials.Row.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.logging.StackTracePrinter;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;

/** JSON on the console and in files. */
final class StructuredRows {
    private StructuredRows() {}

    /** What a project may have of its own. */
    static final class Customizer implements StructuredLoggingJsonMembersCustomizer<Object> {
        @Override
        public void customize(JsonWriter.Members<Object> members) {
            members.applyingNameProcessor((path, name) -> name.equals("message") ? "text" : name);
            members.applyingValueProcessor(JsonWriter.ValueProcessor.of(
                    String.class, value -> value.equals("demo.shop.Orders") ? value + "!" : value));
        }
    }

    static final class Printer implements StackTracePrinter {
        @Override
        public void printStackTrace(Throwable throwable, Appendable out) throws java.io.IOException {
            out.append("printed: ").append(throwable.getMessage());
        }
    }

    private static Row json(String id, String promise, String format) {
        return row(id, promise)
                .args("--logging.structured.format.console=" + format)
                .play(StructuredRows::events)
                .same(CONSOLE)
                .has(CONSOLE, "^\\{.*hello.*\\}$");
    }

    private static void events(Stage stage) {
        stage.start();
        stage.log().info("hello \"quoted\" \\ \u20ac \u0001\n");
        MDC.put("user", "ann");
        MDC.put("order.id", "4711");
        stage.log().warn(MarkerFactory.getMarker("AUDIT"), "marked");
        stage.log()
                .atError()
                .addKeyValue("count", 3)
                .addKeyValue("share", 0.25)
                .addKeyValue("good", true)
                .addKeyValue("name", "x")
                .addKeyValue("a.b", "nested")
                .log("with pairs");
        MDC.clear();
        stage.log().error("not filled", ConsoleRows.failure());
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(json(
                        "ecs",
                        "The format ecs writes Elastic's fields, nested, with MDC, pairs, markers and exceptions",
                        "ecs")
                .has(
                        CONSOLE,
                        "\"ecs\":\\{\"version\":\"8\\.11\"\\}",
                        "\"log\":\\{\"level\":\"INFO\",\"logger\":\"demo\\.shop\\.Orders\""));
        rows.add(json("gelf", "The format gelf writes Graylog's fields", "gelf")
                .has(CONSOLE, "\"version\":\"1\\.1\"", "\"_level_name\":\"INFO\"", "\"short_message\":\"hello"));
        rows.add(json("logstash", "The format logstash writes Logstash's fields, with markers as tags", "logstash")
                .has(CONSOLE, "\"@version\":\"1\"", "\"level_value\":20000", "\"tags\":\\[\"AUDIT\"\\]"));
        rows.add(row("structured-file", "logging.structured.format.file writes JSON to the file only")
                .args("--logging.structured.format.file=logstash", "--logging.file.name={dir}/app.json")
                .play(stage -> {
                    events(stage);
                    stage.seeFile("app.json");
                })
                .same("app.json")
                .has("app.json", "^\\{\"@timestamp\":.*\"message\":\"marked\".*\\}$")
                .has(CONSOLE, "WARN <pid> --- .*: marked"));
        rows.add(row("structured-both", "Console and file have formats of their own, and thresholds")
                .args(
                        "--logging.structured.format.console=ecs",
                        "--logging.structured.format.file=gelf",
                        "--logging.threshold.console=error",
                        "--logging.file.name={dir}/app.json")
                .play(stage -> {
                    events(stage);
                    stage.seeFile("app.json");
                })
                .same(CONSOLE, "app.json")
                .hasNot(CONSOLE, "marked")
                .has("app.json", "marked"));
        rows.add(
                json("ecs-service", "logging.structured.ecs.service.* name the service", "ecs")
                        .args(
                                "--logging.structured.ecs.service.name=shop",
                                "--logging.structured.ecs.service.version=1.2",
                                "--logging.structured.ecs.service.environment=prod",
                                "--logging.structured.ecs.service.node-name=n1")
                        .has(
                                CONSOLE,
                                "\"service\":\\{\"name\":\"shop\",\"version\":\"1\\.2\",\"environment\":\"prod\",\"node\":\\{\"name\":\"n1\"\\}\\}"));
        rows.add(json("ecs-application", "Without them, the application's name and version are used", "ecs")
                .args("--spring.application.name=shop", "--spring.application.version=1.3")
                .has(CONSOLE, "\"service\":\\{\"name\":\"shop\",\"version\":\"1\\.3\""));
        rows.add(json("gelf-host", "logging.structured.gelf.host and service.version are fields of gelf", "gelf")
                .args("--logging.structured.gelf.host=shop-1", "--logging.structured.gelf.service.version=1.2")
                .has(CONSOLE, "\"host\":\"shop-1\"", "\"_service_version\":\"1\\.2\""));
        rows.add(json("json-exclude", "logging.structured.json.exclude leaves members out", "ecs")
                .args("--logging.structured.json.exclude=log.level,process,ecs.version")
                .hasNot(CONSOLE, "\"level\"", "\"process\""));
        rows.add(json("json-include", "logging.structured.json.include keeps only some", "logstash")
                .args("--logging.structured.json.include=message,level")
                .has(CONSOLE, "^\\{\"message\":\"marked\",\"level\":\"WARN\"\\}$"));
        rows.add(json("json-rename-add", "logging.structured.json.rename and add change and add members", "ecs")
                .args(
                        "--logging.structured.json.rename.process.pid=procid",
                        "--logging.structured.json.rename.message=text",
                        "--logging.structured.json.add.corp=mycorp")
                .has(CONSOLE, "\"procid\":", "\"text\":\"marked\"", "\"corp\":\"mycorp\""));
        rows.add(json(
                        "json-context",
                        "logging.structured.json.context.include=false leaves out MDC and pairs",
                        "logstash")
                .args("--logging.structured.json.context.include=false")
                .hasNot(CONSOLE, "\"user\""));
        rows.add(json(
                        "json-context-prefix",
                        "logging.structured.json.context.prefix goes before their names",
                        "logstash")
                .args("--logging.structured.json.context.prefix=ctx_")
                .has(CONSOLE, "\"ctx_user\":\"ann\""));
        rows.add(json(
                        "json-trace-first",
                        "Stack traces begin with the root cause, cut in length and depth, with hashes",
                        "logstash")
                .args(
                        "--logging.structured.json.stacktrace.root=first",
                        "--logging.structured.json.stacktrace.max-length=400",
                        "--logging.structured.json.stacktrace.max-throwable-depth=3",
                        "--logging.structured.json.stacktrace.include-common-frames=true")
                .has(CONSOLE, "\"stack_trace\":\""));
        rows.add(json("json-trace-hashes", "Stack traces can have hashes", "ecs")
                .args(
                        "--logging.structured.json.stacktrace.include-hashes=true",
                        "--logging.structured.json.stacktrace.max-throwable-depth=1")
                .has(CONSOLE, "\"stack_trace\":\"<#[0-9a-f]+>"));
        rows.add(json("json-trace-standard", "Stack traces as Java prints them", "gelf")
                .args("--logging.structured.json.stacktrace.printer=standard")
                .has(CONSOLE, "no stock"));
        rows.add(json("json-trace-system", "The logging system's own stack traces", "ecs")
                .args("--logging.structured.json.stacktrace.printer=logging-system")
                .has(CONSOLE, "no stock"));
        rows.add(json("json-trace-printer", "A printer of one's own is used for stack traces", "logstash")
                .args("--logging.structured.json.stacktrace.printer=dev.tailrace.trials.StructuredRows$Printer")
                .has(CONSOLE, "\"stack_trace\":\"printed: no stock\""));
        rows.add(row("json-customizer", "A customizer that is named changes names and values")
                .args(
                        "--logging.structured.format.console=logstash",
                        "--logging.structured.json.customizer=dev.tailrace.trials.StructuredRows$Customizer")
                .play(StructuredRows::events)
                .same(CONSOLE)
                .has(CONSOLE, "\"text\":\"marked\"", "demo\\.shop\\.Orders!"));
        rows.add(row("json-customizer-factories", "A customizer in META-INF/spring.factories is found")
                .alone()
                .resource(
                        "META-INF/spring.factories",
                        "org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer=dev.tailrace.trials.StructuredRows$Customizer\n")
                .args("--logging.structured.format.console=ecs")
                .play(StructuredRows::events)
                .same(CONSOLE)
                .has(CONSOLE, "\"text\":\"marked\""));
        rows.add(row("json-custom-format", "A format of one's own that takes Logback's event is a class that is named")
                .args("--logging.structured.format.console=dev.tailrace.trials.EventFormat")
                .same(CONSOLE)
                .has(CONSOLE, "^\\[hello\\]$"));
        rows.add(row(
                        "json-custom-format-refused",
                        "With Tailrace, it fails the start with a message that names class and remedy")
                .onlyOn(Backend.TAILRACE)
                .play(stage ->
                        stage.startFailing("--logging.structured.format.console=dev.tailrace.trials.EventFormat"))
                .has("failure", "EventFormat", "ILoggingEvent"));
        rows.add(row("json-unknown-format", "An unknown format fails the start, which names it")
                .play(stage -> stage.startFailing("--logging.structured.format.console=yaml"))
                .hasNot("failure", "^started")
                .has("failure", "yaml"));
        rows.add(json("json-correlation", "Trace and span ids of the MDC are members", "ecs")
                .play(stage -> {
                    stage.start();
                    ConsoleRows.traced(() -> stage.log().info("hello"));
                    MDC.setContextMap(Map.of());
                })
                .has(CONSOLE, "4bf92f3577b34da6a3ce929d0e0e4736"));
        return rows;
    }
}
