package dev.tailrace.spring.actuate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/** Keeps in a native image the resources and classes that Tailrace looks for by their names. */
final class TailraceRuntimeHints implements RuntimeHintsRegistrar {
    /** Configurations by all names that are looked for, what Boot's files include, and our services. */
    private static final List<String> RESOURCES = List.of(
            "tailrace.xml",
            "logback*.xml",
            "log4j2*.xml",
            "log4j2*.properties",
            "org/springframework/boot/logging/logback/*.xml",
            "META-INF/services/org.slf4j.spi.SLF4JServiceProvider",
            "META-INF/services/dev.tailrace.compression.CompressionFormat");

    /** Looked for as resources, whose presence says that something is there. */
    private static final List<String> MARKS = List.of(
            "org/springframework/boot/SpringApplication.class", "dev/tailrace/spring/TailraceLoggingSystem.class");

    /** Made or asked by reflection, some of them by SLF4J or Boot. */
    private static final List<String> TYPES = List.of(
            "dev.tailrace.slf4j.TailraceServiceProvider",
            "dev.tailrace.spring.TailraceLoggingSystem$Factory",
            "org.slf4j.bridge.SLF4JBridgeHandler");

    /** Asked by method handles: see the sources of trace ids. */
    private static final List<String> TRACES = List.of(
            "io.opentelemetry.api.trace.Span",
            "io.opentelemetry.api.trace.SpanContext",
            "io.opentelemetry.api.trace.TraceFlags");

    private static final String STORAGE = "io.opentelemetry.context.ContextStorageWrappers";

    /** The constructor for Spring. */
    TailraceRuntimeHints() {}

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader loader) {
        for (String resource : RESOURCES) {
            hints.resources().registerPattern(resource);
        }
        for (String mark : MARKS) {
            hints.resources().registerPattern(mark);
        }
        for (String type : TYPES) {
            hints.reflection().registerTypeIfPresent(loader, type, MemberCategory.INVOKE_DECLARED_CONSTRUCTORS);
        }
        for (String type : TRACES) {
            hints.reflection().registerTypeIfPresent(loader, type, MemberCategory.INVOKE_PUBLIC_METHODS);
        }
        hints.reflection()
                .registerTypeIfPresent(
                        loader,
                        STORAGE,
                        hint -> hint.withField("storageInitialized").onReachableType(TypeReference.of(STORAGE)));
    }
}
