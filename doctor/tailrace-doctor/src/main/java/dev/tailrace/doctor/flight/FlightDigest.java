package dev.tailrace.doctor.flight;

import dev.tailrace.doctor.memory.ClassHistogramReader;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.probe.evidence.Source;
import java.time.Duration;
import java.util.Set;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;

/** Sums up the events of a recording, one after the other. Not thread-safe. */
final class FlightDigest {
    private static final int LONGEST_TEXT = 4_000;

    /** Throwables of code that wants its stack and nothing else. */
    private static final Set<String> STACK_ONLY = Set.of("java.lang.Throwable", "java.lang.Exception");

    /** Events that are written once at each beginning, with times of their own. */
    private static final Set<String> ABOUT_THE_RECORDING = Set.of("jdk.ActiveRecording", "jdk.ActiveSetting");

    private final Site.Finder sites = new Site.Finder();
    private final Tally monitors = new Tally();
    private final Tally exceptions = new Tally();
    private final Tally walks = new Tally();
    private final Tally classes = new Tally();
    private final Tally allocators = new Tally();
    private final Tally writes = new Tally();
    private final AllocationSamples sampled = new AllocationSamples();
    private final Tally samples = new Tally();
    private final Tally roomWaits = new Tally();
    private final Tally roomWaitThreads = new Tally();
    private long dropped;
    private final FlightCollections heap = new FlightCollections();
    private long firstThrown = -1;
    private long lastThrown = -1;
    private long begin;
    private long end;
    private long events;

    long events() {
        return events;
    }

    /** Counts one event; those of no use to doctor only extend the time. */
    void add(RecordedEvent event) {
        events++;
        String type = event.getEventType().getName();
        long at = event.getEndTime().toEpochMilli();
        if (!ABOUT_THE_RECORDING.contains(type)) {
            begin = begin == 0 ? at : Math.min(begin, at);
            end = Math.max(end, at);
        }
        switch (type) {
            case "jdk.JavaMonitorEnter" ->
                monitors.add(className(event, "monitorClass"), site(event), seconds(event.getDuration()));
            case "jdk.JavaExceptionThrow", "jdk.JavaErrorThrow" -> thrown(event);
            case "jdk.ObjectAllocationSample" ->
                sampled.add(event, className(event, "objectClass"), site(event), this::allocated);
            case "jdk.ObjectAllocationInNewTLAB" -> allocation(event, "tlabSize");
            case "jdk.ObjectAllocationOutsideTLAB" -> allocation(event, "allocationSize");
            case "jdk.FileWrite", "jdk.FileForce" ->
                writes.add(text(event, "path"), site(event), seconds(event.getDuration()));
            case "jdk.ExecutionSample" -> samples.add(thread(event), site(event), 1);
            case "jdk.GarbageCollection" ->
                heap.collection(
                        event, text(event, "name"), text(event, "cause"), duration(event, "sumOfPauses") * 1000);
            case "jdk.GCHeapSummary" ->
                heap.heap(event, isBefore(event), number(event, "heapUsed"), number(event, "heapSpace.committedSize"));
            case "jdk.G1HeapSummary" ->
                heap.young(
                        event,
                        isBefore(event),
                        number(event, "edenUsedSize") + number(event, "survivorUsedSize"),
                        number(event, "edenTotalSize") + number(event, "survivorUsedSize"));
            case "jdk.GCConfiguration" ->
                heap.collector(collector(text(event, "youngCollector"), text(event, "oldCollector")));
            case "jdk.ExceptionStatistics" -> {
                long thrown = number(event, "throwables");
                firstThrown = firstThrown < 0 ? thrown : Math.min(firstThrown, thrown);
                lastThrown = Math.max(lastThrown, thrown);
            }
            case "dev.tailrace.Wait" -> roomWait(event);
            case "dev.tailrace.Drop" -> dropped++;
            default -> {}
        }
    }

