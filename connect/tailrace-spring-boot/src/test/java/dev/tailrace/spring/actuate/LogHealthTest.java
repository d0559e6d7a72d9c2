package dev.tailrace.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Stats;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When logging counts as well. */
final class LogHealthTest {
    private static final long CAP = 1_000;

    private long undrained;
    private long dropped;

    private Stats stats() {
        return new Stats(List.of(of("app.log", undrained, dropped), of("console", 0, 0)), 0, CAP, 0, 0, 0, 0);
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
}
