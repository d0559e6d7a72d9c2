package dev.tailrace.servlet;

import java.util.Set;
import javax.servlet.ServletContainerInitializer;
import javax.servlet.ServletContext;
import org.jspecify.annotations.Nullable;

/**
 * Shuts Tailrace down with the application that contains it. Containers with {@code javax.servlet} find this class; other containers never
 * link it.
 */
public final class JavaxInitializer implements ServletContainerInitializer {
    /** The constructor for the container. */
    public JavaxInitializer() {}

    @Override
    public void onStartup(@Nullable Set<Class<?>> none, ServletContext context) {
        if (OwnLoader.is(context.getClassLoader())) {
            context.addListener(new JavaxListener());
        }
    }
}