    private void roomWait(RecordedEvent event) {
        double seconds = seconds(event.getDuration());
        roomWaits.add(text(event, "log"), sites.callers(event.getStackTrace()), seconds);
        RecordedThread waiting = event.getThread();
        String name = waiting == null ? null : waiting.getJavaName();
        roomWaitThreads.add(name == null ? "" : pool(name), Site.NONE, seconds);
    }

    /** Counts an exception; one that a logging library makes to find its caller is none. */
    private void thrown(RecordedEvent event) {
        String type = className(event, "thrownClass");
        RecordedStackTrace stack = event.getStackTrace();
        Tally tally = STACK_ONLY.contains(type) && Site.isMadeByLogging(stack) ? walks : exceptions;
        tally.add(type, sites.ofThrown(stack), 1);
    }

    private void allocation(RecordedEvent event, String field) {
        allocated(
                className(event, "objectClass"),
                site(event),
                event.hasField(field) ? (double) event.getLong(field) : 0);
    }

    private void allocated(String type, Site site, double bytes) {
        // A class is one row, wherever its objects are made; the sites that make most are the other ranking.
        classes.add(type, new Site("", site.logging()), bytes);
        allocators.add(site.text(), site, bytes);
    }

    private static boolean isBefore(RecordedEvent event) {
        return text(event, "when").startsWith("Before");
    }

    private static long number(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getLong(field) : 0;
    }

    /** The names under which users know the collectors. */
    static String collector(String young, String old) {
        String name = young.isEmpty() || young.equals("N/A") ? old : young;
        return switch (name) {
            case "G1New" -> "G1";
            case "DefNew" -> "Serial";
            case "ParallelScavenge" -> "Parallel";
            default -> name.startsWith("Z") ? "ZGC" : name;
        };
    }

    private Site site(RecordedEvent event) {
        return sites.of(event.getStackTrace());
    }

    private static String thread(RecordedEvent event) {
        RecordedThread sampled = event.hasField("sampledThread") ? event.getThread("sampledThread") : null;
        String name = sampled == null ? null : sampled.getJavaName();
        return name == null ? "" : pool(name);
    }

    /** Threads of a pool are one row: {@code worker-#}. */
    private static String pool(String thread) {
        return thread.replaceAll("[0-9]+", "#");
    }

    private static String className(RecordedEvent event, String field) {
        RecordedClass type = event.hasField(field) ? event.getClass(field) : null;
        String name = type == null ? "" : type.getName();
        // Newer JDKs write byte[] by themselves.
        return name.startsWith("[") ? ClassHistogramReader.type(name.replace('/', '.')) : name;
    }

    private static String text(RecordedEvent event, String field) {
        String text = event.hasField(field) ? event.getString(field) : null;
        if (text == null) {
            return "";
        }
        return text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) : text;
    }

    private static double duration(RecordedEvent event, String field) {
        return event.hasField(field) ? seconds(event.getDuration(field)) : 0;
    }

    /** Some durations of damaged recordings are below zero or endless. */
    private static double seconds(Duration duration) {
        double seconds = duration.getSeconds() + duration.getNano() / 1e9;
        return seconds >= 0 && seconds < 1e9 ? seconds : 0;
    }

    FlightRecording recording(Source source) {
        sampled.end(this::allocated);
        return new FlightRecording(
                source,
                begin,
                end,
                events,
                monitors.ranking(),
                exceptions.ranking(),
                walks.ranking(),
                classes.ranking(),
                allocators.ranking(),
                writes.ranking(),
                samples.ranking(),
                firstThrown < 0 ? -1 : lastThrown - firstThrown,
                new RoomWaits(roomWaits.ranking(), roomWaitThreads.ranking(), dropped));
    }

    boolean hasCollections() {
        return !heap.isEmpty();
    }

    GcLog collections(Source source) {
        return heap.log(source);
    }
}
