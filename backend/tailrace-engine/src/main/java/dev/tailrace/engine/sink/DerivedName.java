package dev.tailrace.engine.sink;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Names that fit: those of files beside a log are made of its name and may be longer by 65 bytes, but file systems allow 255; and a process
 * can write only names that its locale has. Stateless.
 */
public final class DerivedName {
    private static final int LONGEST = 185;
    private static final Pattern SHORTENED = Pattern.compile(".*~[0-9a-f]{8}");
    /** The names of files are encoded by the locale, whatever {@code file.encoding} is: with {@code LC_ALL=C} in ASCII. */
    private static final Charset NAMES = charset(System.getProperty("sun.jnu.encoding", "UTF-8"));

    private DerivedName() {}

    private static Charset charset(String name) {
        return Charset.isSupported(name) ? Charset.forName(name) : StandardCharsets.UTF_8;
    }

    /** The name of a log as the names of files beside it have it: a long one is cut and ends with a hash. */
    public static String of(Path file) {
        return of(String.valueOf(file.getFileName()), LONGEST);
    }

    /** The text in at most so many bytes of UTF-8, with a hash where it is cut. */
    public static String of(String name, int longest) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= longest) {
            return name;
        }
        CRC32C hash = new CRC32C();
        hash.update(bytes);
        int end = Math.max(0, longest - 9);
        while (end > 0 && (bytes[end] & 0xc0) == 0x80) {
            end--; // in the middle of a character
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8) + "~"
                + HexFormat.of().toHexDigits((int) hash.getValue());
    }

    /** Whether a name may have been cut, so that it isn't the log's. */
    public static boolean isShortened(String name) {
        return SHORTENED.matcher(name).matches();
    }

    /** The text as this process can use it in the names of files: what its locale can't encode is a question mark. */
    public static String encodable(String path) {
        try {
            Objects.requireNonNull(Path.of(path)); // throws where it can't be encoded
            return path;
        } catch (InvalidPathException e) {
            return new String(path.getBytes(NAMES), NAMES);
        }
    }
}
