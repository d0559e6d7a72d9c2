package dev.tailrace.torture.fault;

import dev.tailrace.torture.audit.Audit;
import dev.tailrace.torture.place.FalseClock;
import dev.tailrace.torture.place.ProducerLoad;
import dev.tailrace.torture.place.Scene;
import dev.tailrace.torture.place.SceneSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Locale;

/**
 * The wall clock of all processes is set back and forth by minutes, hours and days, and to just before it changes to and from daylight
 * saving time, while the log is rolled by periods and by size, compressed and pruned; with kills. The engine reads that clock where it
 * reads the wall clock ({@code -Dtailrace.clockOffset}); times of files and the kernel's clocks stay as they are.
 */
final class ClockSteps {
    /** A time zone, a rolling period and a history. The last two have a period that is longer than its unit when clocks are set back. */
    private record Case(String zone, String date, int history) {}

    private static final List<Case> CASES = List.of(
            new Case("Europe/Berlin", "yyyy-MM-dd_HH-mm-ss", 0),
            new Case("America/New_York", "yyyy-MM-dd_HH-mm", 1_000_000),
            new Case("Europe/Berlin", "yyyy-MM-dd_HH", 100_000),
            new Case("Australia/Lord_Howe", "yyyy-MM-dd_HH", 100_000),
            new Case("Africa/Cairo", "yyyy-MM-dd_a", 10_000));

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private ClockSteps() {}

    static void run(Trial trial) throws IOException, InterruptedException {
        Case chosen = trial.oneOf(CASES);
        SceneSettings settings =
                SceneSettings.rolled(trial.oneOf(List.of(64, 1_024))).dated(chosen.date, chosen.history);
        try (Scene scene = trial.scene(settings)) {
            scene.expect(Scene.Expected.CLOCK_STEPS);
            scene.give("-Duser.timezone=" + chosen.zone);
            FalseClock clock = FalseClock.in(scene);
            Path old = scene.logs().resolve("app-" + oldDate(chosen) + ".0.log.gz");
            if (chosen.history > 0) {
                Files.write(old, new byte[1]);
            }
            long begin = System.nanoTime();
            Crowd crowd = Crowd.of(trial.between(1, 3), scene, trial, () -> ProducerLoad.paced(2, 500));
            int steps = trial.quickOr(7, 20);
            for (int i = 0; i < steps; i++) {
                Thread.sleep(trial.between(100, 600));
                step(clock, ZoneId.of(chosen.zone), trial);
                trial.acted();
                if (trial.random().nextInt(4) == 0) {
                    Thread.sleep(trial.between(0, 300));
                    crowd.kill(crowd.victim());
                }
            }
            Audit audit = scene.audit();
            look(scene, trial, settings, (System.nanoTime() - begin) / 1_000_000_000, old);
            trial.settle(scene, audit);
        }
    }

    private static String oldDate(Case chosen) {
        return DateTimeFormatter.ofPattern(chosen.date, Locale.ROOT).format(LocalDateTime.of(2001, 2, 3, 4, 5, 6));
    }

    private static void step(FalseClock clock, ZoneId zone, Trial trial) throws InterruptedException {
        switch (trial.between(0, 5)) {
            case 0 -> clock.step(trial.between(1, 10) * MINUTE);
            case 1 -> clock.step(-trial.between(1, 10) * MINUTE);
            case 2 -> clock.step(trial.oneOf(List.of(-25L, -1L, 1L, 25L)) * HOUR);
            case 3 -> clock.step(trial.oneOf(List.of(-5L, -1L, 1L, 5L)) * SECOND);
            default -> {
                // Starts half a second before the change, or within the hour after it.
                clock.set(change(clock, zone, trial)
                        - 500
                        + (trial.random().nextBoolean() ? trial.between(0, 60) * MINUTE : 0));
                Thread.sleep(trial.between(500, 1_000));
            }
        }
    }

    /** One of the next two changes of the zone's offset: to or from daylight saving time. */
    private static long change(FalseClock clock, ZoneId zone, Trial trial) {
        Instant now = Instant.ofEpochMilli(clock.millis());
        ZoneOffsetTransition next = zone.getRules().nextTransition(now);
        if (next != null && trial.random().nextBoolean()) {
            next = zone.getRules().nextTransition(next.getInstant());
        }
        Instant change = next == null ? now : next.getInstant();
        // Limits how far the clock moves into the future.
        return change.isAfter(Instant.now().plusSeconds(400L * 86_400))
                ? System.currentTimeMillis()
                : change.toEpochMilli();
    }

    /** Checks that there is neither a roll for each line nor none, and that old archives are deleted. */
    private static void look(Scene scene, Trial trial, SceneSettings settings, long seconds, Path old)
            throws IOException {
        long bytes = 0;
        List<Path> files = scene.files();
        for (Path file : files) {
            bytes += Files.size(file);
        }
        Tally tally = trial.tally();
        // Compressed files have at least a twentieth of the original size.
        long most = 20 + 2 * seconds + 4 * (tally.acts + tally.kills) + bytes * 20 / (settings.rollKilobytes() << 10);
        if (files.size() > most) {
            scene.complain(files.size() + " files, and not more than " + most + " were expected");
        }
        if (Files.exists(old) && files.size() > 3) {
            scene.complain(old.getFileName() + " should have been pruned");
        }
    }
}
