package dev.tailrace.layout.trace;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Iterator;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * The source of trace ids: the first one that is visible when this class is initialized, unchanged from then on. Thread-safe.
 *
 * <ol>
 *   <li>OpenTelemetry's Java agent, which has its own copy of the API on the bootstrap class path. It precedes the application's own copy
 *       of the API, which the agent rewires to show the same spans, but with new objects at each access.
 *   <li>OpenTelemetry's API.
 *   <li>A {@code TraceContextProvider} of Log4j's API.
 *   <li>The MDC alone, which needs no source.
 * </ol>
 *
 * <p>This class isn't compiled against any of them. The handles are constants, so that the compiler can inline their targets.
 */
final class TraceSource {
    enum Kind {
        AGENT,
        OPEN_TELEMETRY,
        LOG4J,
        MDC
    }

    /**
     * The method handles of a source.
     *
     * @param current returns the current span as an Object; null: none
     * @param isValid whether the object is a valid span
     */
    private record Handles(
            Kind kind,
            MethodHandle current,
            MethodHandle isValid,
            MethodHandle traceId,
            MethodHandle spanId,
            MethodHandle flags) {}

    private static final String AGENTS_API = "io.opentelemetry.javaagent.shaded.io.opentelemetry.";
    private static final String API = "io.opentelemetry.";
    private static final MethodType TEXT = MethodType.methodType(String.class);
    private static final MethodType TEXT_OF_SPAN = MethodType.methodType(String.class, Object.class);
    private static final MethodType TEST_OF_SPAN = MethodType.methodType(boolean.class, Object.class);

    static final Kind KIND;
    private static final MethodHandle CURRENT;
    private static final MethodHandle IS_VALID;
    private static final MethodHandle TRACE_ID;
    private static final MethodHandle SPAN_ID;
    private static final MethodHandle FLAGS;

    static {
        Handles found = choose();
        KIND = found.kind();
        CURRENT = found.current();
        IS_VALID = found.isValid();
        TRACE_ID = found.traceId();
        SPAN_ID = found.spanId();
        FLAGS = found.flags();
    }

    private TraceSource() {}

    /** Initializes this class. */
    static void prepare() {}

    /** The calling thread's span, for {@link #get}; null: none. */
    static @Nullable Object current() {
        if (KIND == Kind.MDC) {
            return null;
        }
        try {
            Object span = (Object) CURRENT.invokeExact();
            return span != null && (boolean) IS_VALID.invokeExact(span) ? span : null;
        } catch (Throwable e) {
            // Foreign code fails: a line without ids is better than no line.
            return null;
        }
    }

    static @Nullable String get(TraceField field, Object span) {
        try {
            return switch (field) {
                case TRACE_ID -> (String) TRACE_ID.invokeExact(span);
                case SPAN_ID -> (String) SPAN_ID.invokeExact(span);
                case FLAGS -> (String) FLAGS.invokeExact(span);
            };
        } catch (Throwable e) {
            return null;
        }
    }

    private static Handles choose() {
        Handles found = null;
        try {
            found = agent();
            ClassLoader own = TraceSource.class.getClassLoader();
            ClassLoader threads = Thread.currentThread().getContextClassLoader();
            if (found == null) {
                found = visible(own);
            }
            if (found == null && threads != null && !threads.equals(own)) {
                found = visible(threads);
            }
        } catch (Throwable e) {
            // The API isn't as expected, or a class loader fails: only ids of the MDC are available.
            found = null;
        }
        return found == null ? none() : found;
    }

    private static Handles none() {
        MethodHandle text = MethodHandles.empty(TEXT_OF_SPAN);
        return new Handles(
                Kind.MDC,
                MethodHandles.constant(Object.class, null),
                MethodHandles.empty(TEST_OF_SPAN),
                text,
                text,
                text);
    }

    private static @Nullable Handles agent() throws ReflectiveOperationException {
        Class<?> span = find(AGENTS_API + "api.trace.Span", null);
        return span == null ? null : openTelemetry(Kind.AGENT, AGENTS_API, span, null);
    }

