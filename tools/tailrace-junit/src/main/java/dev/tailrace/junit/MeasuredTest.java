package dev.tailrace.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Measures a Jupiter test method, without its set-up and tear-down, as {@link LogKpis#run} measures a part of it; the name is that of the
 * method. On a class, it holds for each of its test methods.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@ExtendWith(LogBudgetExtension.class)
public @interface MeasuredTest {}
