package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.signatures.Kind;
import dev.tailrace.doctor.timeline.Blocker;
import dev.tailrace.doctor.timeline.Stall;
import dev.tailrace.doctor.timeline.ThreadSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.doctor.timeline.WaiterGroup;
import dev.tailrace.probe.evidence.Frame;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** How findings speak of threads, times and stacks. */
final class EvidenceFormat {
    private static final int MOST_CALLERS = 3;

    private EvidenceFormat() {}

    static String threads(long count) {
        return count == 1 ? "1 thread" : String.format(Locale.ROOT, "%,d threads", count);
    }

    /** The beginning of a sentence. */
    static String threadsWait(int count) {
        return threads(count) + (count == 1 ? " waits" : " wait");
    }

    static String seconds(double seconds) {
        return String.format(
                Locale.ROOT, seconds < 9.95 && seconds != Math.rint(seconds) ? "%.1f s" : "%,.0f s", seconds);
    }

    /** {@code 12:00:05 to 12:00:51 (46 s)}, or the one moment. */
    static String span(Timeline timeline, Stall stall) {
        String from = timeline.when(stall.first().moment());
        if (stall.groups().size() == 1) {
            return from;
        }
        String to = from + " to " + timeline.when(stall.last().moment());
        return timeline.isTimed() ? to + " (" + seconds(stall.seconds()) + ")" : to;
    }

    /** When it was, how many waited, and that none did before and after, as far as that was seen. */
    static String course(Timeline timeline, Stall stall) {
        WaiterGroup peak = stall.peak();
        Frame place = peak.waiters().get(0).stack().place();
        boolean steady = stall.groups().stream()
                .allMatch(each -> each.waiters().size() == peak.waiters().size());
        StringBuilder out = new StringBuilder()
                .append(span(timeline, stall))
                .append(": ")
                .append(steady ? "" : "up to ")
                .append(String.format(
                        Locale.ROOT,
                        peak.moment().isExcerpt() ? "%,d of %s" : "%,d of the application's %s",
                        peak.waiters().size(),
                        threads(peak.moment().threadCount())))
                .append(" at ")
                .append(place == null ? "the same place" : place.call());
        if (stall.before() == 0 && stall.after() != null) {
            out.append(", none before and after");
        } else if (stall.before() == 0) {
            out.append(", none before");
        } else if (stall.after() != null) {
            out.append(", none from ").append(timeline.when(stall.after())).append(" on");
        }
        return out.toString();
    }

    /** A thread with the calls that show what it does, and where it stands in which file. */
    static String stack(ThreadSnapshot threadSnapshot, Kind... telling) {
        List<String> calls = new ArrayList<>();
        List<Frame> frames = threadSnapshot.stack().frames();
        Frame place = threadSnapshot.stack().place();
        if (place != null) {
            calls.add(place.call());
        } else if (!frames.isEmpty()) {
            calls.add(frames.get(0).call());
        }
        List<Frame> guest =
                threadSnapshot.stack().logs() ? threadSnapshot.stack().guest() : List.of();
        if (!guest.isEmpty() && !calls.contains(guest.get(guest.size() - 1).call())) {
            calls.add(guest.get(guest.size() - 1).call());
        }
        for (Kind kind : telling) {
            Frame frame = threadSnapshot.stack().first(kind);
            if (frame != null && !calls.contains(frame.call())) {
                calls.add(frame.call());
            }
        }
        return threadSnapshot.name() + ": " + String.join(" < ", calls) + " ("
                + threadSnapshot.thread().source() + ")";
    }

    /** Where in the application threads came from, the most frequent first; empty when that is not seen. */
    static Optional<String> callers(Collection<ThreadSnapshot> subjects) {
        Map<String, List<ThreadSnapshot>> callers = subjects.stream()
                .filter(each -> each.stack().application() != null)
                .collect(Collectors.groupingBy(
                        each -> String.valueOf(each.stack().application()), LinkedHashMap::new, Collectors.toList()));
        List<Map.Entry<String, List<ThreadSnapshot>>> ranked = callers.entrySet().stream()
                .sorted(Comparator.comparingInt(each -> -each.getValue().size()))
                .toList();
        String places = ranked.stream()
                .limit(MOST_CALLERS)
                .map(each -> String.format(
                        Locale.ROOT,
                        "%s %,d times",
                        each.getKey(),
                        each.getValue().size()))
                .collect(Collectors.joining(", "));
        return ranked.stream()
                .findFirst()
                .map(each -> each.getValue().get(0).thread().source())
                .map(source -> "seen there, from " + places + " (" + source + ")");
    }

    /** The end of a sentence that begins with a consumer's name: its activity. */
    static String does(Blocker blocker) {
        if (blocker.ownQueue()) {
            return "waits for a place in the queue that it should empty itself";
        }
        return does(blocker.thread(), blocker.work());
    }

    /** The same of any thread; without work, how it waits. */
    static String does(ThreadSnapshot threadSnapshot, @Nullable Kind work) {
        if (work == null) {
            return doesWithoutWork(threadSnapshot);
        }
        return switch (work) {
            case COMPRESS -> "compresses a finished file";
            case FILE_LOCK -> "waits for a lock on a file that other processes share";
            case MOVE -> "moves or deletes a finished file";
            case MAIL -> "sends mail";
            case POOL -> "waits for a connection to a database";
            case DATABASE -> "waits for a database";
            case REMOTE -> "waits for another service";
            case DNS -> "waits for the name service";
            case STDOUT ->
                threadSnapshot.stack().isToStandardError() ? "writes to standard error" : "writes to standard output";
            case NETWORK -> "waits for the network";
            case FILE -> "writes to a file";
            case LOCATION ->
                threadSnapshot.stack().isInLogging()
                        ? "walks the stack to find out where a log call stands"
                        : "makes an exception, or walks its stack";
            case FORMAT -> "makes lines out of events";
            default -> doesWithoutWork(threadSnapshot);
        };
    }

    /** The holder of what others want may well do nothing at all meanwhile. */
    private static String doesWithoutWork(ThreadSnapshot threadSnapshot) {
        return switch (threadSnapshot.stack().how()) {
            case NONE ->
                switch (threadSnapshot.thread().state()) {
                    case BLOCKED -> "is blocked at another lock";
                    case WAITING, TIMED_WAITING -> "waits";
                    default -> "is at work";
                };
            case SLEEP -> "sleeps meanwhile";
            case LOCK -> "waits for another lock";
            case PERMIT -> "waits for a permit";
            case CONDITION -> "waits to be notified";
            case PARK -> "is parked";
        };
    }
}
