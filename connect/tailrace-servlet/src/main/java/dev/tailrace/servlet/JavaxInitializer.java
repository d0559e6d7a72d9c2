package dev.tailrace.servlet;

import java.util.Set;
import javax.servlet.ServletContainerInitializer;
import javax.servlet.ServletContext;
import org.jspecify.annotations.Nullable;

/** Found by containers with {@code javax.servlet}; others never link it. Has Tailrace end with the application that brings it. */
public final class JavaxInitializer implements ServletContainerInitializer {
    /** For the container. */
    public JavaxInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> none, ServletContext context) {
        if (OwnLoader.is(context.getClassLoader())) {
            context.addListener(new JavaxListener());
        }
    }
}
