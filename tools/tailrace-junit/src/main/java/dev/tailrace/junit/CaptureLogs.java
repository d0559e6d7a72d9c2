package dev.tailrace.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * On a field or a parameter of type {@link LogCapture}: what a test logs. A parameter may be one of a test, or of a {@code @BeforeEach} or
 * {@code @AfterEach} method; a field must not be static. All with the same attributes are the same object within a test. Each test gets
 * a new one, which begins before {@code @BeforeEach} methods and ends after {@code @AfterEach} methods.
 *
 * <p>Needs Tailrace as the backend. Events that {@code level} lets pass below the configured level are captured and not written anywhere.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
@ExtendWith(CaptureLogsExtension.class)
public @interface CaptureLogs {
    /** Only events of this logger and of those below it; empty: of all. */
    String logger() default "";

    /**
     * The lowest level: {@code TRACE}, {@code DEBUG}, {@code INFO}, {@code WARN} or {@code ERROR}, also below the configured one; empty:
     * what is configured.
     */
    String level() default "";

    /** The threads whose events belong to the test. */
    Threads threads() default Threads.AUTO;

    /** Which threads' events belong to a test. */
    enum Threads {
        /** All, where JUnit runs one test at a time; else as {@link #TEST}. */
        AUTO,
        /**
         * The test's own thread and those that it has started, directly or not. Threads that were there before, such as of a pool that another
         * test has made, are left out and counted: {@link LogCapture#leftOut}.
         */
        TEST,
        /** All, also those of other tests that run at the same time. */
        ALL
    }
}
