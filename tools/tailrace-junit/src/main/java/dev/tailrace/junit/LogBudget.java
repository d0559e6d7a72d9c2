package dev.tailrace.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * How much a test may log. A test over its budget fails, with the three places that logged most. On a class it is the budget of each of
 * its tests, those of its {@code @Nested} classes too, and of what the class logs outside them ({@code @BeforeAll}, {@code @AfterAll});
 * on a method it replaces that of the class.
 *
 * <p>Counted is what the configuration of the logging backend lets through, from the start of the test to its end, set-up and tear-down
 * included, in all threads that the test made. Limits that are not given don't exist; what is exactly at its limit is good.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(LogBudgetExtension.class)
public @interface LogBudget {
    /** No limit. */
    long UNLIMITED = -1;

    /** The most log entries. */
    long entries() default UNLIMITED;

    /** The most bytes of log, in the standard pattern: date, level, thread, logger, message, stack trace. */
    long bytes() default UNLIMITED;

    /** The most exceptions: those thrown where throwing is recorded, else those logged. */
    long exceptions() default UNLIMITED;

    /** Limits of single levels. */
    PerLevel[] perLevel() default {};

    /** The longest a test may take, such as {@code 200ms}, {@code 2s} or {@code 1m}; empty: as long as it likes. */
    String time() default "";

    /** The most entries of one level. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({})
    @interface PerLevel {
        /** The level, this one only. */
        LogLevel level();

        /** The most entries. */
        long entries();
    }
}
