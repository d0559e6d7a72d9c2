package dev.tailrace.layout.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.finding.Finding;
import dev.tailrace.testkit.Origins;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.ContextStorage;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The choice of the source: each test loads the classes again, with the classes that should be visible. */
final class TraceSourceTest {
    @TempDir
    Path folder;

    private URLClassLoader loader(Class<?>... more) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Class<?> type : List.of(TraceContext.class, TextBuffer.class, Finding.class, Lines.class)) {
            urls.add(Origins.of(type).toUri().toURL());
        }
        for (Class<?> type : more) {
            urls.add(Origins.of(type).toUri().toURL());
        }
        urls.add(folder.toUri().toURL());
        return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    private static String call(ClassLoader loader, String method, Object... arguments) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            Class<?> lines = loader.loadClass(Lines.class.getName());
            Class<?>[] types = arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {String.class, Map.class};
            return (String) lines.getMethod(method, types).invoke(null, arguments);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void nothing_isTheMdc() throws Exception {
        try (URLClassLoader loader = loader()) {
            assertThat(call(loader, "source")).isEqualTo("MDC");
            assertThat(call(loader, "logback", "%X{trace_id:-none} %X{traceId}", Map.of("traceId", "a")))
                    .isEqualTo("none a");
        }
    }

    @Test
    void log4jsProvider_isAsked() throws Exception {
        Path services = Files.createDirectories(folder.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("org.apache.logging.log4j.spi.TraceContextProvider"),
                "org.apache.logging.log4j.spi.FixedTrace\n");
        try (URLClassLoader loader = loader()) {
            assertThat(call(loader, "source")).isEqualTo("LOG4J");
            assertThat(call(loader, "log4j", "%X{trace_id} %X{span_id} %X{trace_flags} %X", Map.of()))
                    .isEqualTo("0af7651916cd43dd8448eb211c80319c b7ad6b7169203331 00 {}");
        }
    }

    /**
     * Micrometer Tracing fills the MDC by a wrapper around OpenTelemetry's storage, which must be added before the storage is first used:
     * an earlier log line must not use it.
     */
    @Test
    void openTelemetry_isNotStartedByALine() throws Exception {
        try (URLClassLoader loader =
                loader(Span.class, ContextStorage.class, io.opentelemetry.common.ComponentLoader.class)) {
            assertThat(call(loader, "source")).isEqualTo("OPEN_TELEMETRY");
            assertThat(call(loader, "logback", "%X{trace_id:-none}", Map.of())).isEqualTo("none");

            List<Object> wrapped = new ArrayList<>();
            Function<Object, Object> wrapper = storage -> {
                wrapped.add(storage);
                return storage;
            };
            Class<?> storage = loader.loadClass(ContextStorage.class.getName());
            Method add = storage.getMethod("addWrapper", Function.class);
            add.invoke(null, wrapper);
            storage.getMethod("get").invoke(null);

            assertThat(wrapped).hasSize(1);
            assertThat(call(loader, "logback", "%X{trace_id:-none}", Map.of())).isEqualTo("none");
        }
    }
}
