package dev.tailrace.engine.drain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.sink.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedoTest {
    private static final String BEFORE = "one\ntwo\n";
    private static final String STAGED = "three\nfour\nfive\n";

    private Path log;
    private String staged = STAGED;

    @BeforeEach
    void writeLog(@TempDir Path folder) throws IOException {
        log = Files.writeString(folder.resolve("app.log"), BEFORE);
    }

    private Intent intent() throws IOException {
        return new Intent(
                7,
                false,
                log,
                FileIdentity.of(log),
                BEFORE.length(),
                ByteBuffer.wrap(staged.getBytes(UTF_8)),
                Map.of(),
                0,
                new long[DropCounters.WORDS]);
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }

    private void expectRest(Redo.Rest rest, String missing, boolean changed) {
        assertThat(staged.substring(rest.from())).isEqualTo(missing);
        assertThat(rest.changed()).isEqualTo(changed);
    }

    @Test
    void allThere_nothingIsDone() throws IOException {
        append(STAGED);
        expectRest(Redo.run(intent()), "", false);
        assertThat(log).hasContent(BEFORE + STAGED);
    }

    @Test
    void anyBeginningThere_theRestIsAppended() throws IOException {
        for (int written = 0; written < STAGED.length(); written++) {
            Files.writeString(log, BEFORE + STAGED.substring(0, written));
            expectRest(Redo.run(intent()), "", false);
            assertThat(log).hasContent(BEFORE + STAGED);
        }
    }

    @Test
    void othersWroteBetween_allIsFoundBehindThem() throws IOException {
        append("alien\n" + STAGED + "alien\n");
        expectRest(Redo.run(intent()), "", false);
    }

    @Test
    void othersWroteWithoutALineFeed_allIsFoundBehindThem() throws IOException {
        append("alien" + STAGED);
        expectRest(Redo.run(intent()), "", false);
        append("alien");
        expectRest(Redo.run(intent()), "", false);
    }

    @Test
    void othersWroteALongTextWithoutALineFeed_whatIsBehindItIsFound() throws IOException {
        staged = "2026-11-27 one\n2026-11-27 two\n2026-11-27 three\n";
        String whole = "2026-11-27 one\n2026-11-27 two\n";
        append("2026".repeat(50_000) + whole + "alien");
        expectRest(Redo.run(intent()), "2026-11-27 three\n", false);
    }

    @Test
    void othersWroteWhatEndsAsOurFirstLineDoes_nothingIsMissedOut() throws IOException {
        append("thirty three\n");
        expectRest(Redo.run(intent()), STAGED, false);
    }

    @Test
    void othersWroteInTheMiddle_whatFollowsTheLastWholeLineIsMissing() throws IOException {
        append(STAGED.substring(0, "three\nfo".length()) + "alien\n");
        expectRest(Redo.run(intent()), "four\nfive\n", false);
        assertThat(log).hasContent(BEFORE + "three\nfoalien\n");
    }

    @Test
    void othersWroteFirstAndNothingOfOursIsThere_allIsMissing() throws IOException {
        append("alien\n");
        expectRest(Redo.run(intent()), STAGED, false);
    }

    @Test
    void renamedAfterHalfOfIt_theRestIsMissing() throws IOException {
        Intent intent = intent();
        append("three\nfour\n");
        Files.move(log, log.resolveSibling("app.log.1"));
        expectRest(Redo.run(intent), "five\n", false);
        Files.writeString(log, "");
        expectRest(Redo.run(intent), "five\n", false);
    }

    @Test
    void cutOrReplacedOrGone_allIsMissingAndToldSo() throws IOException {
        Intent intent = intent();
        Files.writeString(log, "one\n");
        expectRest(Redo.run(intent), STAGED, true);
        Files.delete(log);
        expectRest(Redo.run(intent), STAGED, true);
    }
}
