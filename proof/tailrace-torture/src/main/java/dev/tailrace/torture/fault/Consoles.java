package dev.tailrace.torture.fault;

import dev.tailrace.finding.FindingCode;
import dev.tailrace.testkit.PseudoTerminal;
import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.audit.Gaps;
import dev.tailrace.torture.place.Child;
import dev.tailrace.torture.place.Outlet;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * {@code kill -9} of processes that log to standard output at any rate: a file, a pipe, or a terminal. Readers are fast, slow or stand still
 * for a while; some pipes have two processes. Lines may be missing only at the end of a process that has found that its console isn't read,
 * and no more of them than its memory holds.
 */
final class Consoles {
    private static final int MEGABYTES = 1;
    private static final int KILLS_OF_A_SCENE = 10;
    private static final int PATIENCE_SECONDS = 60;
    /** As in the console's aims: 64 kB every 15 ms. */
    private static final int SLOW_MILLIS = 15;

    private final boolean terminal;

    /** {@code terminal}: whether standard output is a terminal, which needs {@code script} or Python. */
    Consoles(boolean terminal) {
        this.terminal = terminal;
    }

    void run(Trial trial) throws IOException, InterruptedException, NotRunException {
        List<String> words = terminal
                ? PseudoTerminal.words()
                        .orElseThrow(() -> new NotRunException(
                                "needs another system: neither script nor python3 makes a pseudo-terminal"))
                : List.of();
        int kills = trial.quickOr(terminal ? 3 : 6, 100);
        long queued = 0;
        int found = 0;
        for (int done = 0; done < kills; done += KILLS_OF_A_SCENE) {
            try (Scene scene = trial.scene(SceneSettings.console().with("memory=\"" + MEGABYTES + "MB\""))) {
                scene.expect(Scene.Expected.OUTSIDE_HANDS);
                List<Child> killed = new ArrayList<>();
                while (killed.size() < Math.min(KILLS_OF_A_SCENE, kills - done)) {
                    killed.addAll(kill(trial, scene, words));
                }
                Set<Integer> unread = unread(killed);
                found += unread.size();
                Gaps gaps = Gaps.of(scene.files(), scene.acknowledgements());
                queued += gaps.lines(atTheEndOf(unread));
                settle(trial, scene, gaps, unread);
            }
        }
        trial.tally().plan =
                found + " processes found that their console isn't read, and had " + queued + " lines queued";
    }

    /** Starts one process, or two with one pipe, and kills them. */
    private List<Child> kill(Trial trial, Scene scene, List<String> words) throws IOException, InterruptedException {
        int threads = trial.oneOf(List.of(1, 16));
        int pauseMicros = trial.oneOf(List.of(0, 0, 100, 2_000));
        boolean file = !terminal && trial.between(0, 2) == 0;
        boolean stands = trial.between(0, 3) == 0;
        Outlet outlet = file
                ? Outlet.file(scene)
                : Outlet.pipe(scene, words, trial.random().nextBoolean() ? SLOW_MILLIS : 0);
        ProducerLoad load = ProducerLoad.paced(threads, pauseMicros);
        List<Child> children = new ArrayList<>(List.of(scene.start(load, outlet)));
        if (!file && !terminal && trial.between(0, 2) == 0) {
            children.add(scene.start(load, outlet));
        }
        for (Child child : children) {
            Trial.await(PATIENCE_SECONDS, () -> hasLogged(scene, child) || !child.isAlive());
            if (!hasLogged(scene, child)) {
                scene.complain(child, "did not log");
            }
        }
        Thread.sleep(trial.between(0, trial.quickOr(200, 400)));
        if (stands) {
            int millis = trial.between(50, 900);
            outlet.standStill(millis);
            Thread.sleep(trial.between(0, millis + 200));
            trial.acted();
        }
        for (Child child : children) {
            trial.kill(child);
        }
        outlet.awaitEnd();
        return children;
    }

    private static boolean hasLogged(Scene scene, Child child) {
        return scene.acknowledgements().acknowledged(child.number(), 0) > 0;
    }

    private static Set<Integer> unread(List<Child> killed) {
        Set<Integer> numbers = new HashSet<>();
        for (Child child : killed) {
            if (child.errors().contains(FindingCode.CONSOLE_NOT_READ.code())) {
                numbers.add(child.number());
            }
        }
        return numbers;
    }

    private static Predicate<Gaps.Gap> atTheEndOf(Set<Integer> processes) {
        return gap -> gap.isAtTheEnd() && processes.contains(gap.process());
    }

    private static void settle(Trial trial, Scene scene, Gaps gaps, Set<Integer> unread) throws IOException {
        for (int process : unread) {
            long bytes = gaps.bytes(atTheEndOf(Set.of(process)));
            if (bytes > MEGABYTES << 20) {
                scene.complain("producer " + process + " had " + bytes + " bytes queued, more than its memory");
            }
        }
        Audit audit = scene.auditNow();
        trial.settle(scene, gaps.excuse(audit, atTheEndOf(unread)));
    }
}
