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
}
