package dev.tailrace.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UninterruptedTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("file"), "12345");
    }

    @AfterEach
    void forget() {
        Thread.interrupted();
    }

    private int read() throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.read(ByteBuffer.allocate(10));
        }
    }

    @Test
    void call_interruptedBefore_worksAndKeepsTheInterrupt() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(Uninterrupted.call(this::read)).isEqualTo(5);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void call_interruptedWithin_isDoneAgain() throws IOException {
        AtomicInteger times = new AtomicInteger();
        int read = Uninterrupted.call(() -> {
            if (times.incrementAndGet() < 30) {
                Thread.currentThread().interrupt();
            }
            return read();
        });
        assertThat(read).isEqualTo(5);
        assertThat(times).hasValue(30);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void call_interruptedForEver_givesUp() {
        assertThatThrownBy(() -> Uninterrupted.call(() -> {
                    Thread.currentThread().interrupt();
                    return read();
                }))
                .isInstanceOf(ClosedByInterruptException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void during_interruptedWithin_isInterruptedAtItsEndOnly() {
        int read = Uninterrupted.during(() -> {
            try {
                Thread.currentThread().interrupt();
                Uninterrupted.call(this::read);
                return read();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(read).isEqualTo(5);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void during_withinAnother_keepsItForTheOuter() {
        boolean within = Uninterrupted.during(() -> {
            Uninterrupted.during(() -> {
                Thread.currentThread().interrupt();
                Uninterrupted.park(this, 1);
                return true;
            });
            return Thread.currentThread().isInterrupted();
        });
        assertThat(within).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void stream_whatCannotBeRead_isShownByItsClass() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(Uninterrupted.stream(file)).hasContent("12345");
        assertThat(Thread.interrupted()).isTrue();
        assertThatThrownBy(() -> Uninterrupted.stream(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
    }
}
