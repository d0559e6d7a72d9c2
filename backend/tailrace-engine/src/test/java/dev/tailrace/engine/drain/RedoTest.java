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
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedoTest {
    private static final String BEFORE = "one\ntwo\n";
    private static final String STAGED = "three\nfour\nfive\n";

    private Path log;

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
                ByteBuffer.wrap(STAGED.getBytes(UTF_8)),
                Map.of(),
                0,
                new long[DropCounters.WORDS]);
    }

    private void append(String text) throws IOException {
        Files.writeString(log, text, StandardOpenOption.APPEND);
    }

    private void expectRest(Redo.Rest rest, String missing, boolean changed) {
        assertThat(STAGED.substring(rest.from())).isEqualTo(missing);
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

    /** What begins as a member does; what follows doesn't matter here. */
    private static byte[] member() {
        byte[] bytes = new byte[60];
        byte[] head = {0x1f, (byte) 0x8b, 8, 4, 0, 0, 0, 0, 0, (byte) 0xff, 12, 0, 'T', 'R', 8, 0, 60};
        System.arraycopy(head, 0, bytes, 0, head.length);
        Arrays.fill(bytes, 24, 60, (byte) '\n');
        return bytes;
    }

    private Intent intentOfMember() throws IOException {
        return new Intent(
                7,
                false,
                log,
                FileIdentity.of(log),
                BEFORE.length(),
                ByteBuffer.wrap(member()),
                Map.of(),
                0,
                new long[DropCounters.WORDS]);
    }

    @Test
    void member_anyBeginningThere_theRestIsAppended() throws IOException {
        byte[] before = BEFORE.getBytes(UTF_8);
        for (int written = 0; written <= member().length; written++) {
            Files.writeString(log, BEFORE);
            Files.write(log, Arrays.copyOf(member(), written), StandardOpenOption.APPEND);
            Redo.Rest rest = Redo.run(intentOfMember());
            assertThat(rest.from()).isEqualTo(member().length);
            byte[] all = Arrays.copyOf(before, before.length + member().length);
            System.arraycopy(member(), 0, all, before.length, member().length);
            assertThat(log).hasBinaryContent(all);
        }
    }

    @Test
    void member_behindWhatOthersWrote_isFound() throws IOException {
        append("alien");
        Files.write(log, member(), StandardOpenOption.APPEND);
        assertThat(Redo.run(intentOfMember()).from()).isEqualTo(member().length);
    }

    @Test
    void member_ofWhichAPartWentToAFileThatWasRenamed_isMissingAsAWhole() throws IOException {
        Intent intent = intentOfMember();
        Files.write(log, Arrays.copyOf(member(), 40), StandardOpenOption.APPEND);
        Files.move(log, log.resolveSibling("app.log.1"));
        assertThat(Redo.run(intent).from()).isZero();
    }

    @Test
    void member_ofWhichAPartWentToAFileThatWasRenamed_isNotThereInPart() throws IOException {
        for (int written : new int[] {24, 40, 59}) {
            Files.deleteIfExists(log.resolveSibling("app.log.1"));
            Files.writeString(log, BEFORE);
            Intent intent = intentOfMember();
            Files.write(log, Arrays.copyOf(member(), written), StandardOpenOption.APPEND);
            Files.move(log, log.resolveSibling("app.log.1"));
            assertThat(Redo.run(intent).from()).isZero();
            assertThat(log.resolveSibling("app.log.1")).hasContent(BEFORE);
            // As after a crash before the new intent.
            assertThat(Redo.run(intent).from()).isZero();
        }
    }

    @Test
    void member_behindAPartOfWhichOthersWrote_isMissingAsAWhole_andThePartIsGone() throws IOException {
        Files.write(log, Arrays.copyOf(member(), 40), StandardOpenOption.APPEND);
        append("alien\n");
        Intent intent = intentOfMember();
        Redo.Plan plan = Redo.plan(intent);
        assertThat(plan.from()).isZero();
        assertThat(plan.inPlace()).isFalse();
        assertThat(Files.size(log)).as("only looked at").isEqualTo(BEFORE.length() + 40 + 6);
        assertThat(Redo.run(intent).from()).isZero();
        assertThat(log).hasContent(BEFORE + "alien\n");
    }

    @Test
    void alienText_thatBeginsAsAMemberDoes_isLeftAlone() throws IOException {
        Files.write(log, Arrays.copyOf(member(), 12), StandardOpenOption.APPEND);
        append("alien\n");
        assertThat(Redo.run(intentOfMember()).from()).isZero();
        assertThat(Files.size(log)).isEqualTo(BEFORE.length() + 12 + 6);
    }
}
