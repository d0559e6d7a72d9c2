package dev.tailrace.probe.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Appenders and handlers of whichever library: each is written once, with what a table of fields says of it, and is known by a number from
 * then on. Those behind others, such as the ones that an asynchronous appender writes to, come with them. Not thread-safe.
 */
final class AppenderDescriber {
    private static final int MOST = 500;
    private static final int DEEPEST = 4;

    /** Fields with a text, in the order in which they are written. */
    private static final String[] TEXTS = ("name started fileName file pattern conversionPattern format filePattern "
                    + "fileNamePatternStr queueSize queueLength discardingThreshold neverBlock "
                    + "includeCallerData maxFlushTime blocking includeLocation errorRef "
                    + "overflowAction immediateFlush autoFlush append isAppend prudent isLocking "
                    + "bufferSize minIndex maxIndex maxHistory maxFileSize totalSizeCap "
                    + "compressionMode compressionLevel interval maxAppenderCount limit count size "
                    + "rotateSize maxBackupIndex nextSuffix logLevel level pushLevel enabled host "
                    + "port target encoding callerCalculationRequired")
            .split(" ", -1);

    /** Fields with an object that is written below. */
    private static final String[] OBJECTS =
            ("encoder layout formatter rollingPolicy triggeringPolicy triggeringPolicies "
                            + "timeBasedFileNamingAndTriggeringPolicy rolloverStrategy")
                    .split(" ", -1);

    /** Field of an appender of Log4j 2 with what it shares with others that write to the same file. */
    private static final String MANAGER = "manager";

    /** Fields with a queue. */
    private static final String[] QUEUES = {"blockingQueue", "queue", "recordQueue"};

    /** Fields with the appenders or handlers behind this one: the way to each. */
    private static final String[][] BEHIND = {
        {"aai", "appenderList", "underlyingList"},
        {"aai", "appenderList"},
        {"handlers"},
        {"target"},
        {"dispatcher", "appenders"}
    };

    private final FieldReader fieldReader;
    private final SnapshotWriter snapshotWriter;
    private final IdentityHashMap<Object, Integer> numbers = new IdentityHashMap<Object, Integer>();
    private final Deque<Object> waiting = new ArrayDeque<Object>();

    AppenderDescriber(FieldReader fieldReader, SnapshotWriter snapshotWriter) {
        this.fieldReader = fieldReader;
        this.snapshotWriter = snapshotWriter;
    }

    /** A logger with what it writes to. */
    void logger(@Nullable Object name, @Nullable Object level, @Nullable Object additive, List<Object> appenders) {
        snapshotWriter.open("logger", String.valueOf(name));
        snapshotWriter.put("level", fieldReader.text(level));
        snapshotWriter.put("additive", fieldReader.text(additive));
        refer(appenders);
        snapshotWriter.close();
    }

    /** Refers to what is in a container; it is described later. */
    void refer(List<Object> appenders) {
        for (Object each : appenders) {
            Object appender = FieldReader.is(each, "org.apache.logging.log4j.core.config.AppenderControl")
                    ? fieldReader.get(each, "appender")
                    : each;
            if (appender != null && (numbers.containsKey(appender) || numbers.size() < MOST)) {
                Integer number = numbers.get(appender);
                if (number == null) {
                    number = numbers.size() + 1;
                    numbers.put(appender, number);
                    waiting.add(appender);
                }
                snapshotWriter.put("to", number.toString());
            }
        }
    }

    /** Describes all that was referred to, and what is behind it. */
    void describe() {
        for (Object next = waiting.poll(); next != null && !snapshotWriter.isFull(); next = waiting.poll()) {
            snapshotWriter.open("appender", String.valueOf(numbers.get(next)));
            describe(next, 0);
            snapshotWriter.close();
        }
    }

    private void describe(Object part, int depth) {
        snapshotWriter.put("class", part.getClass().getName());
        for (String name : TEXTS) {
            snapshotWriter.put(name, fieldReader.text(fieldReader.get(part, name)));
        }
        for (String name : QUEUES) {
            queue(fieldReader.get(part, name));
        }
        if (depth == 0) {
            for (String[] way : BEHIND) {
                Object behind = fieldReader.along(part, way);
                boolean handler = FieldReader.is(behind, "java.util.logging.Handler");
                refer(handler ? Collections.singletonList(behind) : fieldReader.inside(behind));
            }
            filters(part);
        }
        for (Object each : fieldReader.inside(fieldReader.get(part, "customActions"))) {
            snapshotWriter.put("action", each.getClass().getName());
        }
        if (depth < DEEPEST) {
            for (String name : OBJECTS) {
                describe(name, fieldReader.get(part, name), depth + 1);
            }
            boolean shares =
                    depth == 0 && FieldReader.is(part, "org.apache.logging.log4j.core.appender.AbstractAppender");
            describe(MANAGER, shares ? fieldReader.get(part, MANAGER) : null, depth + 1);
        }
    }

    private void describe(String name, @Nullable Object value, int depth) {
        List<Object> several = fieldReader.inside(value);
        for (Object each : several.isEmpty() && value != null ? Collections.singletonList(value) : several) {
            snapshotWriter.open("part", name);
            describe(each, depth);
            snapshotWriter.close();
        }
    }

    private void filters(Object part) {
        List<Object> filters = new ArrayList<Object>(
                fieldReader.inside(fieldReader.along(part, "fai", "filterList", "underlyingList")));
        FieldReader.add(fieldReader.get(part, "filter"), filters);
        for (Object each : filters) {
            snapshotWriter.put("filter", each.getClass().getName());
        }
    }

    /** Its places, and how many are taken just now. Asking the queue itself could mean to wait for its lock. */
    private void queue(@Nullable Object queue) {
        if (queue == null) {
            return;
        }
        snapshotWriter.open("queue", queue.getClass().getName());
        Object items = fieldReader.get(queue, "items");
        long places = items instanceof Object[]
                ? ((Object[]) items).length
                : FieldReader.number(fieldReader.get(queue, "capacity"), -1);
        long taken = FieldReader.number(fieldReader.get(queue, "count"), -1);
        if (places >= 0 && taken >= 0) {
            snapshotWriter.put("places", Long.toString(places));
            snapshotWriter.put("taken", Long.toString(taken));
        }
        snapshotWriter.close();
    }

    /** A ring of the Disruptor, as Log4j has it. */
    void ring(String name, @Nullable Object owner) {
        long places = FieldReader.number(fieldReader.get(owner, "ringBufferSize"), 0);
        if (places == 0) {
            return;
        }
        snapshotWriter.open("ring", name);
        snapshotWriter.put("places", Long.toString(places));
        snapshotWriter.putClass("waitStrategy", fieldReader.get(owner, "waitStrategy"));
        snapshotWriter.putClass("whenFull", fieldReader.get(owner, "asyncQueueFullPolicy"));
        Object sequencer = fieldReader.along(owner, "disruptor", "ringBuffer", "sequencer");
        Object cursor = fieldReader.along(sequencer, "cursor", "value");
        if (cursor != null) {
            long claimed = FieldReader.number(cursor, 0);
            long done = claimed;
            for (Object each : fieldReader.inside(fieldReader.get(sequencer, "gatingSequences"))) {
                done = Math.min(done, FieldReader.number(fieldReader.get(each, "value"), claimed));
            }
            snapshotWriter.put("taken", Long.toString(Math.max(0, Math.min(places, claimed - done))));
        }
        snapshotWriter.close();
    }
}
