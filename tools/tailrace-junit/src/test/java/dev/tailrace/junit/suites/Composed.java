package dev.tailrace.junit.suites;

import dev.tailrace.junit.LogBudget;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Budgets that aren't on the test itself; every test but one is over its budget. */
class Composed {
    @Quiet
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD})
    @interface VeryQuiet {}

    @LogBudget(entries = 2)
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
    @interface Quiet {}

    @VeryQuiet
    @Test
    void annotationOfAnAnnotation() {
        Orders.printParameters(3);
    }

    @Test
    void none() {
        Orders.printParameters(3);
    }

    @LogBudget(entries = 2)
    static class Above {}

    @Nested
    class BySuperclass extends Above {
        @Test
        void inherited() {
            Orders.printParameters(3);
        }
    }

    @Quiet
    interface Promise {}

    @Nested
    class ByInterface implements Promise {
        @Test
        void promised() {
            Orders.printParameters(3);
        }
    }
}
