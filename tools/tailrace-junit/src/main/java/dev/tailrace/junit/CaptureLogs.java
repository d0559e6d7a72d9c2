package dev.tailrace.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Injects a {@link LogCapture} of the test's log events into a field or a parameter of that type. The parameter may belong to a test, a
 * {@code @BeforeEach} or an {@code @AfterEach} method; the field must not be static. Within a test, equal attributes give the same object.
 * Each test gets a new capture, which begins before {@code @BeforeEach} methods and ends after {@code @AfterEach} methods.
 *
 * <p>Needs Tailrace as the backend. Events that only {@code level} lets pass, below the configured level, are captured and not written.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@ExtendWith(CaptureLogsExtension.class)
public @interface CaptureLogs {
    /** Captures events of this logger and its child loggers; empty: of all loggers. */
    String logger() default "";

    /**
     * The lowest level: {@code TRACE}, {@code DEBUG}, {@code INFO}, {@code WARN} or {@code ERROR}; it may be below the configured level.
     * Empty: the configured level.
     */
    String level() default "";

    /** The threads whose events belong to the test. */
    Threads threads() default Threads.AUTO;

    /** Which threads' events belong to a test. */
    enum Threads {
        /** All threads if JUnit runs one test at a time, else as {@link #TEST}. */
        AUTO,
        /**
         * The test's own thread and the threads that it has started, directly or indirectly. Events of older threads, such as the threads
         * of a pool that another test has made, are left out and counted: {@link LogCapture#leftOut}.
         */
        TEST,
        /** All threads, including the threads of other tests that run at the same time. */
        ALL
    }
}
