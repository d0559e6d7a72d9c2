package dev.tailrace.bench.peers;

/**
 * Texts of {@code tinylog.properties}. The logger's name is literal text in them: tinylog would search the caller's stack for it, which no
 * other backend here does. Stateless.
 */
public final class TinylogFiles {
    private TinylogFiles() {}

    /**
     * One file that is not rolled, written by tinylog's own thread, with a buffer and no flush for each line.
     *
     * @param logger the only logger's name
     */
    public static String plain(String logger) {
        return """
                level = info
                writer = file
                writer.file = @FOLDER@/app.log
                writer.charset = UTF-8
                writer.append = true
                writer.buffered = true
                writer.format = {date: yyyy-MM-dd HH:mm:ss.SSS} {level|min-size=5} [{thread}] %s - {message}
                writingthread = true
                autoshutdown = false
                """.formatted(logger);
    }
}
