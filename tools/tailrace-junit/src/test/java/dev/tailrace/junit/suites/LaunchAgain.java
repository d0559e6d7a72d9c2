package dev.tailrace.junit.suites;

/** Runs the classes twice in one JVM, like a rerun of failing tests: the first time with the regression. */
public final class LaunchAgain {
    private LaunchAgain() {}

    public static void main(String[] classes) {
        System.setProperty("regression", "true");
        Launch.main(classes);
        System.clearProperty("regression");
        Launch.main(classes);
    }
}
