package dev.tailrace.spring.actuate;

import dev.tailrace.slf4j.TailraceServiceProvider;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Holds where SLF4J uses Tailrace, which the presence of the jar doesn't say. */
final class BoundToTailrace implements Condition {
    /** For Spring. */
    BoundToTailrace() {}

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
        return LoggerFactory.getILoggerFactory()
                .getClass()
                .getName()
                .startsWith(TailraceServiceProvider.class.getPackageName() + ".");
    }
}
