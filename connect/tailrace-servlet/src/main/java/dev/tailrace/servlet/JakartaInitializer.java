package dev.tailrace.servlet;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Found by containers with {@code jakarta.servlet}; others never link it. Has Tailrace end with the application that brings it. */
public final class JakartaInitializer implements ServletContainerInitializer {
    /** For the container. */
    public JakartaInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> none, ServletContext context) {
        if (OwnLoader.is(context.getClassLoader())) {
            context.addListener(new JakartaListener());
        }
    }
}
