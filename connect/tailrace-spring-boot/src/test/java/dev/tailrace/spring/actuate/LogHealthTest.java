package dev.tailrace.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Stats;
import dev.tailrace.destination.TargetFigures;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When logging counts as well. */
final class LogHealthTest {
    private static final long CAP = 1_000;

    private long undrained;
    private long dropped;
    private List<TargetFigures> targets = List.of();

    private Stats stats() {
        List<Stats.DestinationStats> logs = List.of(of("app.log", undrained, dropped), of("console", 0, 0));
        return new Stats(logs, targets, 0, CAP, 0, 0, 0, 0);
    }

    private static Stats.DestinationStats of(String name, long backlog, long dropped) {
        return new Stats.DestinationStats(name, backlog, dropped, 0, 0, 0, 0, 0, 0, 0, 0, List.of());
    }

    @Test
    void nothingWaits_isWell() {
        LogHealth.Answer answer = new LogHealth(this::stats, -1).look();
        assertThat(answer.isWell()).isTrue();
        assertThat(answer.details()).containsEntry("undrained", 0L).containsEntry("dropped", 0L);
    }

    @Test
    void moreThanHalfOfTheMemoryWaits_isNotWell() {
        LogHealth health = new LogHealth(this::stats, -1);
        undrained = CAP / 2;
        assertThat(health.look().isWell()).isTrue();
        undrained++;
        assertThat(health.look().isWell()).isFalse();
        undrained = 0;
        assertThat(health.look().isWell()).isTrue();
    }

    @Test
    void threshold_counts() {
        LogHealth health = new LogHealth(this::stats, 10);
        undrained = 11;
        assertThat(health.look().isWell()).isFalse();
    }

    @Test
    void droppedSinceTheLastLook_isNotWellOnce() {
        LogHealth health = new LogHealth(this::stats, -1);
        dropped = 5;
        assertThat(health.look().isWell()).as("before the first look").isTrue();
        dropped = 8;
        LogHealth.Answer answer = health.look();
        assertThat(answer.isWell()).isFalse();
        assertThat(answer.details()).containsEntry("dropped", 8L).containsEntry("droppedSinceLastLook", 3L);
        assertThat(health.look().isWell()).isTrue();
    }

    @Test
    void targetThatIsAway_isWell_untilRecordsAreDropped() {
        LogHealth health = new LogHealth(this::stats, -1);
        targets = List.of(target(100));
        LogHealth.Answer answer = health.look();
        assertThat(answer.isWell()).as("dropped before the first look").isTrue();
        assertThat(answer.details()).containsEntry("droppedSinceLastLook", 0L);
        assertThat(answer.details().get("targets"))
                .isEqualTo(Map.of(
                        "OTLP",
                        Map.of(
                                "address", "http://a:4318",
                                "problem", "HTTP 503",
                                "waiting", 4_000L,
                                "lagMillis", 5_500L,
                                "dropped", 100L)));

        targets = List.of(target(107));
        answer = health.look();
        assertThat(answer.isWell()).isFalse();
        assertThat(answer.details()).containsEntry("droppedSinceLastLook", 7L);
        assertThat(health.look().isWell()).isTrue();
    }

    private static TargetFigures target(long dropped) {
        return new TargetFigures("OTLP", "otlp", "http://a:4318", 10, 20, dropped, 4_000, 5_500, "HTTP 503");
    }
}
