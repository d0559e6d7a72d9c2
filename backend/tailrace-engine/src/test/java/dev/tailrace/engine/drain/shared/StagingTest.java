package dev.tailrace.engine.drain.shared;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.DrainListener;
import dev.tailrace.engine.drain.Intent;
import dev.tailrace.engine.drain.QuietListener;
import dev.tailrace.engine.drain.RecordingSink;
import dev.tailrace.engine.journal.owner.DropCounters;
import dev.tailrace.engine.journal.owner.LossReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StagingTest {
    private Path folder;
    private Path lockFile;
    private final List<String> known = new ArrayList<>();
    private final DrainListener listener = new QuietListener() {
        @Override
        public void onNoRoom(Destination destination, int lineLength, IOException reason) {}

        @Override
        public void onPutAside(Path file, IOException reason) {
            known.add(file.getFileName() + ": " + reason.getMessage());
        }
    };
    private final RecordingSink sink = new RecordingSink();
    private Staging staging;

    @BeforeEach
    void open(@TempDir Path temporary) throws IOException {
        folder = temporary;
        lockFile = temporary.resolve(".app.log.tailrace-lock");
        sink.path = temporary.resolve("app.log");
        sink.identity = 99;
        staging = Staging.open(folder, lockFile, listener);
        assertThat(staging.last(listener)).isNull();
    }

    private void publish(String text) {
        ByteBuffer buffer = staging.buffer();
        buffer.put(text.getBytes(UTF_8)).flip();
        staging.publish(sink, buffer, List.of(), null);
    }

    /** What a successor finds. */
    private Intent reopened() throws IOException {
        staging = Staging.open(folder, lockFile, listener);
        Intent last = staging.last(listener);
        return Objects.requireNonNull(last);
    }

    private static String text(Intent intent) {
        return UTF_8.decode(intent.lines().duplicate()).toString();
    }

    @Test
    void publishedIntent_isFoundAsItWas() throws IOException {
        sink.length = 4711;
        publish("one\n");
        Intent last = reopened();
        assertThat(last.committed()).isFalse();
        assertThat(last.path()).isEqualTo(folder.resolve("app.log"));
        assertThat(last.fileIdentity()).isEqualTo(99);
        assertThat(last.offset()).isEqualTo(4711);
        assertThat(text(last)).isEqualTo("one\n");
        assertThat(last.lanes()).isEqualTo(Map.of());
        assertThat(last.lossOwner()).isZero();
    }

    @Test
    void nextIntent_commitsTheOneBefore_andSoDoesCommit() throws IOException {
        publish("one\n");
        staging.commit();
        assertThat(reopened().committed()).isTrue();
        publish("two\n");
        Intent last = reopened();
        assertThat(last.committed()).isFalse();
        assertThat(text(last)).isEqualTo("two\n");
    }

    @Test
    void batchInTheMaking_leavesTheLastIntentWhole() throws IOException {
        publish("one\n");
        staging.commit();
        staging.buffer().put("half a li".getBytes(UTF_8));
        assertThat(text(reopened())).isEqualTo("one\n");
    }

    @Test
    void publishedBatch_isStillTheBuffer_untilItIsCommitted() {
        publish("one\n");
        ByteBuffer buffer = staging.buffer();
        assertThat(buffer.remaining()).isEqualTo(4);
        buffer.position(2);
        assertThat(staging.buffer().position()).isEqualTo(2);
        staging.commit();
        assertThat(staging.buffer().position()).isZero();
        assertThat(staging.buffer().limit()).isEqualTo(buffer.capacity());
    }

    @Test
    void rest_isANewIntentForTheFileThatIsThereNow() throws IOException {
        long[] words = new long[DropCounters.WORDS];
        words[3] = 5;
        ByteBuffer buffer = staging.buffer();
        buffer.put("one\ntwo\n".getBytes(UTF_8)).flip();
        staging.publish(sink, buffer, List.of(), new LossReport(77, 0, 0, new long[5], Map.of(), false, words));
        Intent first = reopened();
        sink.path = folder.resolve("other.log");
        sink.length = 3;
        staging.publishRest(sink, 4);

        Intent last = reopened();
        assertThat(last.sequence()).isEqualTo(first.sequence() + 1);
        assertThat(text(last)).isEqualTo("two\n");
        assertThat(last.path()).isEqualTo(folder.resolve("other.log"));
        assertThat(last.offset()).isEqualTo(3);
        assertThat(last.lossOwner()).isEqualTo(77);
        assertThat(last.lossWords()).isEqualTo(words);
    }

    @Test
    void longLine_getsLargerHalves_andNothingIsForgotten() throws IOException {
        publish("one\n");
        staging.commit();
        long id = staging.id();
        String line = "x".repeat(1_000_000) + "\n";
        staging.ensureRoom(line.length());
        publish(line);

        Intent last = reopened();
        assertThat(text(last)).isEqualTo(line);
        assertThat(last.sequence()).isEqualTo(2);
        assertThat(staging.id()).isEqualTo(id).isEqualTo(StagingHead.id(folder));
    }

    @Test
    void read_byAThreadThatWasInterrupted_isAllThere() throws IOException {
        publish("one\n");
        staging.commit();
        long id = staging.id();
        publish("two\n");
        Thread.currentThread().interrupt();
        assertThat(StagingHead.id(folder)).isEqualTo(id);
        assertThat(text(reopened())).isEqualTo("two\n");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void removed_isMadeAnewAndTheTermGoesOn() throws IOException {
        publish("one\n");
        staging.commit();
        long id = staging.id();
        Files.delete(folder.resolve(Staging.FILE));

        assertThat(staging.isSpoilt()).isFalse();
        assertThat(StagingHead.id(folder)).isEqualTo(id);
        assertThat(StagingHead.committed(folder)).isEqualTo(1);
        publish("two\n");
        Intent last = reopened();
        assertThat(text(last)).isEqualTo("two\n");
        assertThat(last.sequence()).isEqualTo(2);
    }

    @Test
    void removed_whileABatchIsWritten_isMadeAnewWhenThatIsDone() throws IOException {
        publish("one\n");
        Files.delete(folder.resolve(Staging.FILE));

        assertThat(staging.isSpoilt()).isFalse();
        assertThat(folder.resolve(Staging.FILE)).doesNotExist();
        staging.commit();
        assertThat(staging.isSpoilt()).isFalse();
        assertThat(StagingHead.committed(folder)).isEqualTo(1);
    }

    @Test
    void removed_withTheDirectory_isSpoilt() throws IOException {
        Path lanes = Files.createDirectory(folder.resolve("lanes"));
        Staging other = Staging.open(lanes, lockFile, listener);
        Files.delete(lanes.resolve(Staging.FILE));
        Files.delete(lanes);

        assertThat(other.isSpoilt()).isTrue();
    }

    @Test
    void damagedIntent_isNotTrusted() throws IOException {
        publish("one\n");
        staging.commit();
        publish("two\n");
        overwrite(69_632, "?");
        Intent last = reopened();
        assertThat(last.committed()).as("the one before").isTrue();
        assertThat(known).containsExactly("drain.staging: an intent that can't be");
        publish("three\n");
        assertThat(text(reopened())).isEqualTo("three\n");
    }

    @Test
    void fileThatIsNoStaging_isPutAside() throws IOException {
        Files.writeString(folder.resolve(Staging.FILE), "nonsense");
        staging = Staging.open(folder, lockFile, listener);
        assertThat(staging.last(listener)).isNull();
        assertThat(known).hasSize(1);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.toString().endsWith(".damaged")))
                    .hasSize(1);
        }
    }

    private void overwrite(long offset, String text) throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve(Staging.FILE).toFile(), "rw")) {
            file.seek(offset);
            file.write(text.getBytes(UTF_8));
        }
    }
}
