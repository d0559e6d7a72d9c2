package dev.tailrace.config.xml;

import dev.tailrace.compression.CompressionFormats;
import dev.tailrace.finding.FindingCode;
import dev.tailrace.finding.FindingText;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names of finished files: text with {@code %i} and {@code %d{...}} in it. */
public final class FileNames {
    /** A word is read as far as letters and digits go, as in Logback: {@code %i_old} is the unknown word "i_old". */
    private static final Pattern TOKEN = Pattern.compile("(?<!\\\\)%([-.0-9]*)(\\w*)(?:\\{([^}]*)})?");

    /** In small letters: a file that ends in {@code .GZ} is not compressed, by Logback and Log4j neither. */
    private static final Pattern COMPRESSION = Pattern.compile("\\.(gz|zip|deflate|xz|zst)$");

    private static final Pattern UNKNOWN_COMPRESSION = Pattern.compile("\\.(zstd|bz2|lz4|7z|lzma|pack200)$");
    private static final Pattern COMPRESSION_BY_MODULE = Pattern.compile("\\.(xz|zst)$");
    private static final Pattern TOKEN_WITH_SEPARATOR = Pattern.compile("[-._]?(?<!\\\\)%[-.0-9]*\\w*(?:\\{[^}]*})?");
    private static final Pattern INDEX_WITH_SEPARATOR = Pattern.compile("[-._]?(?<!\\\\)%[-.0-9]*i\\b");

    private static final ZonedDateTime EXAMPLE = ZonedDateTime.of(2001, 2, 3, 4, 5, 6, 7, ZoneOffset.UTC);

    private FileNames() {}

    /** Whether {@code %i} is in it. */
    public static boolean hasIndex(String pattern) {
        Matcher token = TOKEN.matcher(pattern);
        while (token.find()) {
            if (token.group(2).equals("i")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a {@code %d} is in it that is not only there for the name ({@code aux}). */
    public static boolean hasDate(String pattern) {
        Matcher token = TOKEN.matcher(pattern);
        while (token.find()) {
            if (token.group(2).equals("d") && !isAuxiliary(token.group(3))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAuxiliary(@Nullable String options) {
        if (options != null) {
            for (String option : options.split(",", -1)) {
                if (option.strip().equalsIgnoreCase("aux")) {
                    return true;
                }
            }
        }
        return false;
    }

    /** The pattern with what can't be understood replaced; each such replacement is a finding. */
    public static String corrected(String pattern, int line, String appender, Findings findings) {
        Matcher token = TOKEN.matcher(pattern);
        StringBuilder corrected = new StringBuilder(pattern.length());
        while (token.find()) {
            String replacement = token.group();
            if (token.group(2).equals("d")) {
                replacement = correctedDate(token, line, appender, findings);
            } else if (!token.group(2).equals("i")) {
                replacement = token.group().substring(1);
                findings.add(
                        FindingCode.BAD_FILE_NAME_PATTERN,
                        line,
                        appender,
                        "fileNamePattern has " + FindingText.quote(token.group()) + ", which is neither %i nor %d; "
                                + FindingText.quote(replacement) + " is used instead.");
            }
            token.appendReplacement(corrected, Matcher.quoteReplacement(replacement));
        }
        return token.appendTail(corrected).toString();
    }

    private static String correctedDate(Matcher token, int line, String appender, Findings findings) {
        String options = token.group(3);
        if (options == null || options.isBlank()) {
            return token.group();
        }
        String[] parts = options.split(",", -1);
        StringBuilder usable = new StringBuilder(usableDate(parts[0].strip(), line, appender, findings));
        for (int i = 1; i < parts.length; i++) {
            String part = parts[i].strip();
            if (part.equalsIgnoreCase("aux") || isZone(part)) {
                usable.append(", ").append(part);
            } else {
                findings.add(
                        FindingCode.BAD_FILE_NAME_PATTERN,
                        line,
                        appender,
                        "fileNamePattern has the time zone " + FindingText.quote(part)
                                + ", which does not exist; the machine's own is used.");
            }
        }
        return "%" + token.group(1) + "d{" + usable + "}";
    }

    private static String usableDate(String date, int line, String appender, Findings findings) {
        if (date.isEmpty()) {
            return "yyyy-MM-dd";
        }
        try {
            return DateTimeFormatter.ofPattern(date).format(EXAMPLE).isEmpty() ? "yyyy-MM-dd" : date;
        } catch (RuntimeException e) {
            // The JDK answers too many letters of a kind with an index out of bounds.
            findings.add(
                    FindingCode.BAD_FILE_NAME_PATTERN,
                    line,
                    appender,
                    "fileNamePattern has the date " + FindingText.quote(date)
                            + ", which is not understood; \"yyyy-MM-dd\" is used.");
            return "yyyy-MM-dd";
        }
    }

    private static boolean isZone(String zone) {
        try {
            ZoneId.of(zone, ZoneId.SHORT_IDS);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    /** The pattern with a token more, in front of .gz or .zip if it ends so. */
    public static String with(String pattern, String token) {
        Matcher compression = COMPRESSION.matcher(pattern);
        return compression.find()
                ? pattern.substring(0, compression.start()) + "." + token + compression.group()
                : pattern + "." + token;
    }

    /** The pattern without {@code %i} and the separator in front of it. */
    public static String withoutIndex(String pattern) {
        return INDEX_WITH_SEPARATOR.matcher(pattern).replaceAll("");
    }

    /** A file that the pattern could have been made from: without tokens and compression. */
    public static String activeFile(String pattern) {
        String plain = TOKEN_WITH_SEPARATOR.matcher(pattern).replaceAll("");
        plain = COMPRESSION.matcher(plain).replaceAll("");
        return plain.isEmpty() || plain.endsWith("/") ? plain + "app.log" : plain;
    }

    /** The pattern with .gz at its end if what is there can't be done; that is a finding. {@code option}: what the pattern is called. */
    public static String compressible(String pattern, String option, int line, String appender, Findings findings) {
        Matcher unknown = UNKNOWN_COMPRESSION.matcher(pattern);
        if (unknown.find()) {
            String replacement = pattern.substring(0, unknown.start()) + ".gz";
            findings.add(
                    FindingCode.UNKNOWN_COMPRESSION,
                    line,
                    appender,
                    option + " ends in " + unknown.group()
                            + ", a compression that is not supported; .gz is used, as in "
                            + FindingText.quote(replacement) + ".",
                    "End the " + option + " in .gz or .zip, or in neither.");
            return replacement;
        }
        Matcher module = COMPRESSION_BY_MODULE.matcher(pattern);
        if (module.find() && CompressionFormats.of(module.group()) == null) {
            String replacement = pattern.substring(0, module.start()) + ".gz";
            findings.add(
                    FindingCode.COMPRESSION_MISSING,
                    line,
                    appender,
                    option + " ends in " + module.group()
                            + ", which needs the module tailrace-compress; it is not on the class path, so .gz is used,"
                            + " as in " + FindingText.quote(replacement) + ".");
            return replacement;
        }
        return pattern;
    }

    /** Whether the operating system could have a file of this name at all. */
    public static boolean isPath(String file) {
        try {
            return Path.of(file).getNameCount() > 0;
        } catch (InvalidPathException e) {
            // Letters that this process's locale lacks are written as question marks.
            return e.getReason().contains("unmappable");
        }
    }

    /** One name for all ways to write one path. */
    public static String canonical(String file) {
        try {
            return Path.of(file).toAbsolutePath().normalize().toString();
        } catch (InvalidPathException e) {
            return file;
        }
    }
}
