package dev.tailrace.junit.backend;

/** The version that a jar states. */
final class Version {
    private Version() {}

    /** With a space before it; empty when the jar doesn't state any. */
    static String of(Class<?> type) {
        Package room = type.getPackage();
        String version = room == null ? null : room.getImplementationVersion();
        return version == null ? "" : " " + version;
    }
}
