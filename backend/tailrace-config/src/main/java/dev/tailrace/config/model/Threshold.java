package dev.tailrace.config.model;

/** A level in a configuration. Its code is SLF4J's; an event is logged when its level code is not below the threshold's. */
public enum Threshold {
    ALL(Integer.MIN_VALUE),
    TRACE(0),
    DEBUG(10),
    INFO(20),
    WARN(30),
    ERROR(40),
    OFF(Integer.MAX_VALUE);

    private final int code;

    Threshold(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