    private static @Nullable Handles visible(@Nullable ClassLoader loader) throws ReflectiveOperationException {
        Class<?> span = find(API + "api.trace.Span", loader);
        if (span != null) {
            return openTelemetry(Kind.OPEN_TELEMETRY, API, span, initialized(loader));
        }
        Class<?> provider = find("org.apache.logging.log4j.spi.TraceContextProvider", loader);
        return provider == null ? null : log4j(provider, loader);
    }

    private static @Nullable Class<?> find(String name, @Nullable ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    /** @param ready whether there can be a span already; null: always */
    private static Handles openTelemetry(Kind kind, String api, Class<?> span, @Nullable MethodHandle ready)
            throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        ClassLoader loader = span.getClassLoader();
        Class<?> context = Class.forName(api + "api.trace.SpanContext", false, loader);
        Class<?> flags = Class.forName(api + "api.trace.TraceFlags", false, loader);
        MethodHandle current = MethodHandles.filterReturnValue(
                        lookup.findStatic(span, "current", MethodType.methodType(span)),
                        lookup.findVirtual(span, "getSpanContext", MethodType.methodType(context)))
                .asType(MethodType.methodType(Object.class));
        if (ready != null) {
            current = MethodHandles.guardWithTest(ready, current, MethodHandles.constant(Object.class, null));
        }
        return new Handles(
                kind,
                current,
                lookup.findVirtual(context, "isValid", MethodType.methodType(boolean.class))
                        .asType(TEST_OF_SPAN),
                lookup.findVirtual(context, "getTraceId", TEXT).asType(TEXT_OF_SPAN),
                lookup.findVirtual(context, "getSpanId", TEXT).asType(TEXT_OF_SPAN),
                MethodHandles.filterReturnValue(
                                lookup.findVirtual(context, "getTraceFlags", MethodType.methodType(flags)),
                                lookup.findVirtual(flags, "asHex", TEXT))
                        .asType(TEXT_OF_SPAN));
    }

    /**
     * Whether the application has begun to use the API's context storage. Only then may we read it: the first access ends the time in which
     * an application can add wrappers to the storage, as Micrometer Tracing does to fill the MDC, and log lines come earlier. Before that
     * time there is no span anyway.
     */
    private static MethodHandle initialized(@Nullable ClassLoader loader) throws ReflectiveOperationException {
        Class<?> wrappers = Class.forName(API + "context.ContextStorageWrappers", false, loader);
        TraceSource.class.getModule().addReads(wrappers.getModule());
        return MethodHandles.privateLookupIn(wrappers, MethodHandles.lookup())
                .findStaticVarHandle(wrappers, "storageInitialized", boolean.class)
                .toMethodHandle(VarHandle.AccessMode.GET_VOLATILE);
    }

    private static @Nullable Handles log4j(Class<?> type, @Nullable ClassLoader loader)
            throws ReflectiveOperationException {
        TraceSource.class.getModule().addUses(type);
        Iterator<?> providers = ServiceLoader.load(type, loader).iterator();
        if (!providers.hasNext()) {
            return null;
        }
        Object provider = providers.next();
        MethodHandles.Lookup lookup = MethodHandles.publicLookup();
        MethodHandle traceId = lookup.findVirtual(type, "getTraceId", TEXT).asType(TEXT_OF_SPAN);
        MethodHandle isId = MethodHandles.lookup()
                .findStatic(TraceSource.class, "isId", MethodType.methodType(boolean.class, String.class));
        return new Handles(
                Kind.LOG4J,
                MethodHandles.constant(Object.class, provider),
                MethodHandles.filterReturnValue(traceId, isId),
                traceId,
                lookup.findVirtual(type, "getSpanId", TEXT).asType(TEXT_OF_SPAN),
                lookup.findVirtual(type, "getTraceFlags", TEXT).asType(TEXT_OF_SPAN));
    }

    @SuppressWarnings("unused") // By its handle.
    private static boolean isId(@Nullable String text) {
        return text != null && !text.isEmpty();
    }
}
