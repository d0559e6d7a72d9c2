package dev.tailrace.probe.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.testkit.Damage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("anyjdk")
class ArchiveReaderTest {
    @TempDir
    Path folder;

    private Path zip(String... names) throws IOException {
        Path file = folder.resolve("a.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (String name : names) {
                zip.putNextEntry(new ZipEntry(name));
                zip.write(("content of " + name + "\n").getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        return file;
    }

    private String refusal(Path file) {
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        assertThat(ArchiveReader.inputs(file, evidenceBuilder)).isEmpty();
        assertThat(evidenceBuilder.evidence().unread())
                .singleElement()
                .satisfies(u -> assertThat(u.isAll()).isTrue());
        return evidenceBuilder.evidence().unread().get(0).why();
    }

    @Test
    void inputs_plainArchive_canBeReadSeveralTimes() throws IOException {
        List<Input> inputs = ArchiveReader.inputs(zip("threads/1.txt", "gc.log"), new EvidenceBuilder());

        assertThat(inputs)
                .extracting(Input::name)
                .containsExactly(folder.resolve("a.zip") + "!threads/1.txt", folder.resolve("a.zip") + "!gc.log");
        for (int i = 0; i < 2; i++) {
            try (InputStream in = inputs.get(0).open()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("content of threads/1.txt\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "../evil",
                "a/../../evil",
                "/etc/passwd",
                "a\\..\\b",
                "C:evil",
                "a/./b",
                "a\nb",
                "..",
                "threads/.."
            })
    void inputs_nameThatPointsOutside_isRefused(String name) throws IOException {
        assertThat(refusal(zip("good.txt", name))).contains("refused", "points out of it");
    }

    @Test
    void inputs_bombOfZeros_isRefused() throws IOException {
        Path file = folder.resolve("bomb.zip");
        byte[] zeros = new byte[1 << 20];
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("zeros"));
            for (int i = 0; i < 64; i++) {
                zip.write(zeros);
            }
            zip.closeEntry();
        }

        assertThat(refusal(file)).contains("refused", "times its size");
    }

    @Test
    void inputs_tooManyEntries_isRefused() throws IOException {
        Path file = folder.resolve("many.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (int i = 0; i < 20_001; i++) {
                zip.putNextEntry(new ZipEntry(i + ".txt"));
                zip.closeEntry();
            }
        }

        assertThat(refusal(file)).contains("refused", "more than 20000 entries");
    }

    /** The size that the archive announces is a claim of whoever made it. */
    @Test
    void open_moreThanAnnounced_stops() throws IOException {
        Path file = folder.resolve("liar.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("x"));
            zip.write(new byte[3 << 20]);
            zip.closeEntry();
        }
        byte[] bytes = Files.readAllBytes(file);
        int central = lastIndexOf(bytes, new byte[] {'P', 'K', 1, 2});
        bytes[central + 24] = 10;
        bytes[central + 25] = 0;
        bytes[central + 26] = 0;
        bytes[central + 27] = 0;
        Files.write(file, bytes);

        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        for (Input input : ArchiveReader.inputs(file, evidenceBuilder)) {
            long read = 0;
            try (InputStream in = input.open()) {
                byte[] buffer = new byte[8192];
                for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
                    read += n;
                }
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("larger than the archive says");
            }
            assertThat(read).isLessThan(1 << 20);
        }
    }

    @Test
    void inputs_emptyArchive_isSaid() throws IOException {
        assertThat(refusal(zip())).contains("empty");
    }

    @Test
    void inputs_damagedArchives_endAndAreSaid() throws Exception {
        Path file = zip("threads/1.txt", "threads/2.txt", "gc.log", "recording.json");
        byte[] whole = Files.readAllBytes(file);
        Random random = new Random(7);
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> {
            for (int seed = 0; seed < 200; seed++) {
                Path damaged = Files.write(folder.resolve("damaged.zip"), Damage.of(whole, random.nextLong()));
                EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
                List<Input> inputs = ArchiveReader.inputs(damaged, evidenceBuilder);
                assertThat(inputs.size() + evidenceBuilder.evidence().unread().size())
                        .isPositive();
                for (Input input : inputs) {
                    try (InputStream in = input.open()) {
                        in.readNBytes(1 << 20);
                    } catch (IOException e) {
                        assertThat(e).isNotNull();
                    }
                }
            }
        });
    }

    private static int lastIndexOf(byte[] bytes, byte[] what) {
        for (int i = bytes.length - what.length; i >= 0; i--) {
            boolean same = true;
            for (int j = 0; j < what.length; j++) {
                same &= bytes[i + j] == what[j];
            }
            if (same) {
                return i;
            }
        }
        throw new IllegalArgumentException("not there");
    }
}
