package dev.tailrace.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.ThreadSample;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are compressed, or not written in UTF-8. */
class WrappedTest {
    private static final String DUMP = """
            2026-01-01 12:00:00
            Full thread dump OpenJDK 64-Bit Server VM (17.0.1+12 mixed mode):

            "na\u00EFve \uD83D\uDE00" #1 prio=5 os_prio=0 tid=0x7f nid=0x1 runnable [0x7f]
               java.lang.Thread.State: RUNNABLE
            	at a.B.c(B.java:8)

            JNI global refs: 1
            """;

    @TempDir
    Path folder;

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(bytes);
        }
        return out.toByteArray();
    }

    private static byte[] with(int first, int second, byte[] bytes) {
        return ByteBuffer.allocate(bytes.length + 2)
                .put((byte) first)
                .put((byte) second)
                .put(bytes)
                .array();
    }

    private void assertIsRead(byte[] bytes) throws IOException {
        Path file = Files.write(folder.resolve("dump"), bytes);
        Diagnosis diagnosis = Doctor.examine(List.of(file));

        assertThat(diagnosis.isReadable()).isTrue();
        assertThat(diagnosis.patient().evidence().all(ThreadSample.class).get(0).threads())
                .singleElement()
                .satisfies(each -> assertThat(each.name()).isEqualTo("na\u00EFve \uD83D\uDE00"));
    }

    @Test
    void examine_compressedOrUtf16_readsWhatIsInIt() throws IOException {
        Charset little = StandardCharsets.UTF_16LE;
        Charset big = StandardCharsets.UTF_16BE;
        assertIsRead(gzip(DUMP.getBytes(StandardCharsets.UTF_8)));
        assertIsRead(DUMP.getBytes(little));
        assertIsRead(DUMP.getBytes(big));
        assertIsRead(with(0xFF, 0xFE, DUMP.getBytes(little)));
        assertIsRead(with(0xFE, 0xFF, DUMP.getBytes(big)));
        assertIsRead(gzip(gzip(DUMP.repeat(1).getBytes(little))));
    }

    @Test
    void examine_compressedInAnArchive_readsWhatIsInIt() throws IOException {
        Path archive = folder.resolve("evidence.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("dump.txt.gz"));
            zip.write(gzip(DUMP.getBytes(StandardCharsets.UTF_8)));
            zip.closeEntry();
        }
        assertThat(Doctor.examine(List.of(archive)).isReadable()).isTrue();
    }

    @Test
    void examine_compressedThatIsCutOrBursts_isToldAndEnds() throws IOException {
        byte[] whole = gzip(DUMP.repeat(200).getBytes(StandardCharsets.UTF_8));
        Path cut = Files.write(folder.resolve("cut.gz"), java.util.Arrays.copyOf(whole, whole.length / 2));
        Path bomb = Files.write(folder.resolve("bomb.gz"), gzip(new byte[64 << 20]));

        assertThat(Doctor.examine(List.of(cut)).remarks()).isNotEmpty();
        assertThat(Doctor.examine(List.of(bomb)).isReadable()).isFalse();
    }

    @Test
    void examine_locksThatWereNotUnderstood_isNoCleanBill() throws IOException {
        Path file = Files.writeString(
                folder.resolve("dump"),
                DUMP.replace("\tat a.B.c(B.java:8)\n", "\tat a.B.c(B.java:8)\n\t- queueing for gadget <0x1>\n"));
        Diagnosis diagnosis = Doctor.examine(List.of(file));

        assertThat(diagnosis.isReadable()).isFalse();
        assertThat(diagnosis.remarks())
                .anySatisfy(each -> assertThat(each.cause()).contains("locks in words that doctor does not know"));
    }
}
