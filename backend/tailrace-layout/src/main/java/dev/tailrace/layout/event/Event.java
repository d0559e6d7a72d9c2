package dev.tailrace.layout.event;

import dev.tailrace.bytes.ObjectTexts;
import dev.tailrace.bytes.PendingWord;
import dev.tailrace.bytes.TextBuffer;
import dev.tailrace.bytes.WallClock;
import dev.tailrace.layout.trace.TraceContext;
import dev.tailrace.layout.trace.TraceField;
import dev.tailrace.spi.LogEvent;
import dev.tailrace.spi.MarkerReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One log call, as an encoder reads it. A front fills the event, the encoder reads it, and it is cleared before the call returns: events
 * are pooled, and hold no object of the application longer than the call. Not thread-safe.
 */
public final class Event extends LogEvent {
    /** Buffers that grew beyond this many bytes are shrunk again. */
    private static final int MAXIMUM_KEPT = 64 * 1024;

    private static final VarHandle TAKEN = takenHandle();
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    /** The number of levels that are counted separately. */
    static final int LEVELS = 5;

    private static final int LEVEL_STEP = 10;

    /** Level codes are SLF4J's: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. */
    private int level;

    private int loggerId;
    private String loggerName = "";
    private String callerBoundary = "";
    private long epochNanos;
    /** Whether a format has asked for nanoseconds: events are stamped with them from then on. Not volatile: a stale read costs their accuracy. */
    private static boolean precise;

    /** Whether the time is only known to the millisecond so far. */
    private boolean coarse;

    private @Nullable String message;
    private @Nullable Object @Nullable [] arguments;
    private @Nullable Throwable throwable;
    private @Nullable Map<String, String> context;
    private @Nullable String threadName;
    private final Markers markers = new Markers();
    private final KeyValues pairs = new KeyValues();
    /** Null until the caller is needed. */
    private @Nullable CallerFinder finder;

    private final @Nullable Object[] one = new Object[1];
    private final @Nullable Object[] two = new Object[2];
    private final TextBuffer line;
    private final ObjectTexts texts;
    private final ContextEntries contextEntries = new ContextEntries(this);
    private final TraceContext trace = new TraceContext();
    /** The words that this call owes to its lane until its frame is committed. A public field, so that its use needs no call. */
    public final PendingWord pending;

    private final @Nullable EncodedPrefix[] heads = new EncodedPrefix[EncodedPrefix.PLACES];
    /** Null until a pattern has the message twice. */
    private @Nullable FormattedMessage formatted;
    /** Null until an encoder needs it. */
    private @Nullable Object scratch;
    /** Null until a filter needs it. */
    private @Nullable FilterNotes notes;
    /**
     * The number of calls logged with this object, by level. An event has one user at a time, so counting needs neither a lock nor a
     * compare-and-set, and the memory is in the caller's cache anyway. Other threads read the counts without waiting.
     */
    private final long[] counts = new long[LEVELS];
    /** The event's place in the pool; -1: it isn't pooled. */
    private final int home;
    /** 1 while the event is in use, first by its creator; 0 while it is free. */
    private int taken = 1;
    /** The number of calls counted when {@link #isStuck} was last called; -1: the event was free. */
    private long seen = -1;

