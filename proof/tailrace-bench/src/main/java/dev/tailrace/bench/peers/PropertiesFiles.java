package dev.tailrace.bench.peers;

import dev.tailrace.bench.jul.PatternFormatter;
import dev.tailrace.bench.load.Line;

/** Texts of {@code logging.properties} and {@code tinylog.properties}. Stateless. */
public final class PropertiesFiles {
    private PropertiesFiles() {}

    /**
     * One file that is never rolled. If another process has locked the file, the handler doesn't share it: it appends {@code .1} to the
     * name, or the first free number.
     */
    public static String jul() {
        return """
                handlers=
                .level=OFF
                dev.tailrace.race.level=INFO
                dev.tailrace.race.useParentHandlers=false
                dev.tailrace.race.handlers=java.util.logging.FileHandler
                java.util.logging.FileHandler.pattern=@FOLDER@/app.log
                java.util.logging.FileHandler.append=true
                java.util.logging.FileHandler.limit=0
                java.util.logging.FileHandler.count=1
                java.util.logging.FileHandler.level=ALL
                java.util.logging.FileHandler.formatter=%s
                """.formatted(PatternFormatter.class.getName());
    }

    /**
     * One file that is not rolled, written by tinylog's own thread, with a buffer and no flush for each line. The logger's name is literal
     * text: tinylog would search the caller's stack for it, which no other backend here does.
     */
    public static String tinylog() {
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
                """.formatted(Line.LOGGER);
    }
}
