package dev.tailrace.engine.sink.lock;

import dev.tailrace.engine.sink.LineText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The text of a lock file: {@code docs/reference/format.md} describes it. Any program may have written it. */
public final class LockRecordText {
    /** The longest record in bytes; a longer one counts as absent. */
    static final int LONGEST = 64 * 1024;

    private static final String NAME = "tailrace-lock ";
    private static final String VERSION = "2";
    private static final String MAGIC = NAME + VERSION + "\n";
    static final int MAGIC_LENGTH = MAGIC.length();
    private static final String END = "\nend\n";
    /** The bits of a mode that let its group, or any user, write a file. */
    private static final int OTHERS_WRITE = 0022;

    private LockRecordText() {}

    /** @throws IOException when it is of another version */
    static @Nullable LockRecord parse(byte[] bytes) throws IOException {
        String text = decoded(bytes);
        if (text == null) {
            return null;
        }
        if (!text.startsWith(MAGIC)) {
            refuseOther(text);
            return null;
        }
        int end = text.indexOf(END, MAGIC_LENGTH);
        if (end < 0) {
            return null;
        }
        Map<String, String> values = new HashMap<>();
        for (String line : text.substring(MAGIC_LENGTH, end).split("\n", -1)) {
            int equals = line.indexOf('=');
            if (equals < 0 || values.put(line.substring(0, equals), line.substring(equals + 1)) != null) {
                return null;
            }
        }
        String lanes = values.get("lanes");
        String id = values.get("id");
        String rolling = values.get("rolling");
        if (lanes == null || id == null || rolling == null) {
            return null;
        }
        try {
            return new LockRecord(
                    Path.of(LineText.unescaped(lanes)),
                    Long.parseUnsignedLong(id, 16),
                    rolling,
                    Long.parseUnsignedLong(values.getOrDefault("closer", "0"), 16));
        } catch (IllegalArgumentException e) {
            return null; // no path, or no absolute one, or no number
        }
    }

    private static void refuseOther(String text) throws IOException {
        int end = text.indexOf('\n');
        if (text.startsWith(NAME) && end > 0) {
            String version = text.substring(NAME.length(), end);
            if (version.matches("[1-9][0-9]{0,8}")) {
                throw new IOException("the lock file is of version " + version + "; this Tailrace knows version "
                        + VERSION + ". Drain the log with the version that made it, then delete the lock file");
            }
        }
    }

    private static @Nullable String decoded(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    static byte[] format(LockRecord record) throws IOException {
        if (record.rolling().indexOf('\n') >= 0) {
            throw new IllegalArgumentException("the rolling is more than a line: " + record.rolling());
        }
        String text = MAGIC + "lanes=" + LineText.escaped(record.lanes().toString()) + "\nid="
                + Long.toUnsignedString(record.id(), 16) + "\nrolling=" + record.rolling()
                + (record.closer() == 0 ? "" : "\ncloser=" + Long.toUnsignedString(record.closer(), 16)) + END;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) {
            throw new IOException("the record is too long: length=" + bytes.length + ", limit=" + LONGEST);
        }
        return bytes;
    }

    /** Whether only this process's user could have written the file. */
    public static boolean isTrusted(Path file) throws IOException {
        return isTrusted(file, null);
    }

    /** See {@link #isTrusted(Path)}. {@code key}: of the file that was opened, which the path may no longer lead to; null: any. */
    static boolean isTrusted(Path file, @Nullable Object key) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return true;
        }
        // One look: between two, another file could get the name.
        Map<String, Object> all = Files.readAttributes(file, "unix:uid,mode,fileKey", LinkOption.NOFOLLOW_LINKS);
        return (key == null || key.equals(all.get("fileKey")))
                && isUs(all.get("uid"))
                && all.get("mode") instanceof Integer mode
                && (mode & OTHERS_WRITE) == 0;
    }

    /** Whether the file belongs to this process's user, as far as that is known. */
    public static boolean isOwn(Path file) throws IOException {
        return !file.getFileSystem().supportedFileAttributeViews().contains("unix")
                || isUs(Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS));
    }

    private static boolean isUs(@Nullable Object user) throws IOException {
        // The owner of a process's own folder is its effective user.
        Path self = Path.of("/proc/self");
        return !Files.exists(self) || Files.getAttribute(self, "unix:uid").equals(user);
    }

    /** The record as far as it may be used. {@code key}: see {@link #isTrusted(Path, Object)}. */
    static @Nullable LockRecord parse(byte[] bytes, Path file, @Nullable Object key) throws IOException {
        LockRecord record = parse(bytes);
        return record == null || isTrusted(file, key) ? record : record.lanesOnly();
    }

    /** Closes this user's own file to others, where the file system has modes. */
    public static void makeTrusted(Path file) throws IOException {
        if (!isTrusted(file) && isOwn(file)) {
            try {
                Files.setPosixFilePermissions(
                        file, EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE));
            } catch (FileSystemException e) {
                // The file system has fixed modes, as vfat and ntfs-3g do; its files stay untrusted.
                return;
            }
        }
    }
}