    private static VarHandle takenHandle() {
        try {
            return MethodHandles.lookup().findVarHandle(Event.class, "taken", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public Event(TextBuffer line) {
        this(line, -1, event -> {});
    }

    /** @param forgotten called when another thread has settled this event's {@link #pending} words; the event isn't used again */
    Event(TextBuffer line, int home, Consumer<Event> forgotten) {
        this.line = line;
        ObjectTexts known = line.texts();
        this.texts = known == null ? new ObjectTexts() : known;
        this.home = home;
        this.pending = new PendingWord(() -> forgotten.accept(this));
    }

    /** Counts the call with its level. To be called once for each call. */
    public void count() {
        int place = place(level);
        COUNT.setOpaque(counts, place, counts[place] + 1);
    }

    /** The number of calls of a level counted in this object, as visible to the calling thread. */
    long counted(int place) {
        return (long) COUNT.getOpaque(counts, place);
    }

    /** The index of a level among the counted levels; a level between two of them counts as the lower one. */
    static int place(int level) {
        return Math.max(0, Math.min(LEVELS - 1, level / LEVEL_STEP));
    }

    /** Takes this event; false if it is in use. */
    boolean tryTake() {
        return taken == 0 && TAKEN.compareAndSet(this, 0, 1);
    }

    /** Whether this event was in use with these counts at the last call, too. For one thread. */
    boolean isStuck() {
        long before = seen;
        seen = (int) TAKEN.getOpaque(this) - 1L;
        for (int place = 0; seen >= 0 && place < LEVELS; place++) {
            seen += counted(place);
        }
        return seen >= 0 && seen == before;
    }

    /** Makes this event free for the next user. */
    void release() {
        TAKEN.setRelease(this, 0);
    }

    int home() {
        return home;
    }

    @SuppressWarnings("ReferenceEquality") // Only whether a store can be left out.
    public void begin(int level, int loggerId, String loggerName, String callerBoundary, long epochNanos) {
        this.level = level;
        this.loggerId = loggerId;
        // An event lives long, and under G1 storing a reference in an old object costs a full fence.
        if (this.loggerName != loggerName) {
            this.loggerName = loggerName;
        }
        if (this.callerBoundary != callerBoundary) {
            this.callerBoundary = callerBoundary;
        }
        this.epochNanos = epochNanos;
        this.coarse = false;
    }

    public void message(@Nullable String message) {
        this.message = message;
    }

    @Override
    public @Nullable Object[] arrayOf(@Nullable Object first) {
        one[0] = first;
        return one;
    }

    @Override
    public @Nullable Object[] arrayOf(@Nullable Object first, @Nullable Object second) {
        two[0] = first;
        two[1] = second;
        return two;
    }

    public void arguments(@Nullable Object @Nullable [] all) {
        arguments = all;
    }

    @Override
    public void throwable(@Nullable Throwable throwable) {
        this.throwable = throwable;
    }

    @Override
    public void time(long epochNanos) {
        this.epochNanos = epochNanos;
        this.coarse = false;
    }

    @Override
    public void threadName(@Nullable String threadName) {
        this.threadName = threadName;
        if (threadName != null) {
            trace.leaveOut();
        }
    }

    @Override
    public void context(@Nullable Map<String, String> context) {
        if (context != null || this.context != null) {
            this.context = context;
        }
    }

    @Override
    public void addMarker(Object marker, MarkerReader reader) {
        markers.add(marker, reader);
    }

    @Override
    public void addKeyValue(String key, @Nullable Object value) {
        pairs.add(key, value);
    }

    @Override
    public int level() {
        return level;
    }

    /** A small number, unique to the logger name in this process, for caches that are arrays. */
    public int loggerId() {
        return loggerId;
    }

    @Override
    public String loggerName() {
        return loggerName;
    }

    /** The fully qualified name of the class whose caller is the location of this event. */
    public String callerBoundary() {
        return callerBoundary;
    }

    /** Nanoseconds since 1970-01-01T00:00Z. */
    public long epochNanos() {
        return epochNanos;
    }

    /** Takes the event's time from the clock: in nanoseconds if a format has asked for them before, else in milliseconds. */
    public void stamp() {
        coarse = !precise;
        epochNanos = coarse ? WallClock.nanos() : WallClock.preciseNanos();
    }

    /** The event's time in nanoseconds since 1970. The first event that is asked adds what is left of its millisecond. */
    public long preciseNanos() {
        if (coarse) {
            coarse = false;
            precise = true;
            epochNanos = WallClock.nanosWithin(epochMillis());
        }
        return epochNanos;
    }

    public long epochMillis() {
        return Math.floorDiv(epochNanos, 1_000_000L);
    }

    /** The name of the thread that logged: the current thread, unless another name was set. */
    public String threadName() {
        String name = threadName;
        return name != null ? name : Thread.currentThread().getName();
    }

    public @Nullable String message() {
        return message;
    }

    public @Nullable Object @Nullable [] arguments() {
        return arguments;
    }

    public int argumentCount() {
        return arguments == null ? 0 : arguments.length;
    }

    /** The throwable passed to the call; see {@link #thrown()}. */
    public @Nullable Throwable throwable() {
        return throwable;
    }

    /**
     * The throwable to show: the one passed to the call, else the last argument if it is a throwable. As in Logback, no placeholder takes
     * that argument.
     */
    public @Nullable Throwable thrown() {
        return thrown(arguments);
    }

    /** Like {@link #thrown()}, for arguments that aren't stored in this event. */
    public @Nullable Throwable thrown(@Nullable Object @Nullable [] others) {
        if (throwable != null) {
            return throwable;
        }
        return others != null && others.length != 0 && others[others.length - 1] instanceof Throwable last
                ? last
                : null;
    }

    /** The number of arguments for placeholders: all, or all but the last if that is {@link #thrown()}. */
    public int messageArgumentCount() {
        int count = argumentCount();
        return throwable == null && thrown() != null ? count - 1 : count;
    }

    @Override
    public void locate() {
        // The walk starts here, not in a method of the finder, because each frame in between costs.
        CallerFinder.WALKER.walk(finder().from(callerBoundary));
    }

    /** Sets the callers, the nearest first, where they are known already: the stack is not walked then. */
    public void locatedAt(StackTraceElement... callers) {
        finder().use(callers);
    }

    private CallerFinder finder() {
        CallerFinder used = finder;
        if (used == null) {
            used = new CallerFinder();
            finder = used;
        }
        return used;
    }

    /**
     * The number of known callers, at most {@code wanted}: the caller and its callers. Later calls that use this object are located to this
     * depth.
     */
    public int callers(int wanted) {
        CallerFinder used = finder();
        if (used.isMissing(wanted)) {
            locate();
        }
        return Math.min(wanted, used.count());
    }

    /** A caller by index, below {@link #callers}; 0 is the nearest. */
    public StackTraceElement caller(int index) {
        return finder().caller(index);
    }

    /** The place of the log call, or null if it can't be found. To be called in the thread that logs. */
    @Nullable
    public StackTraceElement caller() {
        return callers(1) == 0 ? null : caller(0);
    }

    /** Returns whether an encoder needed the place of the call before the front had {@link #locate located} it, and resets this. */
    public boolean takeLate() {
        return finder != null && finder.takeLate();
    }

    /** A prefix that this event keeps between calls. It holds no objects of the application except names of loggers and threads. */
    EncodedPrefix knownHead(int hash) {
        int place = hash & EncodedPrefix.PLACES - 1;
        EncodedPrefix known = heads[place];
        if (known == null) {
            known = new EncodedPrefix();
            heads[place] = known;
        }
        return known;
    }

    FormattedMessage formattedMessage() {
        FormattedMessage known = formatted;
        if (known == null) {
            known = new FormattedMessage(line.maximumLength(), texts);
            formatted = known;
        }
        return known;
    }

    /** Results of filters for this event, for the length of the call. */
    public FilterNotes notes() {
        FilterNotes known = notes;
        if (known == null) {
            known = new FilterNotes(line.maximumLength(), texts);
            notes = known;
        }
        return known;
    }

    /** The object that an encoder has left here for its next call with this event; null: none. */
    public @Nullable Object scratch() {
        return scratch;
    }

    /** Keeps an object between calls. It must hold nothing of the application when its encoder returns. */
    public void scratch(Object kept) {
        scratch = kept;
    }

    public @Nullable Map<String, String> context() {
        return context;
    }

    /** Passes {@code reader} each entry of the context, if there is one. Makes no garbage. */
    public void eachInContext(ContextEntries.Reader reader, TextBuffer out) {
        eachInContext(reader, out, null);
    }

    /** Passes {@code reader} each entry of the context whose key no pair has. */
    public void eachBesidePairs(ContextEntries.Reader reader, TextBuffer out) {
        eachInContext(reader, out, pairs.count() == 0 ? null : pairs);
    }

    private void eachInContext(ContextEntries.Reader reader, TextBuffer out, @Nullable KeyValues over) {
        Map<String, String> entries = context;
        TraceContext added = addedTrace();
        boolean isEmpty = entries == null || entries.isEmpty();
        if (added != null || !isEmpty) {
            contextEntries.each(isEmpty ? null : entries, reader, out, over, added);
        }
    }

    /** Whether the context has any entry. */
    public boolean hasContext() {
        return (context != null && !context.isEmpty()) || addedTrace() != null;
    }

    /**
     * The trace whose ids are added to the whole context; null: none. As in OpenTelemetry's agent for Logback, none is added if the context
     * has a trace already.
     */
    public @Nullable TraceContext addedTrace() {
        return TraceContext.isInContext()
                        && (context == null || !context.containsKey(TraceField.TRACE_ID.key()))
                        && trace.isPresent()
                ? trace
                : null;
    }

    /**
     * The value of a key in the context including the pairs of a fluent call, which Log4j's binding for SLF4J adds to the context for the
     * length of the call.
     */
    public @Nullable String valueInContext(String key) {
        int pair = pair(key);
        if (pair >= 0) {
            return ArgumentText.of(pairs.value(pair), texts);
        }
        return contextValue(key);
    }

    /** The value of a key in the context, or the id of the trace that the key stands for; null: none. */
    public @Nullable String contextValue(String key) {
        String value = context == null ? null : context.get(key);
        return value == null ? traceValue(TraceField.of(key)) : value;
    }

    /**
     * Like {@link #contextValue(String)}, for a step that has looked up its key's field in advance.
     *
     * @param field the trace field that the key stands for, by {@link TraceField#of}
     */
    public @Nullable String contextValue(String key, @Nullable TraceField field) {
        String value = context == null ? null : context.get(key);
        return value == null ? traceValue(field) : value;
    }

    /** A field of the call's trace: from the source of traces, or else from the context under one of its keys; null: none. */
    public @Nullable String trace(TraceField field) {
        if (trace.isPresent()) {
            return trace.get(field);
        }
        Map<String, String> entries = context;
        return entries == null || entries.isEmpty() ? null : field.in(entries);
    }

    private @Nullable String traceValue(@Nullable TraceField field) {
        return field == null ? null : trace.get(field);
    }

    /** The index of the last pair with this key, which is the valid one; −1: none. */
    public int pair(String key) {
        return pairs.last(key);
    }

    /** The markers of the call. */
    public Markers markers() {
        return markers;
    }

    public int keyValueCount() {
        return pairs.count();
    }

    public String key(int index) {
        return pairs.key(index);
    }

    public @Nullable Object value(int index) {
        return pairs.value(index);
    }

    /** The buffer that travels with this event, for the finished line. */
    public TextBuffer line() {
        return line;
    }

    /** The texts of the application's objects in this event; to be kept where it has several appenders. */
    public ObjectTexts texts() {
        return texts;
    }

    /** Clears the event, and releases oversized buffers. */
    void clear() {
        message = null;
        arguments = null;
        one[0] = null;
        two[0] = null;
        two[1] = null;
        throwable = null;
        threadName = null;
        if (finder != null) {
            finder.clear();
        }
        context = null;
        trace.clear();
        markers.clear();
        pairs.clear();
        texts.forget();
        if (formatted != null) {
            formatted.clear(MAXIMUM_KEPT);
        }
        if (notes != null) {
            notes.clear(MAXIMUM_KEPT);
        }
        line.shrink(MAXIMUM_KEPT);
    }
}
