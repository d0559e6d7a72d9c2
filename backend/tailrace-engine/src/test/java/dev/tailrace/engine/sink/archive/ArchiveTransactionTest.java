package dev.tailrace.engine.sink.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.destination.Rolling;
import dev.tailrace.engine.sink.Compression;
import dev.tailrace.engine.sink.FileIdentity;
import dev.tailrace.engine.sink.Rig;
import dev.tailrace.engine.sink.Sink;
import dev.tailrace.engine.sink.Throttle;
import dev.tailrace.engine.sink.rolling.FileNamePattern;
import dev.tailrace.finding.FindingCode;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@link ArchiverTest} can't bring about: single transactions that fail, and files that others put in their way. */
class ArchiveTransactionTest {
    private final Packer packer = new Packer(new Throttle(1, () -> 0, nanos -> {}));
    private final Shelf shelf = new Shelf(Compression.GZIP, step -> {});
    private final List<String> steps = new ArrayList<>();
    private Path folder;
    private Path source;
    private Rig rig;

    @BeforeEach
    void makeSource(@TempDir Path folder) throws IOException {
        this.folder = folder;
        this.source = Files.writeString(folder.resolve("app.1.log"), "a\n");
        this.rig = new Rig(folder);
    }

    /** Whose place is in another directory, as if that were on another file system. */
    private RolledFile elsewhere(@Nullable Path note) throws IOException {
        FileNamePattern pattern = FileNamePattern.parse(rig.path("old/app.%i.log.gz"));
        ArchiveNames names = new ArchiveNames.Window(pattern, 1, 5);
        Path temporary = ArchiveTransaction.temporary(folder.resolve("old/packed"));
        long identity = FileIdentity.of(source);
        return new RolledFile(source, 1, 0, Compression.GZIP, names, true, "app.1.log", temporary, identity, note);
    }

    private void run(RolledFile file, Consumer<String> did) throws IOException {
        new ArchiveTransaction(packer, did).run(file, shelf, () -> false);
    }

    private static void failAfterTheName(String step) {
        if (step.equals("archive: place forced")) {
            throw new IllegalStateException("as if the source couldn't be renamed");
        }
    }

    /** The drainer has renamed the file and not said so yet: the file isn't gone. */
    @Test
    void source_thatIsBeingShifted_isPackedUnderItsNewName() throws Exception {
        FileNamePattern pattern = FileNamePattern.parse(rig.path("app.%i.log.gz"));
        for (int round = 0; round < 20; round++) {
            Path first = Files.writeString(folder.resolve("app.1.log"), "a\n");
            RolledFile file = new RolledFile(
                    first,
                    1,
                    0,
                    Compression.GZIP,
                    new ArchiveNames.Window(pattern, 1, 5),
                    false,
                    "app.1.log",
                    ArchiveTransaction.temporary(folder.resolve("packed")),
                    FileIdentity.of(first),
                    null);
            CompletableFuture<Void> shifting = CompletableFuture.runAsync(() -> shift(file));
            try {
                run(file, steps::add);
            } finally {
                file.beGone();
            }
            shifting.get(1, TimeUnit.MINUTES);
            assertThat(file.path().toString()).as("round %s", round).endsWith(".gz");
            Files.delete(file.path());
        }
    }

    /** Shifts a file again and again until it is packed; each time it takes a moment to say so. */
    private void shift(RolledFile file) {
        for (int index = 2; !file.isGone(); index++) {
            synchronized (shelf.guard()) {
                Path from = file.path();
                if (from.toString().endsWith(".gz")) {
                    return;
                }
                Path to = folder.resolve("app." + index + ".log");
                try {
                    Files.move(from, to);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                LockSupport.parkNanos(500_000);
                file.movedTo(to);
            }
        }
    }

    /** A person took the source away, and another file was rolled to its name: that one is packed nowhere yet. */
    @Test
    void sourceThatIsReplaced_afterItsRemovalFailed_isNotRemoved() throws IOException {
        RolledFile file = elsewhere(null);
        assertThatThrownBy(() -> run(file, ArchiveTransactionTest::failAfterTheName))
                .isInstanceOf(IllegalStateException.class);
        Files.move(source, folder.resolve("mine"));
        Files.writeString(source, "another\n");

        run(file, steps::add);

        assertThat(rig.tree()).isEqualTo(Map.of("app.1.log", "another", "mine", "a", "old/app.1.log.gz", "a"));
    }

    @Test
    void source_whoseRemovalFailed_isRemovedOnceTheNameIsForced() throws IOException {
        RolledFile file = elsewhere(null);
        assertThatThrownBy(() -> run(file, ArchiveTransactionTest::failAfterTheName))
                .isInstanceOf(IllegalStateException.class);

        run(file, steps::add);

        assertThat(steps).containsExactly("archive: place forced", "archive: source of a placed file removed");
        assertThat(rig.tree()).isEqualTo(Map.of("old/app.1.log.gz", "a"));
    }

    /** By the note of a process that died when the packed file had its name. */
    @Test
    void source_ofAProcessThatDied_isRemovedOnceTheNameIsForced() throws IOException {
        Path note = folder.resolve(".app.log.17-0-00000000.rolled");
        RolledFile file = elsewhere(note);
        Files.createDirectory(folder.resolve("old"));
        RolledNote.placing(file, gzip(folder.resolve("old/app.1.log.gz"), "a\n"));

        run(file, steps::add);

        assertThat(steps).containsExactly("archive: place forced", "archive: source of a placed file removed");
        assertThat(rig.tree()).isEqualTo(Map.of("old/app.1.log.gz", "a"));
        assertThat(note).doesNotExist();
    }

    @Test
    void linkInTheWayOfTheTemporaryFile_isNotFollowed() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious.txt"), "not a log");
        RolledFile file = elsewhere(null);
        Files.createDirectory(folder.resolve("old"));
        Files.createSymbolicLink(file.temporary(), precious);

        run(file, steps::add);

        assertThat(rig.tree()).isEqualTo(Map.of("old/app.1.log.gz", "a", "precious.txt", "not a log"));
    }

