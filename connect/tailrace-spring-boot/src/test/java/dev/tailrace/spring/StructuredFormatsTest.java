package dev.tailrace.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.LoggingControl;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.MarkerFactory;
import org.springframework.boot.json.JsonWriter;
import org.springframework.boot.logging.StackTracePrinter;
import org.springframework.boot.logging.structured.StructuredLogFormatter;
import org.springframework.boot.logging.structured.StructuredLoggingJsonMembersCustomizer;
import org.springframework.core.env.Environment;

/** Structured formats that classes of the application take part in. */
class StructuredFormatsTest {
    private static final String CONSOLE = "logging.structured.format.console";
    private static final String CUSTOMIZER = "logging.structured.json.customizer";

    private final BootScene scene = new BootScene();

    @TempDir
    Path folder;

    private final Logger logger = LoggerFactory.getLogger("shop.orders");

    @AfterEach
    void close() {
        MDC.clear();
        scene.close();
    }

    /** As an application has it. */
    static final class Shouting implements StructuredLoggingJsonMembersCustomizer<LoggedEvent> {
        @Override
        public void customize(JsonWriter.Members<LoggedEvent> members) {
            // Not add(name, function), whose type differs between Boot 3.5 and 4.
            members.add()
                    .usingPairs((LoggedEvent event, BiConsumer<String, Integer> pairs) -> pairs.accept(
                            "length", String.valueOf(event.message()).length()));
            members.applyingNameProcessor((path, name) -> name.equals("message") ? "text" : name);
            members.applyingValueProcessor(JsonWriter.ValueProcessor.of(
                    String.class, value -> value.equals("shop.orders") ? "SHOP.ORDERS" : value));
        }
    }

    /** Made by Boot, with what Boot gives it. */
    static final class Own implements StructuredLogFormatter<LoggedEvent> {
        private final Environment environment;

        Own(Environment environment) {
            this.environment = environment;
        }

        @Override
        public String format(LoggedEvent event) {
            return environment.getProperty("shop.name") + "|" + event.level() + "|" + event.loggerName() + "|"
                    + event.threadName() + "|" + event.message() + "|" + event.context() + "|" + event.keyValues() + "|"
                    + event.markers() + "|" + event.throwable() + "\n";
        }
    }

    /** For another logging system. */
    static final class Foreign implements StructuredLogFormatter<java.util.logging.LogRecord> {
        @Override
        public String format(java.util.logging.LogRecord event) {
            return event.getMessage();
        }
    }

