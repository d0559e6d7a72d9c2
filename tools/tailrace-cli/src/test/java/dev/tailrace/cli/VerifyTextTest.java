package dev.tailrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.cli.Verdict.Issue;
import dev.tailrace.guest.view.IntentView;
import dev.tailrace.guest.view.LogView;
import dev.tailrace.guest.view.OwnerView;
import dev.tailrace.guest.view.RingView;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class VerifyTextTest {
    private static final Instant NOW = Instant.parse("2026-11-21T02:30:00Z");
    private static final Clock NIGHT = Clock.fixed(NOW, ZoneId.of("Europe/Berlin"));
    private static final String LOG = "/var/log/app/app.log";

    @Test
    void fine_saysSoFirst() {
        String text = text(view(true, 4711, null, List.of(owner(4711, true, 0))));

        assertThat(text.lines())
                .containsExactly(
                        LOG + ": FINE; nothing waits.",
                        "Drainer    process 4711",
                        "Lanes in   /dev/shm/tailrace-1000/3f2a9c0d11e84b77",
                        "Rolling    at 10 MB; keeps 7 files, numbers 1 to 7; files app.%i.log.gz",
                        "Last batch none yet",
                        "Process    4711, alive, started 2026-11-21 02:30:00 (60 min ago), nothing waits");
    }

    @Test
    void linesOfADeadProcess_areToldWithTheCommandAndLocalTimes() {
        String text = text(view(false, -1, null, List.of(owner(4711, false, 1234))));

        assertThat(text.lines())
                .startsWith(
                        LOG + ": 1 finding; 1,234 lines (123,400 bytes) wait.",
                        "- Dead process 4711 left 1,234 lines behind, the first from 2026-11-21 03:29:00",
                        "  (60 s ago).",
                        "  -> The next process that logs here writes them; so does:",
                        "     ./tailrace drain " + LOG)
                .contains("           lane 0, ring 0: 1,234 lines since 2026-11-21 03:29:00 (60 s ago),");
    }

    @Test
    void linesThatWaitLong_areAnIssueAlthoughSomebodyDrains() {
        Verdict verdict = Verdict.of(view(true, 999_999_999, null, List.of(owner(4711, true, 5))), NIGHT);

        assertThat(verdict.issues()).singleElement().satisfies(issue -> {
            assertThat(issue.kind()).isEqualTo(Issue.Kind.STALLED);
            assertThat(issue.what()).contains("since 2026-11-21 03:29:00", "Process 999999999 drains this log");
        });
    }

    @Test
    void liveProcessesWithoutADrainer_areAnIssue() {
        Verdict verdict = Verdict.of(view(false, -1, null, List.of(owner(4711, true, 5))), NIGHT);

        assertThat(verdict.issues()).extracting(Issue::kind).containsExactly(Issue.Kind.UNDRAINED);
        assertThat(verdict.status()).isEqualTo(ExitStatus.FOUND);
    }

    @Test
    void processThatWantsAnotherRolling_isAnIssueThatNamesBothSides() {
        OwnerView other = new OwnerView("4712-a-1", true, 4712, true, 0, 0, 0, true, List.of(), "");
        LogView view = view(true, 4711, null, List.of(owner(4711, true, 0), other));

        assertThat(Verdict.of(view, NIGHT).status()).isEqualTo(ExitStatus.FOUND);
        assertThat(text(view))
                .contains("- Process 4712 wants another rolling than the one in use, which is that of")
                .containsIgnoringWhitespaces("restart process 4711 with the new configuration", "scan=\"true\"")
                .contains("Process    4712, alive, wants another rolling, nothing waits");
    }

    @Test
    void unfinishedBatch_isAnIssue() {
        IntentView intent = new IntentView(7, false, LOG, 100, 4000, 2, 1500, IntentView.Todo.APPEND, "");

        assertThat(text(view(false, -1, intent, List.of())))
                .contains("1,500 bytes of its last batch")
                .contains("Last batch 1,500 bytes missing: 4,000 bytes at byte 100 of " + LOG, "           (number 7)");
    }

    @Test
    void manyProcesses_areBoundedAndThoseInTroubleComeFirst() {
        List<OwnerView> owners = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            owners.add(owner(1000 + i, i % 10 != 0, i % 10 == 0 ? 3 : 0));
        }

        String text = text(view(true, 1001, null, owners));

        assertThat(text.lines().count()).isLessThan(200);
        assertThat(text.lines().map(String::stripTrailing))
                .contains("- and 11 more; --json FILE has all of them")
                .anyMatch(line -> line.startsWith("and 280 more processes, 10 of them dead, with 30 lines"));
        assertThat(text.lines().filter(line -> line.startsWith("Process")))
                .hasSize(20)
                .allMatch(line -> line.contains(", dead"));
    }

    @Test
    void manyRings_areBounded() {
        List<RingView> rings = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            rings.add(ring(i, 2));
        }
        OwnerView owner = new OwnerView("4711-a-1", true, 4711, true, 0, 0, 0, false, rings, "");

        assertThat(text(view(true, 1, null, List.of(owner)))).contains("           and 42 more lanes");
    }

    @Test
    void drainerThatHasNotSteppedForLong_isNamedWithTheTime() {
        LogView view = new LogView(
                LOG,
                "/var/log/app/.app.log.tailrace-lock",
                "",
                "/dev/shm/tailrace-1000/3f2a9c0d11e84b77",
                "kind=none file=" + LOG,
                true,
                1,
                NOW.minusSeconds(35).toEpochMilli(),
                null,
                List.of(owner(4711, true, 0)),
                List.of(),
                List.of());

        assertThat(Verdict.of(view, NIGHT).issues()).singleElement().satisfies(issue -> {
            assertThat(issue.kind()).isEqualTo(Issue.Kind.STALLED);
            assertThat(issue.what()).contains("Process 1 drains this log and has written nothing since", "(35 s ago)");
        });
    }

    @Test
    void unreadable_isOneSentence() {
        LogView view = new LogView(
                LOG, LOG, "it belongs to user app", null, null, null, -1, 0, null, List.of(), List.of(), List.of());

        assertThat(text(view)).isEqualTo(LOG + ": CAN'T BE READ: it belongs to user app.\n");
        assertThat(Verdict.of(view, NIGHT).status()).isEqualTo(ExitStatus.COULD_NOT_RUN);
    }

    @Test
    void hostileWordsAndNumbers_cannotMoveTheCursorOrFail() {
        RingView ring = new RingView(
                "a\u001b[2J",
                0,
                0,
                4096,
                -1,
                -1,
                -8,
                Long.MAX_VALUE,
                true,
                Long.MAX_VALUE,
                -5,
                1,
                Long.MIN_VALUE,
                Long.MIN_VALUE,
                List.of("x\u001b"),
                "bad\u001b");
        OwnerView owner = new OwnerView(
                "b\u001b", false, 0, true, Long.MAX_VALUE / 1_000_000, -1, -1, false, List.of(ring), "c\u001b");
        LogView view = new LogView(
                LOG + "\u001b",
                "/x\u001b",
                "",
                "/l\u001b",
                "kind=\u001b",
                null,
                -1,
                Long.MIN_VALUE,
                null,
                List.of(owner),
                List.of("d\u001b"),
                List.of("e\u001b"));

        assertThat(text(view)).doesNotContain("\u001b");
    }

    private static String text(LogView view) {
        String text = VerifyText.lines(Verdict.of(view, NIGHT), NIGHT).stream()
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        assertThat(text.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        return text;
    }

    private static LogView view(boolean drained, long drainer, @Nullable IntentView intent, List<OwnerView> owners) {
        return new LogView(
                LOG,
                "/var/log/app/.app.log.tailrace-lock",
                "",
                "/dev/shm/tailrace-1000/3f2a9c0d11e84b77",
                "kind=window file=" + LOG + " root=/var/log/app/ pattern=app.%i.log.gz size=10485760 min=1 max=7",
                drained,
                drainer,
                drained ? NOW.minusSeconds(1).toEpochMilli() : 0,
                intent,
                owners,
                List.of(),
                List.of());
    }

    private static OwnerView owner(long pid, boolean alive, long lines) {
        long start = NOW.minusSeconds(3600).toEpochMilli();
        return new OwnerView(pid + "-a-1", alive, pid, true, start, 0, 0, false, List.of(ring(0, lines)), "");
    }

    private static RingView ring(int lane, long lines) {
        long oldest = lines == 0 ? 0 : NOW.minusSeconds(60).toEpochMilli() * 1_000_000L;
        return new RingView(
                "r-" + lane + "-0.ring",
                lane,
                0,
                1 << 20,
                0,
                0,
                0,
                0,
                false,
                lines,
                lines * 100,
                0,
                0,
                oldest,
                List.of(),
                "");
    }
}
