package dev.tailrace.probe.archive;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Opens an archive of evidence, from doctor or made by hand, without trusting it: nothing is ever unpacked to a disk
 * under a name from the archive, and one that would burst is refused as a whole. Stateless.
 */
public final class ArchiveReader {
    private static final int MOST_ENTRIES = 20_000;
    private static final long LARGEST_ENTRY = 1L << 30;
    private static final long LARGEST_SUM = 4L << 30;

    /** Thread dumps shrink to a fiftieth; nothing honest of this size shrinks to less than a four-hundredth. */
    private static final long HIGHEST_RATIO = 400;

    private static final long RATIO_COUNTS_FROM = 4L << 20;
    private static final int LONGEST_NAME = 512;
    private static final int LOCAL_HEADER = 0x504B0304;
    private static final int EMPTY_END = 0x504B0506;

    private ArchiveReader() {}

    /** Whether a file that begins like this is an archive. */
    public static boolean isArchive(byte[] head) {
        if (head.length < 4) {
            return false;
        }
        int magic = ByteBuffer.wrap(head).getInt();
        return magic == LOCAL_HEADER || magic == EMPTY_END;
    }

    /**
     * The entries of an archive, in its order; empty when it is refused or damaged, which is added to {@code to}. The inputs stay
     * readable as long as the file stays.
     */
    public static List<Input> inputs(Path file, EvidenceBuilder to) {
        List<Input> inputs = new ArrayList<>();
        try (ZipFile zip = new ZipFile(file.toFile())) {
            long compressed = 0;
            long sum = 0;
            int entries = 0;
            Enumeration<? extends ZipEntry> all = zip.entries();
            while (all.hasMoreElements()) {
                ZipEntry entry = all.nextElement();
                compressed += Math.max(0, entry.getCompressedSize());
                sum += Math.max(0, entry.getSize());
                String refused = ++entries > MOST_ENTRIES
                        ? "it has more than " + MOST_ENTRIES + " entries"
                        : refused(entry, sum, compressed, Files.size(file));
                if (refused != null) {
                    to.add(ParseProblem.all(file.toString(), "The archive is refused: " + refused + "."));
                    return List.of();
                }
                if (!entry.isDirectory()) {
                    inputs.add(new Entry(file, entry.getName(), entry.getSize()));
                }
            }
            if (inputs.isEmpty()) {
                to.add(ParseProblem.all(file.toString(), "The archive is empty."));
            }
        } catch (IOException | IllegalArgumentException e) {
            to.add(ParseProblem.all(file.toString(), "The archive is damaged or cut: " + e.getMessage() + "."));
            return List.of();
        }
        return inputs;
    }

    private static @Nullable String refused(ZipEntry entry, long sum, long compressed, long fileBytes) {
        String name = entry.getName();
        if (!isHarmless(name)) {
            return "the entry \"" + printable(name) + "\" points out of it";
        }
        if (entry.getSize() < 0 || entry.getCompressedSize() < 0) {
            return "the entry \"" + printable(name) + "\" does not give its size";
        }
        if (entry.getSize() > LARGEST_ENTRY || sum > LARGEST_SUM) {
            return "unpacked it would have more than " + (sum > LARGEST_SUM ? LARGEST_SUM : LARGEST_ENTRY) + " bytes";
        }
        if (compressed > fileBytes) {
            return "its entries overlap";
        }
        boolean counts = entry.getSize() > RATIO_COUNTS_FROM;
        if (counts && entry.getSize() / Math.max(1, entry.getCompressedSize()) > HIGHEST_RATIO) {
            return "the entry \"" + printable(name) + "\" would grow to more than " + HIGHEST_RATIO + " times its size";
        }
        return null;
    }

    /** Whether a name stays within a folder that it would be unpacked to, on any system. */
    static boolean isHarmless(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.startsWith("/") || name.indexOf('\\') >= 0) {
            return false;
        }
        if (name.length() > 1 && name.charAt(1) == ':') {
            return false;
        }
        for (String part : name.split("/", -1)) {
            if (part.equals("..") || part.equals(".")) {
                return false;
            }
        }
        return name.chars().noneMatch(Character::isISOControl);
    }

    private static String printable(String name) {
        String shown = name.length() > 80 ? name.substring(0, 80) + "..." : name;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    /** One entry. Each reading opens the archive anew, so that there is nothing to close. */
    private record Entry(Path file, String entry, long size) implements Input {
        @Override
        public String name() {
            return file + "!" + entry;
        }

        @Override
        public InputStream open() throws IOException {
            ZipFile zip = new ZipFile(file.toFile());
            try {
                ZipEntry found = zip.getEntry(entry);
                if (found == null) {
                    throw new IOException("the archive was changed while it was read: " + name());
                }
                return new Bounded(zip, zip.getInputStream(found), size);
            } catch (IOException | RuntimeException e) {
                zip.close();
                throw e instanceof IOException io ? io : new IOException(e);
            }
        }
    }

    /** Gives no more than the archive announced, whatever is packed. */
    private static final class Bounded extends FilterInputStream {
        private final ZipFile zip;
        private long left;

        Bounded(ZipFile zip, InputStream in, long size) {
            super(in);
            this.zip = zip;
            this.left = size;
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            count(b < 0 ? 0 : 1);
            return b;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int n = super.read(buffer, offset, length);
            count(Math.max(0, n));
            return n;
        }

        private void count(int bytes) throws IOException {
            left -= bytes;
            if (left < 0) {
                throw new IOException("the entry is larger than the archive says");
            }
        }

        @Override
        public void close() throws IOException {
            try {
                super.close();
            } finally {
                zip.close();
            }
        }
    }
}
