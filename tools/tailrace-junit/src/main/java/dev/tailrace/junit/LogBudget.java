package dev.tailrace.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Limits how much a test may log, and what the methods that it names may take. A test over its budget fails; the message names the three
 * places that logged most, or the method. On a class, the budget
 * holds for each of its tests, including its {@code @Nested} classes, and for what the class logs outside its tests ({@code @BeforeAll},
 * {@code @AfterAll}). On a method, it replaces the class's budget.
 *
 * <p>Events count that the backend's configuration lets through, from the start of the test to its end, set-up and tear-down included, in
 * all threads that the test has started. A limit that isn't set isn't checked; a figure equal to its limit is within budget.
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

    /** The most exceptions: thrown ones where throwing is recorded, else logged ones. */
    long exceptions() default UNLIMITED;

    /** Limits of single levels. */
    PerLevel[] perLevel() default {};

    /** The longest a test may take, such as {@code 200ms}, {@code 2s} or {@code 1m}; empty: no limit. */
    String time() default "";

    /**
     * The longest response time of the median call of each method that the test names with {@link LogKpis}: wall time less the wait for a
     * CPU, or CPU time where that wait isn't known. If the test names none, this limits the test method. The first test of a JVM isn't
     * limited, as classes are loaded and compiled in it.
     */
    long responseMillis() default UNLIMITED;

    /** The most CPU time of the median call, see {@link #responseMillis}. */
    long cpuMillis() default UNLIMITED;

    /** The most bytes that the calling thread may allocate in the median call, see {@link #responseMillis}. */
    long allocatedBytes() default UNLIMITED;

    /** The most entries of one level. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({})
    @interface PerLevel {
        /** The level; more severe levels don't count. */
        LogLevel level();

        /** The most entries. */
        long entries();
    }
}
