package dev.tailrace.bench.peers;

import dev.tailrace.bench.jul.PatternFormatter;

/** Texts of {@code logging.properties}. Stateless. */
public final class JulFiles {
    private JulFiles() {}

    /**
     * One file that is never rolled. If another process has locked the file, the handler doesn't share it: it appends {@code .1} to the
     * name, or the first free number.
     */
    public static String plain() {
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
}
