package dev.tailrace.engine.journal.owner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.engine.journal.owner.LimitPage.Outcome;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LimitPageTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_700_000_000L * SECOND;

    @TempDir
    private Path folder;

    private Owner owner;
    private LimitPage page;
    private Path file;

    @BeforeEach
    void open() throws IOException {
        owner = Owner.enter(folder);
        page = LimitPage.of(owner);
        page.open();
        file = owner.directory().resolve(owner.name() + LimitPage.SUFFIX);
        page.describe(3, 30, "a.Logger", 10 * SECOND, "\"one\"");
    }

    @AfterEach
    void leave() throws IOException {
        owner.leave();
    }

    private static LimitReport report(LimitPage of, long now) {
        return Objects.requireNonNull(of.unreported(now, false));
    }

    @Test
    void window_notOver_reportsNothing() {
        assertThat(page.hold(3, NOW)).isEqualTo(Outcome.HELD);

        assertThat(page.unreported(NOW + 9 * SECOND, false)).isNull();
        assertThat(report(page, NOW + 10 * SECOND).summaries())
                .containsExactly(new LimitReport.Summary(30, "a.Logger", "\"one\"", 1, NOW, NOW, 10 * SECOND));
    }

    @Test
    void report_neverWritten_isMadeAgain_andByAnotherProcess() throws IOException {
        page.hold(3, NOW);
        LimitReport lost = report(page, NOW + 10 * SECOND);

        LimitPage other = LimitPage.attach(file);
        LimitReport again = report(other, NOW + 10 * SECOND);
        assertThat(again.summaries()).isEqualTo(lost.summaries());
        other.reported(again.words(), NOW + 10 * SECOND);
        // A successor that restores an older intent takes nothing back.
        other.reported(lost.words(), NOW + 10 * SECOND);
        assertThat(page.isUnreported()).isFalse();
        assertThat(page.unreported(NOW + 99 * SECOND, true)).isNull();
        assertThat(page.total()).isEqualTo(1);
    }

    @Test
    void events_betweenReportAndWrite_areInTheNextWindow() {
        page.hold(3, NOW);
        LimitReport first = report(page, NOW + 10 * SECOND);
        page.hold(3, NOW + 10 * SECOND);
        page.hold(3, NOW + 10 * SECOND);
        page.reported(first.words(), NOW + 11 * SECOND);

        assertThat(page.unreported(NOW + 20 * SECOND, false)).isNull();
        assertThat(report(page, NOW + 21 * SECOND).summaries())
                .extracting(LimitReport.Summary::count)
                .containsExactly(2L);
    }

    @Test
    void clock_wentBack_theWindowIsOver() {
        page.hold(3, NOW);

        assertThat(report(page, NOW - 100 * SECOND).summaries()).hasSize(1);
    }

    @Test
    void words_thatCanNotBe_changeNothing() {
        page.hold(3, NOW);
        page.reported(new long[] {-1, 3L << 48 | 99, 600L << 48 | 1, 0}, NOW);

        assertThat(report(page, NOW + 10 * SECOND).summaries())
                .extracting(LimitReport.Summary::count)
                .containsExactly(1L);
    }

    @Test
    void longTexts_areCutBetweenCharacters() {
        page.describe(4, 20, "ä".repeat(200), SECOND, "€".repeat(500));
        page.hold(4, NOW);

        LimitReport.Summary summary = report(page, NOW + SECOND).summaries().get(0);
        assertThat(summary.logger()).matches("ä{62}\u2026");
        assertThat(summary.text()).matches("€{95}\u2026");
    }

    @Test
    void file_cut_countsNothingAndThrowsNothing() throws IOException {
        page.hold(3, NOW);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        }

        assertThat(page.hold(3, NOW)).isEqualTo(Outcome.UNCOUNTED);
        assertThat(page.isUnreported(3)).isFalse();
        assertThat(page.isUnreported()).isFalse();
        assertThat(page.unreported(NOW, true)).isNull();
        page.close();
    }

    @Test
    void file_removed_holdsNothingBackAnyMore() throws IOException {
        page.hold(3, NOW);
        Files.delete(file);

        assertThat(page.lookForLoss()).isTrue();
        assertThat(page.lookForLoss()).isFalse();
        assertThat(page.hold(3, NOW)).isEqualTo(Outcome.UNCOUNTED);
        // Counted events are still reported where this process drains.
        assertThat(report(page, NOW + 10 * SECOND).summaries()).hasSize(1);
    }

    @Test
    void file_ofAnotherMajorVersion_isRefused() throws IOException {
        byte[] content = Files.readAllBytes(file);
        content[12] = 9;
        Files.write(file, content);

        assertThatThrownBy(() -> LimitPage.attach(file)).hasMessageContaining("unknown format");
    }

    @Test
    void leave_allReported_removesTheFile() {
        page.hold(3, NOW);
        page.leave();
        assertThat(file).exists();
        page.reported(report(page, NOW + 10 * SECOND).words(), NOW);
        page.leave();
        assertThat(file).doesNotExist();
    }
}