    static final class Printer implements StackTracePrinter {
        @Override
        public void printStackTrace(Throwable throwable, Appendable out) throws java.io.IOException {
            out.append("printed ").append(throwable.getMessage());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ecs", "gelf", "logstash"})
    void customizer_changesNamesAndValues_andAddsMembers(String format) {
        scene.initialize(Map.of(CONSOLE, format, CUSTOMIZER, Shouting.class.getName()));
        MDC.put("user", "ann");
        logger.atWarn()
                .addMarker(MarkerFactory.getMarker("AUDIT"))
                .addKeyValue("count", 3)
                .log("hello {}", "you");
        assertThat(scene.output())
                .contains("\"SHOP.ORDERS\"", "\"ann\"", ":3", ",\"length\":9}")
                .contains(format.equals("gelf") ? "\"short_message\":\"hello you\"" : "\"text\":\"hello you\"")
                .endsWith("}\n");
        assertThat(scene.errors()).doesNotContain("TR1");
    }

    /** The same fields in the same order, but for the customizer's. */
    @ParameterizedTest
    @ValueSource(strings = {"ecs", "gelf", "logstash"})
    void customizer_leavesTheRestAsItIs(String format) {
        Map<String, Object> settings = Map.of(
                CONSOLE,
                format,
                "spring.application.name",
                "shop",
                "spring.application.pid",
                "7",
                "logging.structured.json.add.corp",
                "acme",
                "logging.structured.json.context.prefix",
                "ctx");
        scene.initialize(settings);
        log();
        String plain = scene.output();
        scene.system.cleanUp();
        Map<String, Object> more = new HashMap<>(settings);
        more.put(CUSTOMIZER, Nothing.class.getName());
        scene.initialize(more);
        log();
        String customized = scene.output().substring(plain.length());
        assertThat(withoutTime(customized)).isEqualTo(withoutTime(plain));
    }

    static final class Nothing implements StructuredLoggingJsonMembersCustomizer<Object> {
        @Override
        public void customize(JsonWriter.Members<Object> members) {}
    }

    private void log() {
        MDC.put("user.name", "ann");
        Exception cause = new IllegalStateException("no stock");
        logger.info("hello \"you\" \u20ac");
        logger.atWarn()
                .addMarker(MarkerFactory.getMarker("AUDIT"))
                .addKeyValue("count", 3)
                .addKeyValue("share", 0.25)
                .setCause(new RuntimeException("not filled", cause))
                .log("failed");
    }

    private static String withoutTime(String lines) {
        return lines.replaceAll("\"(@?timestamp)\":[^,]+,", "\"$1\",")
                .replaceAll("(StructuredFormatsTest.java):\\d+", "$1");
    }

    @Test
    void printer_ofTheApplication_writesStackTraces() {
        scene.initialize(
                Map.of(CONSOLE, "logstash", "logging.structured.json.stacktrace.printer", Printer.class.getName()));
        logger.error("failed", new IllegalStateException("no stock"));
        assertThat(scene.output()).contains("\"stack_trace\":\"printed no stock\"");
    }

    @Test
    void format_ofTheApplication_isMadeByBoot() {
        scene.initialize(Map.of(CONSOLE, Own.class.getName(), "shop.name", "corner"));
        MDC.put("user", "ann");
        logger.atWarn()
                .addMarker(MarkerFactory.getMarker("AUDIT"))
                .addKeyValue("count", 3)
                .log("hello {}", "you", new IllegalStateException("no"));
        assertThat(scene.output())
                .isEqualTo("corner|WARN|shop.orders|main|hello you|{user=ann}|{count=3}|[AUDIT]"
                        + "|java.lang.IllegalStateException: no\n");
    }

    @Test
    void format_forAnotherEvent_failsTheStart_namingBoth() {
        assertThatThrownBy(() -> scene.initialize(Map.of(CONSOLE, Foreign.class.getName())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        Foreign.class.getName(), "java.util.logging.LogRecord", LoggedEvent.class.getName(), "TR1087");
        assertThat(LoggingControl.isConfigured()).isFalse();
    }

    @Test
    void format_forLogback_whichIsNotThere_failsTheStart_namingBoth() throws Exception {
        compile(
                "ch/qos/logback/classic/spi/ILoggingEvent",
                "package ch.qos.logback.classic.spi; public interface ILoggingEvent {}",
                "com/acme/ForLogback",
                "package com.acme; public class ForLogback implements"
                        + " org.springframework.boot.logging.structured.StructuredLogFormatter"
                        + "<ch.qos.logback.classic.spi.ILoggingEvent> {"
                        + " public String format(ch.qos.logback.classic.spi.ILoggingEvent event) { return \"\"; } }");
        Files.delete(folder.resolve("ch/qos/logback/classic/spi/ILoggingEvent.class"));
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, before)) {
            thread.setContextClassLoader(loader);
            assertThatThrownBy(() -> scene.initialize(Map.of(CONSOLE, "com.acme.ForLogback")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("com.acme.ForLogback", "ch.qos.logback.classic.spi.ILoggingEvent");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private void compile(String... namesAndTexts) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path")));
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            Path source = folder.resolve(namesAndTexts[i] + ".java");
            Files.createDirectories(Objects.requireNonNull(source.getParent()));
            arguments.add(Files.writeString(source, namesAndTexts[i + 1]).toString());
        }
        int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nope", "java.lang.String"})
    void format_thatIsNone_failsTheStart(String format) {
        assertThatThrownBy(() -> scene.initialize(Map.of(CONSOLE, format)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(format);
    }
}