    @Test
    void linkInTheWayOfANote_isNotFollowed() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious.txt"), "not a log");
        FileNamePattern pattern = FileNamePattern.parse(rig.path("app.%i.log.gz"));
        RolledFile file = RolledFile.inPlace(
                source, source, 1, 0, new ArchiveNames.Window(pattern, 1, 5), FileIdentity.of(source));
        Path note = RolledNote.beside(source);
        Files.createSymbolicLink(note, precious);

        run(file, steps::add);

        assertThat(rig.tree()).isEqualTo(Map.of("app.1.log.gz", "a", "precious.txt", "not a log"));
        assertThat(Files.exists(note, LinkOption.NOFOLLOW_LINKS)).isFalse();
    }

    /** On a full disk the log itself needs the room until the next attempt. */
    @Test
    void packedInVain_keepsNoRoom_andIsPackedAnew() throws IOException {
        RolledFile file = elsewhere(null);
        ArchiveTransaction transaction = new ArchiveTransaction(packer, steps::add);
        assertThatThrownBy(() -> transaction.run(file, shelf, () -> true)).isInstanceOf(InterruptedIOException.class);
        assertThat(file.temporary()).isEmptyFile();

        run(file, steps::add);

        assertThat(rig.tree()).isEqualTo(Map.of("old/app.1.log.gz", "a"));
        assertThat(file.temporary()).doesNotExist();
    }

    private static Path gzip(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return file;
    }

    private boolean hasHidden(String prefix, String suffix) {
        return rig.hidden().stream().anyMatch(name -> name.startsWith(prefix) && name.endsWith(suffix));
    }

    /** As a compressor does that asks for more memory than there is, or finds half of its library. */
    @Test
    void errorOfOneLog_isAFinding_triedAgainLater_andDoesNotHoldUpAnother() throws IOException {
        Files.delete(source);
        boolean[] failed = new boolean[1];
        rig.newArchiver(nanos -> {}, () -> {
            if (!failed[0] && hasHidden(".bad.log", ".tailrace-tmp")) {
                failed[0] = true;
                throw new NoClassDefFoundError("of the test");
            }
        });
        Sink bad = rig.open("bad.log", rig.window("bad.%i.log.gz", 3, 2));
        Sink good = rig.open("good.log", rig.window("good.%i.log.gz", 3, 2));
        for (Sink sink : new Sink[] {bad, good}) {
            rig.log(sink, "a");
            rig.log(sink, "b");
        }
        assertThat(rig.archive().tree()).containsEntry("good.1.log.gz", "a").containsEntry("bad.1.log", "a");
        assertThat(rig.codes()).containsExactly(FindingCode.COMPRESSION_FAILED);
        rig.nowNanos += TimeUnit.MINUTES.toNanos(1);
        assertThat(rig.archive().tree()).containsEntry("bad.1.log.gz", "a").doesNotContainKey("bad.1.log");
        rig.close(bad);
        rig.close(good);
    }

    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A process was killed when it had made a note and not written it; the next one is killed when the packed file has its name. */
    @Test
    void crash_afterACrashWithinANote_doublesNothing() throws IOException {
        Files.delete(source);
        Rolling rolling = rig.dated("app.%d.%i.log.gz", 2);
        Sink first = rig.open((String) null, rolling);
        rig.log(first, "a");
        rig.log(first, "b");
        rig.close(first);
        Path plain = folder.resolve("app.2024-03-09.0.log");
        Files.createFile(RolledNote.beside(plain));
        rig.newArchiver(nanos -> {}, () -> {
            if (Files.exists(plain) && Files.exists(folder.resolve("app.2024-03-09.0.log.gz"))) {
                throw new Crash();
            }
        });
        Sink second = rig.open((String) null, rolling);
        assertThatThrownBy(rig::archive).isInstanceOf(Crash.class);
        rig.close(second);
        rig.forgetArchiver();
        Sink third = rig.open((String) null, rolling);

        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.2024-03-09.0.log.gz", "a", "app.2024-03-09.1.log", "b"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(third);
    }

    /** A full disk took half of a note, and the process was killed before it could remove it. */
    @Test
    void note_withHalfOfAPath_isRemoved() throws IOException {
        Files.delete(source);
        Sink before = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));
        rig.log(before, "a");
        rig.log(before, "b");
        rig.close(before);
        rig.forgetArchiver();
        Path note = folder.resolve(rig.hidden().stream()
                .filter(name -> name.endsWith(".rolled"))
                .findAny()
                .orElseThrow());
        String text = Files.readString(note);
        Files.writeString(note, text.substring(0, text.lastIndexOf('/') + 1));
        Sink sink = rig.open("app.log", rig.window("app.%i.log.gz", 3, 2));

        assertThat(rig.archive().tree()).isEqualTo(Map.of("app.log", "b", "app.1.log", "a"));
        assertThat(rig.hidden()).isEmpty();
        assertThat(rig.findings).isEmpty();
        rig.close(sink);
    }
}
