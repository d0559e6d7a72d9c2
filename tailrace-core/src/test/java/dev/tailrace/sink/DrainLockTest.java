package dev.tailrace.sink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tailrace.sink.DrainLock.Region;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrainLockTest {
    private Path file;
    private DrainLock lock;

    @BeforeEach
    void open(@TempDir Path folder) throws IOException {
        file = folder.toRealPath().resolve(".app.log.tailrace-lock");
        lock = DrainLock.on(file);
    }

    @AfterEach
    void close() throws IOException {
        lock.close();
    }

    @Test
    void ofTwoProcesses_oneDrains_untilItStops() throws Exception {
        try (LockProcess other = new LockProcess(file)) {
            assertThat(lock.tryDrain()).isTrue();
            assertThat(lock.tryDrain()).isTrue();
            assertThat(other.tell("drain")).isEqualTo("false");
            lock.stopDraining();
            assertThat(lock.drains()).isFalse();
            assertThat(other.tell("drain")).isEqualTo("true");
            assertThat(lock.tryDrain()).isFalse();
            assertThat(lock.drainedHere()).isFalse();
        }
    }

    @Test
    void killedDrainer_isSucceededAtOnce() throws Exception {
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("drain")).isEqualTo("true");
            assertThat(lock.tryDrain()).isFalse();
            other.kill();
            assertThat(lock.tryDrain()).isTrue();
        }
    }

    @Test
    void alone_isWhoHasNoOtherProcessBesideIt() throws Exception {
        lock.tryDrain();
        lock.join(Region.MEMBERS);
        assertThat(lock.isAlone(Region.MEMBERS)).isTrue();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("join MEMBERS")).isEqualTo("true");
            assertThat(lock.isAlone(Region.MEMBERS)).isFalse();
            assertThat(lock.isAlone(Region.AGREED)).isTrue();
            other.kill();
            assertThat(lock.isAlone(Region.MEMBERS)).isTrue();
        }
    }

    @Test
    void alone_asked_keepsTheOwnShare() throws Exception {
        lock.tryDrain();
        for (Region region : Region.values()) {
            lock.join(region);
            lock.isAlone(region);
            assertThat(lock.hasJoined(region)).isTrue();
        }
        lock.stopDraining();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("drain")).isEqualTo("true");
            assertThat(other.tell("join AGREED")).isEqualTo("true");
            assertThat(other.tell("alone MEMBERS")).isEqualTo("false");
            assertThat(other.tell("alone AGREED")).isEqualTo("false");
            lock.leave(Region.MEMBERS);
            assertThat(other.tell("alone MEMBERS")).isEqualTo("true");
            assertThat(other.tell("alone AGREED")).isEqualTo("false");
        }
    }

    @Test
    void alone_askedByOneWhoDoesNotDrain_isRefused() {
        assertThatThrownBy(() -> lock.isAlone(Region.MEMBERS)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> lock.write(new LockRecord(Path.of("/x"), 1, "")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void twoOfOneProcess_contendAndShareAsProcessesDo() throws Exception {
        try (DrainLock second = DrainLock.on(file)) {
            assertThat(second.tryDrain()).isTrue();
            assertThat(lock.tryDrain()).isFalse();
            assertThat(lock.drainedHere()).isTrue();
            lock.join(Region.MEMBERS);
            second.join(Region.MEMBERS);
            assertThat(second.isAlone(Region.MEMBERS)).isFalse();
            lock.leave(Region.MEMBERS);
            assertThat(second.isAlone(Region.MEMBERS)).isTrue();
        }
        assertThat(lock.tryDrain()).isTrue();
    }

    @Test
    void closingOne_leavesTheLocksOfTheOtherInPlace() throws Exception {
        lock.tryDrain();
        lock.join(Region.AGREED);
        DrainLock second = DrainLock.on(file);
        second.join(Region.AGREED);
        second.record();
        second.close();
        second.close();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("drain")).isEqualTo("false");
            lock.stopDraining();
            assertThat(other.tell("drain")).isEqualTo("true");
            assertThat(other.tell("alone AGREED")).isEqualTo("false");
            lock.close();
            assertThat(other.tell("alone AGREED")).isEqualTo("true");
        }
    }

    @Test
    void interruptedThread_losesNoLock() throws Exception {
        lock.tryDrain();
        LockRecord record = new LockRecord(Path.of("/dev/shm/x"), 7, "kind=none file=/app.log");
        Thread.currentThread().interrupt();
        lock.write(record);
        assertThat(lock.record()).isEqualTo(record);
        lock.join(Region.MEMBERS);
        assertThat(lock.isAlone(Region.MEMBERS)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("drain")).isEqualTo("false");
            assertThat(other.tell("record")).isEqualTo(record.toString());
        }
    }

    @Test
    void classesLoadedTwice_contendAndShareAsProcessesDo() throws Exception {
        lock.tryDrain();
        lock.join(Region.MEMBERS);
        URL[] classPath = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(DrainLockTest::url)
                .toArray(URL[]::new);
        try (URLClassLoader second = new URLClassLoader(classPath, ClassLoader.getPlatformClassLoader())) {
            Class<?> twin = second.loadClass(DrainLock.class.getName());
            assertThat(twin).isNotSameAs(DrainLock.class);
            AutoCloseable copy =
                    (AutoCloseable) twin.getMethod("on", Path.class).invoke(null, file);
            assertThat(twin.getMethod("tryDrain").invoke(copy)).isEqualTo(false);
            assertThat(twin.getMethod("drainedHere").invoke(copy)).isEqualTo(true);
            Class<?> regions = second.loadClass(Region.class.getName());
            twin.getMethod("join", regions).invoke(copy, regions.getEnumConstants()[0]);
            assertThat(lock.isAlone(Region.MEMBERS)).isFalse();
            copy.close();
            assertThat(lock.isAlone(Region.MEMBERS)).isTrue();
        }
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("drain")).isEqualTo("false");
        }
    }

    private static URL url(String path) {
        try {
            return new File(path).toURI().toURL();
        } catch (MalformedURLException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void deletedLockFile_noLongerStands_andIsMadeAgain() throws Exception {
        DrainLock second = DrainLock.on(file);
        lock.tryDrain();
        second.join(Region.MEMBERS);
        assertThat(lock.stands()).isTrue();
        Files.delete(file);
        assertThat(lock.stands()).isFalse();
        lock.reopen();
        assertThat(lock.stands()).isTrue();
        assertThat(lock.drains()).isFalse();
        assertThat(second.stands()).isFalse();
        assertThat(lock.tryDrain()).isTrue();
        second.reopen();
        assertThat(second.hasJoined(Region.MEMBERS)).isFalse();
        assertThat(second.tryDrain()).isFalse();
        second.close();
        try (LockProcess other = new LockProcess(file)) {
            assertThat(other.tell("drain")).isEqualTo("false");
        }
    }

    @Test
    void deletedDirectory_isMadeAgain_andWhileItCantBe_nothingIsHeld() throws IOException {
        lock.tryDrain();
        Path folder = file.getParent();
        Files.delete(file);
        Files.delete(folder);
        Files.writeString(folder, "in the way");
        assertThat(lock.stands()).isFalse();
        assertThatThrownBy(() -> lock.reopen()).isInstanceOf(IOException.class);
        assertThat(lock.stands()).isFalse();
        assertThat(lock.tryDrain()).isFalse();
        assertThat(lock.record()).isNull();
        Files.delete(folder);
        lock.reopen();
        assertThat(lock.tryDrain()).isTrue();
        assertThat(lock.stands()).isTrue();
    }

    @Test
    void replacedLockFile_noLongerStands() throws IOException {
        Path next = Files.writeString(file.resolveSibling("next"), "");
        Files.move(next, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        assertThat(lock.stands()).isFalse();
    }

    @Test
    void link_isRefused() throws IOException {
        Path target = Files.writeString(file.resolveSibling("precious"), "precious");
        Path link = Files.createSymbolicLink(file.resolveSibling(".b.log.tailrace-lock"), target);
        assertThatThrownBy(() -> DrainLock.on(link)).hasMessageContaining("link");
        assertThat(target).hasContent("precious");
        Path dangling =
                Files.createSymbolicLink(file.resolveSibling(".c.log.tailrace-lock"), file.resolveSibling("no"));
        assertThatThrownBy(() -> DrainLock.on(dangling)).hasMessageContaining("link");
        assertThat(file.resolveSibling("no")).doesNotExist();
    }
}
