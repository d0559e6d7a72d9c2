package dev.tailrace.engine.sink.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockRecordTest {
    private static final LockRecord RECORD = new LockRecord(
            Path.of("/dev/shm/tailrace-1000/3f2a"), 0x9d3f8a6b2c41e07aL, "kind=none file=/var/log/app.log");

    private Path file;
    private DrainLock lock;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        file = folder.toRealPath().resolve(".app.log.tailrace-lock");
        lock = DrainLock.on(file);
        lock.tryDrain();
    }

    @AfterEach
    void close() throws IOException {
        lock.close();
    }

    /** What the file contains, past the lock: fine in a test that asks for no lock afterwards. */
    private void contains(String text) throws IOException {
        Files.writeString(file, text);
    }

    @Test
    void write_isTheDocumentedText() throws IOException {
        lock.write(RECORD);
        assertThat(file).hasContent("""
                        tailrace-lock 2
                        lanes=/dev/shm/tailrace-1000/3f2a
                        id=9d3f8a6b2c41e07a
                        rolling=kind=none file=/var/log/app.log
                        end
                        """);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void write_overALongerOne_leavesNothingOfIt() throws IOException {
        LockRecord longer = new LockRecord(Path.of("/dev/shm/" + "x".repeat(300)), -1, "y".repeat(3000));
        lock.write(longer);
        assertThat(lock.record()).isEqualTo(longer);
        lock.write(RECORD);
        assertThat(lock.record()).isEqualTo(RECORD);
        assertThat(Files.size(file)).isLessThan(300);
    }

    @Test
    void strangePaths_survive() throws IOException {
        LockRecord strange = new LockRecord(Path.of("/tmp/a b\\c\nend\n=ü€😀"), 0, "");
        lock.write(strange);
        assertThat(lock.record()).isEqualTo(strange);
    }

    @Test
    void tooLong_isRefused_andTheOldOneStays() throws IOException {
        lock.write(RECORD);
        assertThatThrownBy(() -> lock.write(new LockRecord(Path.of("/x"), 1, "z".repeat(70_000))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("65536");
        assertThat(lock.record()).isEqualTo(RECORD);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "tailrace-lock 2",
                "tailrace-lock 2\n",
                "tailrace-lock 2\nend\n",
                "tailrace-lock x\nlanes=/a\nid=1\nrolling=\nend\n",
                "other\nlanes=/a\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\nid=1\nrolling=\n",
                "tailrace-lock 2\nlanes=/a\nid=1\nrolling=\nend",
                "tailrace-lock 2\nlanes=/a\nid=1\nend\n",
                "tailrace-lock 2\nlanes=/a\nrolling=\nend\n",
                "tailrace-lock 2\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=a\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\0\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\\u00\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\nid=g\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\nid=11111111111111111\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\nlanes=/b\nid=1\nrolling=\nend\n",
                "tailrace-lock 2\nlanes=/a\nnonsense\nid=1\nrolling=\nend\n",
            })
    void anythingElse_countsAsAbsent(String text) throws IOException {
        contains(text);
        assertThat(lock.record()).isNull();
        lock.write(RECORD);
        assertThat(lock.record()).isEqualTo(RECORD);
    }

    @Test
    void wordsOfALaterMinorVersion_areIgnored() throws IOException {
        contains("tailrace-lock 2\nlanes=/a\nnew=x\nid=1\nrolling=r\nend\nafter");
        assertThat(lock.record()).isEqualTo(new LockRecord(Path.of("/a"), 1, "r"));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void otherVersion_isLeftAlone(int version) throws IOException {
        String other = "tailrace-lock " + version + "\nlanes=/a\nid=1\nrolling=r\nend\n";
        contains(other);
        assertThatThrownBy(() -> lock.record())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version " + version)
                .hasMessageContaining("delete the lock file");
        assertThatThrownBy(() -> lock.write(RECORD)).isInstanceOf(IOException.class);
        assertThat(file).hasContent(other);
    }

    @Test
    void hugeFile_countsAsAbsent() throws IOException {
        contains("tailrace-lock 2\nlanes=/" + "a\n".repeat(2_000_000) + "id=1\nrolling=\nend\n");
        assertThat(lock.record()).isNull();
    }

    @Test
    void whatOthersMayWrite_countsForItsLanesOnly_untilItIsWrittenAgain() throws IOException {
        lock.write(RECORD);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-r--"));
        assertThat(lock.record()).isEqualTo(new LockRecord(RECORD.lanes(), RECORD.id(), ""));
        lock.write(RECORD);
        assertThat(lock.record()).isEqualTo(RECORD);
    }

    @Test
    void anyBytes_areARecordOrNone() throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] good = LockRecordText.format(RECORD);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = good.clone();
            for (int changes = random.nextInt(4); changes >= 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            try {
                LockRecord record = LockRecordText.parse(bytes);
                if (record != null) {
                    assertThat(record.lanes()).isAbsolute();
                }
            } catch (IOException e) {
                assertThat(new String(bytes, StandardCharsets.UTF_8))
                        .as("seed %d", seed)
                        .startsWith("tailrace-lock ");
            }
        }
    }
}
