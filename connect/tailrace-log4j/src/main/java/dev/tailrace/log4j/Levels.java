package dev.tailrace.log4j;

import org.apache.logging.log4j.Level;

/** The levels of Log4j as SLF4J's codes. */
final class Levels {
    private static final int TRACE = 0;
    private static final int DEBUG = 10;
    private static final int INFO = 20;
    private static final int WARN = 30;
    private static final int ERROR = 40;

    private Levels() {}

    /** The code of a level, or of the next less severe one. */
    static int code(Level level) {
        return switch (level.getStandardLevel()) {
            case OFF, FATAL, ERROR -> ERROR;
            case WARN -> WARN;
            case INFO -> INFO;
            case DEBUG -> DEBUG;
            case TRACE, ALL -> TRACE;
        };
    }

    /** Whether a level's code says all about it. */
    static boolean isExact(Level level) {
        return level.equals(Level.INFO)
                || level.equals(Level.DEBUG)
                || level.equals(Level.WARN)
                || level.equals(Level.ERROR)
                || level.equals(Level.TRACE);
    }
}
