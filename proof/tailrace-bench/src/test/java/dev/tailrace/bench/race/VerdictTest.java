package dev.tailrace.bench.race;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.report.Tone;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerdictTest {
    @TempDir
    Path folder;

    private Verdict verdict(SavedRace race) throws Exception {
        return Verdict.of(race.incident(folder));
    }

    private static SavedRace stalls(double tailraceMillis, Object... figures) {
        Object[] all = new Object[figures.length + 4];
        System.arraycopy(figures, 0, all, 4, figures.length);
        all[0] = "blockedMillis";
        all[1] = tailraceMillis;
        all[2] = "longestCallNanos";
        all[3] = 1_010_000L;
        return new SavedRace(84)
                .row("noop", "default", "blockedMillis", 0, "longestCallNanos", 50_000L)
                .row("tailrace", "default", all)
                .row("logback", "incident", "blockedMillis", 56_800, "longestCallNanos", 945_000_000L);
    }

    @Test
    void of_recordedRace_saysWhatEachIncidentIsAbout() throws Exception {
        assertThat(RaceReport.read(SavedRace.QUICK).incidents())
                .extracting(incident -> Verdict.of(incident).sentence())
                .containsExactly(
                        "With Logback 84 threads stood still for 177 s in all; with Log4j 2 none waited over 100 ms (longest"
                                + " call 8.47 ms); with Tailrace none waited over 100 ms (longest call 1.01 ms).",
                        "With Logback callers stood still for 714 ms in all and 105,732 lines/s reached the file; with Log4j 2"
                                + " none waited over 100 ms (longest call 4.81 ms) and 277,523 lines/s reached the file; with"
                                + " Tailrace none waited over 100 ms (longest call 757 µs) and 589,477 lines/s reached the file.",
                        "With Logback 77,600 lines/s reached the file; with Log4j 2 102,143 lines/s reached the file; with"
                                + " Tailrace 286,963 lines/s reached the file.",
                        "With Logback callers stood still for 305 ms in all and 20 lines a request cost 194 µs of CPU; with"
                                + " Log4j 2 callers stood still for 1.13 s in all and 20 lines a request cost 191 µs of CPU;"
                                + " with Tailrace none waited over 100 ms (longest call 8.84 ms) and 20 lines a request cost"
                                + " 27.0 µs of CPU.");
    }

    @Test
    void of_onlyPeersWait_isGood() throws Exception {
        assertThat(verdict(stalls(0)))
                .isEqualTo(new Verdict(
                        Tone.GOOD,
                        "With Logback 84 threads stood still for 56.8 s in all; with Tailrace none waited over 100 ms"
                                + " (longest call 1.01 ms)."));
    }

    @Test
    void of_tailraceInsideOfAPeer_isNoPeer() throws Exception {
        SavedRace good = stalls(0).row("logback", "tailrace", "blockedMillis", 0, "longestCallNanos", 900_000L);
        assertThat(verdict(good)).isEqualTo(verdict(stalls(0)));
        SavedRace bad = stalls(0).row("logback", "tailrace", "blockedMillis", 700, "longestCallNanos", 900_000_000L);
        assertThat(verdict(bad).tone()).isEqualTo(Tone.WARN);
        assertThat(verdict(bad).sentence()).contains("with Logback (tailrace)");
    }

    @Test
    void of_tailraceLosesLines_saysHowManyAndIsBad() throws Exception {
        Verdict verdict = verdict(stalls(0, "lost", 3, "torn", 1));

        assertThat(verdict.tone()).isEqualTo(Tone.BAD);
        assertThat(verdict.sentence())
                .contains("with Tailrace 3 of 1,000 lines were lost and 1 line was torn and none");
    }

    @Test
    void of_tailraceWaits_saysForHowLongAndWarns() throws Exception {
        Verdict verdict = verdict(stalls(1_200));

        assertThat(verdict.tone()).isEqualTo(Tone.WARN);
        assertThat(verdict.sentence()).endsWith("with Tailrace callers stood still for 1.20 s in all.");
    }

    @Test
    void of_tailraceWaitsInTheWorstRoundOnly_saysSoAndWarns() throws Exception {
        Verdict verdict = verdict(stalls(0, "spread", SavedRace.spread("blockedMillis", 0, 0, 300)));

        assertThat(verdict.tone()).isEqualTo(Tone.WARN);
        assertThat(verdict.sentence()).contains("in the median round, and callers stood still for 300 ms in the worst");
    }

    @Test
    void of_peerBetterThanTailrace_comesFirstAndIsNamedWithBothFigures() throws Exception {
        Verdict verdict = verdict(new SavedRace(84)
                .row("tailrace", "default", "requestsPerSecond", 200_000)
                .row("logback", "incident", "requestsPerSecond", 100_000)
                .row("log4j2", "disruptor3", "requestsPerSecond", 150_000)
                .row("log4j2", "busyspin", "requestsPerSecond", 300_000));

        assertThat(verdict)
                .isEqualTo(
                        new Verdict(
                                Tone.WARN,
                                "With Log4j 2 150,000 lines/s reached the file; with Log4j 2 (busyspin) 300,000 lines/s reached the"
                                        + " file; with Logback 100,000 lines/s reached the file; with Tailrace 200,000 lines/s reached the"
                                        + " file; better than Tailrace: Log4j 2 (busyspin) in lines/s (300,000 against 200,000)."));
    }

    /** 220,000 isn't more than 200,000, where each half of a second differs by 40,000. */
    @Test
    void of_differenceWithinTheSpread_isNone() throws Exception {
        String figure = "requestsPerSecond";
        Verdict verdict = verdict(new SavedRace(84)
                .row("tailrace", "default", figure, 200_000, "spread", SavedRace.spread(figure, 190e3, 200e3, 205e3))
                .row("logback", "incident", figure, 100_000, "spread", SavedRace.spread(figure, 90e3, 100e3, 110e3))
                .row("logback", "buffered", figure, 220_000, "spread", SavedRace.spread(figure, 190e3, 220e3, 230e3)));

        assertThat(verdict)
                .isEqualTo(new Verdict(
                        Tone.GOOD,
                        "With Logback 100,000 lines/s (90,000 to 110,000) reached the file; with Logback (buffered) 220,000"
                                + " lines/s (190,000 to 230,000) reached the file; with Tailrace 200,000 lines/s (190,000 to"
                                + " 205,000) reached the file; no difference in lines/s could be measured to Logback"
                                + " (buffered)."));
    }

    @Test
    void of_peerThatLosesLines_isNotBetterWhateverItsFigures() throws Exception {
        Verdict verdict = verdict(new SavedRace(84)
                .row("tailrace", "default", "requestsPerSecond", 200_000)
                .row("logback", "default", "requestsPerSecond", 900_000, "lost", 400));

        assertThat(verdict.tone()).isEqualTo(Tone.GOOD);
        assertThat(verdict.sentence())
                .contains("With Logback 400 of 1,000 lines were lost")
                .doesNotContain("better than");
    }

    @Test
    void of_peerWithFewerWaits_isBetter() throws Exception {
        Verdict verdict = verdict(new SavedRace(2)
                .row("tailrace", "default", "blockedMillis", 500)
                .row("logback", "incident", "blockedMillis", 0));

        assertThat(verdict.sentence())
                .contains("with Tailrace 2 threads stood still for 500 ms")
                .contains("better than Tailrace: Logback (incident) in waits over 100 ms (0 against 500 ms)");
    }

    @Test
    void of_noopThatWaits_isNamedAsTheMachinesShare() throws Exception {
        Verdict verdict = verdict(new SavedRace(null)
                .row("noop", "default", "blockedMillis", 300)
                .row("tailrace", "default", "blockedMillis", 400));

        assertThat(verdict.sentence())
                .endsWith("with the no-op, which logs nothing, callers stood still for 300 ms in all.");
    }

    @Test
    void of_linesThatCostNoMoreThanTheNoopsDifferBy_areNotMeasurable() throws Exception {
        Verdict verdict = verdict(new SavedRace(null)
                .row("noop", "default", "linesPerRequest", 0, "cpuNanosPerRequest", 100_000)
                .row("noop", "default", "linesPerRequest", 20, "cpuNanosPerRequest", 90_000)
                .row("tailrace", "default", "linesPerRequest", 0, "cpuNanosPerRequest", 100_000)
                .row("tailrace", "default", "linesPerRequest", 20, "cpuNanosPerRequest", 95_000));

        assertThat(verdict.sentence())
                .isEqualTo("With Tailrace 20 lines a request cost no CPU that could be measured.");
    }

    @Test
    void of_failedRunOfTailrace_isBad() throws Exception {
        Verdict verdict = verdict(new SavedRace(84)
                .row("logback", "incident", "blockedMillis", 0)
                .row("tailrace", "default", "events", 0, "failure", "crashed"));

        assertThat(verdict.tone()).isEqualTo(Tone.BAD);
        assertThat(verdict.sentence()).endsWith("with Tailrace the run failed.");
    }

    @Test
    void of_otherSettingOfTailraceThatLosesLines_isNamedAndBad() throws Exception {
        Verdict verdict = verdict(new SavedRace(12)
                .row("tailrace", "default", "requestsPerSecond", 200_000)
                .row("tailrace", "rolling", "requestsPerSecond", 100_000, "lost", 7));

        assertThat(verdict)
                .isEqualTo(new Verdict(
                        Tone.BAD,
                        "With Tailrace 200,000 lines/s reached the file; with Tailrace (rolling) 7 of 1,000 lines were lost"
                                + " and 100,000 lines/s reached the file."));
    }

    @Test
    void of_tailraceThatLosesAndWaitsWithFewLinesARequestOnly_saysSoAndIsBad() throws Exception {
        Verdict verdict = verdict(new SavedRace(null)
                .row("tailrace", "default", "linesPerRequest", 1, "lost", 1, "blockedMillis", 250)
                .row("tailrace", "default", "linesPerRequest", 20, "blockedMillis", 0));

        assertThat(verdict)
                .isEqualTo(new Verdict(
                        Tone.BAD,
                        "With Tailrace 1 of 2,000 lines was lost and callers stood still for 250 ms in all."));
    }

    @Test
    void of_peerThatWritesSeveralFilesInPlaceOfOne_saysSo() throws Exception {
        Verdict verdict = verdict(new SavedRace(12)
                .row("tailrace", "default", "requestsPerSecond", 200_000, "files", 1)
                .row("jul", "default", "requestsPerSecond", 400_000, "files", 4));

        assertThat(verdict.sentence())
                .startsWith(
                        "With java.util.logging 400,000 lines/s reached 4 files; with Tailrace 200,000 lines/s reached the file")
                .contains("better than Tailrace: java.util.logging (default, 4 files) in lines/s");
    }

    @Test
    void of_raceWithoutTailrace_namesThePeersOnly() throws Exception {
        Verdict verdict = verdict(new SavedRace(84).row("logback", "incident", "longestCallNanos", 2_000_000L));

        assertThat(verdict).isEqualTo(new Verdict(Tone.PLAIN, "With Logback the longest call took 2.00 ms."));
    }
}
