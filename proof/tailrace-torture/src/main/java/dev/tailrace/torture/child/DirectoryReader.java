package dev.tailrace.torture.child;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Opens, reads and closes every file of whole directories, like an application that shows, ships or backs up its logs, in the same JVM as
 * the engine and without any knowledge of it. With each close, the system drops all POSIX locks that this process holds on the file.
 * Nothing is changed or deleted. Each pass reads a file in another way. Thread-safe.
 */
final class DirectoryReader {
    /** One way to open, read and close a file. */
    private interface Way {
        void read(Path file) throws IOException;
    }

    /** The most bytes read of a file: rings may be large, and the heap is small. */
    private static final int READ_AT_MOST = 1 << 18;

    private static final Path OPEN_FILES = Path.of("/proc/self/fd");

    private final List<Way> ways = List.of(
            DirectoryReader::readStream,
            DirectoryReader::readRandomAccess,
            DirectoryReader::readAllBytes,
            DirectoryReader::map,
            DirectoryReader::lock,
            DirectoryReader::openToWrite,
            this::copy);

    private int passes;
    private @Nullable Path copies;
    private volatile @Nullable Thread goingOn;

    /** Reads all files below these directories once; returns the number of readable files. */
    synchronized int pass(List<Path> folders) throws IOException {
        passes++;
        int read = 0;
        for (Path folder : folders) {
            int place = passes;
            for (Path file : below(folder)) {
                if (look(file, ways.get(place++ % ways.size()))) {
                    read++;
                }
            }
        }
        if (passes % ways.size() == 0) {
            read += readWhatIsOpen(folders);
        }
        return read;
    }

    /** Starts to repeat the pass, with this pause in between. */
    void every(long millis, List<Path> folders) {
        stop();
        Thread thread = new Thread(() -> goOn(millis, folders), "reader");
        thread.setDaemon(true);
        goingOn = thread;
        thread.start();
    }

    /** Ends {@link #every}. */
    void stop() {
        goingOn = null;
    }

    private void goOn(long millis, List<Path> folders) {
        while (goingOn == Thread.currentThread()) {
            try {
                pass(folders);
            } catch (IOException e) {
                System.err.println("reader: " + e);
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
        }
    }

    private static List<Path> below(Path folder) {
        List<Path> files = new ArrayList<>();
        try (Stream<Path> walk = Files.walk(folder)) {
            walk.filter(file -> !Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS))
                    .forEach(files::add);
        } catch (IOException | UncheckedIOException e) {
            // A folder was removed meanwhile: the next pass reads the others.
            return files;
        }
        return files;
    }

    private static boolean look(Path file, Way way) {
        try {
            if (Files.readAttributes(file, BasicFileAttributes.class).isRegularFile()) {
                way.read(file);
            } else {
                knock(file);
            }
            return true;
        } catch (IOException | OverlappingFileLockException e) {
            // The file is gone, unreadable, or locked by the engine.
            return false;
        }
    }

    /** Opens a socket or a FIFO without waiting: a FIFO opens at once for both reading and writing. */
    private static void knock(Path file) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            channel.configureBlocking(false);
            channel.connect(UnixDomainSocketAddress.of(file));
        } catch (IOException e) {
            openToWrite(file);
        }
    }

    private static void readStream(Path file) throws IOException {
        try (InputStream in = new FileInputStream(file.toFile())) {
            in.readNBytes(READ_AT_MOST);
        }
    }

    private static void readRandomAccess(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            in.readFully(new byte[(int) Math.min(in.length(), READ_AT_MOST)]);
        }
    }

    /** Avoids {@code RandomAccessFile}, which would create a file that was just removed. */
    private static void openToWrite(Path file) throws IOException {
        FileChannel.open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE))
                .close();
    }

    private static void readAllBytes(Path file) throws IOException {
        if (Files.size(file) <= READ_AT_MOST) {
            Files.readAllBytes(file);
        } else {
            readStream(file);
        }
    }

    private static void map(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            if (channel.size() > 0) {
                channel.map(FileChannel.MapMode.READ_ONLY, 0, Math.min(channel.size(), READ_AT_MOST))
                        .get(0);
            }
        }
    }

    /** Locks a file for a moment, if it is free, like an application that needs exclusive access. */
    private static void lock(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
                FileLock lock = channel.tryLock()) {
            if (lock != null) {
                LockSupport.parkNanos(100_000);
            }
        }
    }

    private void copy(Path file) throws IOException {
        Path folder = copies;
        if (folder == null) {
            folder = Files.createTempDirectory(Path.of("").toAbsolutePath(), "copies-");
            copies = folder;
        }
        Path copy = folder.resolve("copy");
        if (Files.size(file) <= READ_AT_MOST) {
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        } else {
            readStream(file);
        }
        Files.deleteIfExists(copy);
    }

    /**
     * Reads the engine's own open files by another name, including files that were renamed or removed after opening.
     */
    private static int readWhatIsOpen(List<Path> folders) {
        int read = 0;
        for (Path link : below(OPEN_FILES)) {
            if (isBelow(link, folders) && look(link, DirectoryReader::readStream)) {
                read++;
            }
        }
        return read;
    }

    private static boolean isBelow(Path link, List<Path> folders) {
        try {
            Path file = Files.readSymbolicLink(link);
            return folders.stream().anyMatch(file::startsWith) && Files.isRegularFile(link);
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }
}
