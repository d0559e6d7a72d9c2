package dev.tailrace.servlet;

import jakarta.servlet.ServletContainerInitializer;
import jakarta.servlet.ServletContext;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Shuts Tailrace down with the application that contains it. Containers with {@code jakarta.servlet} find this class; other containers
 * never link it.
 */
public final class JakartaInitializer implements ServletContainerInitializer {
    /** The constructor for the container. */
    public JakartaInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> none, ServletContext context) {
        if (OwnLoader.is(context.getClassLoader())) {
            context.addListener(new JakartaListener());
        }
    }
}
