package dev.tailrace;

/** The level of an event. The codes are SLF4J's. */
public enum Level {
    TRACE(0),
    DEBUG(10),
    INFO(20),
    WARN(30),
    ERROR(40);

    private final int code;

    Level(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    /** The level of a code; codes in between belong to the level below, codes outside to the nearest. */
    public static Level ofCode(int code) {
        Level[] all = values();
        return all[Math.max(0, Math.min(all.length - 1, Math.floorDiv(code, 10)))];
    }
}
