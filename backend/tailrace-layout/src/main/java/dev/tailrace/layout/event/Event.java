package dev.tailrace.layout.event;

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
 * What an encoder may ask of one log call. A front fills it, the encoder reads it, and it is cleared before the call returns:
 * it is pooled, and no object of the application is held past the call. Not thread-safe.
 */
public final class Event extends LogEvent {
    /** Buffers that grew over so many bytes are made smaller again. */
    private static final int MAXIMUM_KEPT = 64 * 1024;

    private static final VarHandle TAKEN = takenHandle();
    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);
    /** Levels that are counted apart. */
    static final int LEVELS = 5;

    private static final int LEVEL_STEP = 10;

    /** Level codes are SLF4J's: TRACE 0, DEBUG 10, INFO 20, WARN 30, ERROR 40. */
    private int level;

    private int loggerId;
    private String loggerName = "";
    private String callerBoundary = "";
    private long epochNanos;
    /** Whether of the time only the millisecond is known yet. */
    private boolean coarse;

    private @Nullable String message;
    private @Nullable Object @Nullable [] arguments;
    private @Nullable Throwable throwable;
    private @Nullable Map<String, String> context;
    private @Nullable String threadName;
    private final Markers markers = new Markers();
    private final KeyValues pairs = new KeyValues();
    /** Null until a caller is looked for. */
    private @Nullable CallerFinder finder;

    private final @Nullable Object[] one = new Object[1];
    private final @Nullable Object[] two = new Object[2];
    private final TextBuffer line;
    private final ContextEntries contextEntries = new ContextEntries();
    private final TraceContext trace = new TraceContext();
    /** What this call owes to a lane while its frame isn't committed. A field, because its use must need no call. */
    public final PendingWord pending;

    private final @Nullable EncodedPrefix[] heads = new EncodedPrefix[EncodedPrefix.PLACES];
    /** Null until a pattern has the message twice. */
    private @Nullable FormattedMessage formatted;
    /** Null until a filter needs it. */
    private @Nullable FilterNotes notes;
    /**
     * How many calls were logged with this object, by level: the use of an event is exclusive, so counting in it needs neither a lock nor
     * a compare-and-set, and its memory is in the caller's cache anyway. Others read them without waiting.
     */
    private final long[] counts = new long[LEVELS];
    /** For its throwable's trace; see {@link RepeatedTraces}. */
    private long traceKey;

    private long firstTrace;
    private long traceTimes;
    /** The pool's place for this event; -1: it does not go back. */
    private final int home;
    /** 1 while it is in use, first by its maker; 0 while it is free. */
    private int taken = 1;

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

    /** @param forgotten called when another thread has settled what this event owed; it isn't used again */
    Event(TextBuffer line, int home, Consumer<Event> forgotten) {
        this.line = line;
        this.home = home;
        this.pending = new PendingWord(() -> forgotten.accept(this));
    }

    /** Counts the call, with its level; once for each call. */
    public void count() {
        int place = place(level);
        COUNT.setOpaque(counts, place, counts[place] + 1);
    }

    /** How many calls of a level were counted in this object, as far as the reader can see now. */
    long counted(int place) {
        return (long) COUNT.getOpaque(counts, place);
    }

    /** The place of a level among those that are counted; a level between two of them is the lower one. */
    static int place(int level) {
        return Math.max(0, Math.min(LEVELS - 1, level / LEVEL_STEP));
    }

    /** Takes this event, unless it is in use. */
    boolean tryTake() {
        return taken == 0 && TAKEN.compareAndSet(this, 0, 1);
    }

    /** Lets the next one take it. */
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
        // An event lives long, and storing a reference in an old object costs a full fence where the collector is G1.
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

    /** Says that the time it began at is that of a millisecond that {@link WallClock} has just answered. */
    public void coarse() {
        coarse = true;
    }

    /** For what shows more than milliseconds, which few formats do: only then the rest is looked up, once for the event. */
    public long preciseNanos() {
        if (coarse) {
            coarse = false;
            epochNanos = WallClock.nanosWithin(epochMillis());
        }
        return epochNanos;
    }

    public long epochMillis() {
        return Math.floorDiv(epochNanos, 1_000_000L);
    }

    /** The name of the thread that logged: the current one, unless another was set. */
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

    /** As it was given to the call; see {@link #thrown()}. */
    public @Nullable Throwable throwable() {
        return throwable;
    }

    /** The throwable to show: the one given, else the last argument if it is one. As in Logback, no placeholder can take that. */
    public @Nullable Throwable thrown() {
        return thrown(arguments);
    }

    /** The same for arguments that this event was not given. */
    public @Nullable Throwable thrown(@Nullable Object @Nullable [] others) {
        if (throwable != null) {
            return throwable;
        }
        return others != null && others.length != 0 && others[others.length - 1] instanceof Throwable last
                ? last
                : null;
    }

    /** How many arguments are there for placeholders: all, or all but the last if that is {@link #thrown()}. */
    public int messageArgumentCount() {
        int count = argumentCount();
        return throwable == null && thrown() != null ? count - 1 : count;
    }

    @Override
    public void locate() {
        // Here and not in a method of the finder: each frame in between counts.
        CallerFinder.WALKER.walk(finder().from(callerBoundary));
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
     * How many callers are known, at most {@code wanted}: the caller and its callers. From then on each call that uses this object
     * is located so far.
     */
    public int callers(int wanted) {
        CallerFinder used = finder();
        if (used.isMissing(wanted)) {
            locate();
        }
        return Math.min(wanted, used.count());
    }

    /** One of those that {@link #callers} counts, nearest first. */
    public StackTraceElement caller(int index) {
        return finder().caller(index);
    }

    /** Where the log call was made, or null if that cannot be found out. Must be asked for in the calling thread. */
    @Nullable
    public StackTraceElement caller() {
        return callers(1) == 0 ? null : caller(0);
    }

    /** Whether an encoder asked where the call was made, and the front had not {@link #locate located} it before; answered once. */
    public boolean takeLate() {
        return finder != null && finder.takeLate();
    }

    /** What this event keeps at a place between calls. Never the application's objects but names of loggers and threads. */
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
            known = new FormattedMessage(line.maximumLength());
            formatted = known;
        }
        return known;
    }

    /** What filters find out of this event while it is logged. */
    public FilterNotes notes() {
        FilterNotes known = notes;
        if (known == null) {
            known = new FilterNotes(line.maximumLength());
            notes = known;
        }
        return known;
    }

    public @Nullable Map<String, String> context() {
        return context;
    }

    /** Passes {@code reader} each entry of the context, if there is one. Makes no garbage. */
    public void eachInContext(ContextEntries.Reader reader, TextBuffer out) {
        eachInContext(reader, out, null);
    }

    /** The same but for those whose place a pair of the same key takes. */
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
     * The trace whose ids are entries of the whole context; null: there are none. As OpenTelemetry's agent does it for Logback: not if
     * the context has a trace already.
     */
    public @Nullable TraceContext addedTrace() {
        return TraceContext.isInContext()
                        && (context == null || !context.containsKey(TraceField.TRACE_ID.key()))
                        && trace.isPresent()
                ? trace
                : null;
    }

    /** The trace that the call belongs to. Must be asked in the calling thread. */
    public TraceContext trace() {
        return trace;
    }

    /**
     * The value of a key in the context with the pairs of a fluent call in it, which Log4j's binding for SLF4J puts there for the time of
     * the call.
     */
    public @Nullable String valueInContext(String key) {
        int pair = pair(key);
        if (pair >= 0) {
            return ArgumentText.of(pairs.value(pair));
        }
        return contextValue(key);
    }

    /** The value of a key in the context, which may be an id of the trace; null: it has none. */
    public @Nullable String contextValue(String key) {
        String value = context == null ? null : context.get(key);
        return value == null ? traceValue(TraceField.of(key)) : value;
    }

    /**
     * The same for a step that has found out before what its key is.
     *
     * @param field what the key stands for in a trace, by {@link TraceField#of}
     */
    public @Nullable String contextValue(String key, @Nullable TraceField field) {
        String value = context == null ? null : context.get(key);
        return value == null ? traceValue(field) : value;
    }

    private @Nullable String traceValue(@Nullable TraceField field) {
        return field == null ? null : trace.get(field);
    }

    /** The last pair of this key, which counts; −1: there is none. */
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
    /** See {@link RepeatedTraces}. {@code first}: when the same trace was written, in nanoseconds since 1970; 0: it wasn't. */
    void traceRepeats(long key, long first, long times) {
        traceKey = key;
        firstTrace = first;
        traceTimes = times;
    }

    /** Whether the trace of its throwable is in the log already, and only {@link RepeatedTraces#write} is to be written. */
    public boolean isTraceRepeated() {
        return firstTrace != 0;
    }

    long traceKey() {
        return traceKey;
    }

    long firstTrace() {
        return firstTrace;
    }

    long traceTimes() {
        return traceTimes;
    }

    public TextBuffer line() {
        return line;
    }

    /** Forgets the call, and does not keep what a huge one needed. */
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
        traceRepeats(0, 0, 0);
        markers.clear();
        pairs.clear();
        if (formatted != null) {
            formatted.clear(MAXIMUM_KEPT);
        }
        if (notes != null) {
            notes.clear(MAXIMUM_KEPT);
        }
        line.shrink(MAXIMUM_KEPT);
    }
}
