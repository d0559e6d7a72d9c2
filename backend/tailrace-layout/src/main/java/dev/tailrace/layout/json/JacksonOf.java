package dev.tailrace.layout.json;

import java.io.Writer;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** A Jackson that the application brings, of version 2 or 3, with the modules that it finds: makes generators of JSON. Thread-safe. */
final class JacksonOf {
    private static final String GENERATOR = ".core.JsonGenerator";

    /** Writes to a generator. */
    @FunctionalInterface
    interface Writing {
        void to(Object generator) throws ReflectiveOperationException;
    }

    /** Its factory or mapper, and how that makes a generator for a writer. */
    private final Object factory;

    private final Method createGenerator;
    private final Method writeStartObject;
    private final Method writeEndObject;
    private final Method close;

    private JacksonOf(Object factory, Class<?> generator) throws ReflectiveOperationException {
        this.factory = factory;
        this.createGenerator = factory.getClass().getMethod("createGenerator", Writer.class);
        this.writeStartObject = generator.getMethod("writeStartObject");
        this.writeEndObject = generator.getMethod("writeEndObject");
        this.close = generator.getMethod("close");
    }

    /** The one that a class of generators belongs to; null when it isn't there as a whole. */
    static @Nullable JacksonOf generator(Class<?> generator) {
        String name = generator.getName();
        if (!name.endsWith(GENERATOR)) {
            return null;
        }
        String root = name.substring(0, name.length() - GENERATOR.length());
        ClassLoader loader = generator.getClassLoader();
        try {
            return new JacksonOf(root.startsWith("tools.") ? third(root, loader) : second(root, loader), generator);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
            // Without the rest of Jackson such objects are what others are: text.
            return null;
        }
    }

    private static Object third(String root, ClassLoader loader) throws ReflectiveOperationException {
        Object builder = Class.forName(root + ".databind.json.JsonMapper", true, loader)
                .getMethod("builder")
                .invoke(null);
        Object found = builder.getClass().getMethod("findAndAddModules").invoke(builder);
        return found.getClass().getMethod("build").invoke(found);
    }

    private static Object second(String root, ClassLoader loader) throws ReflectiveOperationException {
        Class<?> type = Class.forName(root + ".databind.ObjectMapper", true, loader);
        Object mapper = type.getConstructor().newInstance();
        type.getMethod("findAndRegisterModules").invoke(mapper);
        // An object without properties is written as such.
        Class<?> features = Class.forName(root + ".databind.SerializationFeature", true, loader);
        Object emptyBeans = features.getField("FAIL_ON_EMPTY_BEANS").get(null);
        type.getMethod("configure", features, boolean.class).invoke(mapper, emptyBeans, false);
        return type.getMethod("getFactory").invoke(mapper);
    }

    /** An object of what is written. */
    void write(Writer text, Writing writing) throws ReflectiveOperationException {
        Object generator = createGenerator.invoke(factory, text);
        writeStartObject.invoke(generator);
        writing.to(generator);
        writeEndObject.invoke(generator);
        close.invoke(generator);
    }
}
