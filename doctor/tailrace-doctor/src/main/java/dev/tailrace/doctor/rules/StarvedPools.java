package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.course.Course;
import dev.tailrace.doctor.course.Doing;
import dev.tailrace.doctor.course.Moment;
import dev.tailrace.doctor.course.Subject;
import dev.tailrace.doctor.signs.Libraries;
import dev.tailrace.probe.evidence.Exhibit;
import dev.tailrace.probe.evidence.Frame;
import dev.tailrace.probe.evidence.ThreadSample;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A thread pool all of whose threads wait for the results of other tasks, while no thread of the process runs a task: those tasks stand in
 * a queue, and the threads that should run them are the ones that wait. Only {@link java.util.concurrent.FutureTask} is looked at: what
 * completes a CompletableFuture may be anywhere, such as behind a network.
 */
final class StarvedPools implements Rule {
    private static final int LEAST_STILL = 3;
    private static final double LEAST_SECONDS = 3;
    private static final String WORKER = "java.util.concurrent.ThreadPoolExecutor.runWorker";
    private static final String AWAITS = "java.util.concurrent.FutureTask.awaitDone";
    private static final Pattern NUMBER = Pattern.compile("[-_ #]*\\d+$");

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(ThreadSample.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        Course course = patient.course();
        if (course.moments().size() <= LEAST_STILL) {
            return List.of();
        }
        Moment last = course.moments().get(course.moments().size() - 1);
        Map<String, List<Subject>> pools = new LinkedHashMap<>();
        for (Subject each : last.subjects()) {
            if (calls(each, WORKER)) {
                pools.computeIfAbsent(
                                NUMBER.matcher(each.thread().name()).replaceFirst(""), unused -> new ArrayList<>())
                        .add(each);
            }
        }
        // A thread that runs, or waits for a lock or something outside, may be at work on what they wait for.
        boolean works = pools.values().stream()
                .flatMap(List::stream)
                .anyMatch(each -> each.doing() != Doing.IDLE && !isStarved(each));
        if (works) {
            return List.of();
        }
        List<Finding> findings = new ArrayList<>();
        pools.forEach((name, threads) -> {
            int still = threads.stream().mapToInt(Subject::still).min().orElse(0);
            double seconds = last.second()
                    - course.moments().get(Math.max(0, last.index() - still)).second();
            if (threads.stream().allMatch(StarvedPools::isStarved)
                    && still >= LEAST_STILL
                    && (!course.isTimed() || seconds >= LEAST_SECONDS)) {
                findings.add(finding(course, last, name, threads, seconds));
            }
        });
        return findings;
    }

    private static boolean calls(Subject subject, String call) {
        return subject.thread().frames().stream().anyMatch(each -> each.call().equals(call));
    }

    /** Whether it waits for a task's result, and nothing else called that wait than the application. */
    private static boolean isStarved(Subject subject) {
        for (Frame each : subject.thread().frames()) {
            if (each.call().equals(AWAITS)) {
                return true;
            }
            if (!Libraries.isJdk(each.type())) {
                return false;
            }
        }
        return false;
    }

    private static Finding finding(Course course, Moment last, String name, List<Subject> threads, double seconds) {
        String all = threads.size() == 1
                ? "The only thread of the pool \"" + name + "\" waits"
                : String.format(Locale.ROOT, "All %,d threads of the pool \"%s\" wait", threads.size(), name);
        List<String> evidence = new ArrayList<>();
        evidence.add(Words.stack(threads.get(0)));
        Words.callers(threads).ifPresent(evidence::add);
        return Finding.of(
                        Trouble.STARVED_POOL,
                        all + " for results of other tasks (Future.get), and "
                                + (threads.size() == 1 ? "it has" : "they have") + " not moved "
                                + (course.isTimed()
                                        ? "for " + Words.seconds(seconds)
                                        : "since "
                                                + course.when(course.moments().get(0)))
                                + ". No other thread of a pool runs a task, so the tasks stand in the pool's own queue: thread pool starvation, a"
                                + " deadlock that the JVM doesn't report. Logging has no part in it.",
                        (threads.size() == 1 ? "the thread" : "the threads") + " of the pool \"" + name + "\"",
                        threads.get(0).thread().source(),
                        evidence,
                        threads.size() * seconds)
                .about(new Blockage(last, List.of(), threads));
    }
}
