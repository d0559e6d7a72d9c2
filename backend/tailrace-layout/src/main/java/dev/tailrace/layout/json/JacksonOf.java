package dev.tailrace.layout.json;

import java.io.Writer;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** The application's own Jackson, version 2 or 3, with the modules that it finds; creates JSON generators. Thread-safe. */
final class JacksonOf {
    private static final String GENERATOR = ".core.JsonGenerator";

    /** Writes to a generator. */
    @FunctionalInterface
    interface Writing {
        void to(Object generator) throws ReflectiveOperationException;
    }

    /** Jackson's factory or mapper, and its method that creates a generator for a writer. */
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

    /** The Jackson that a generator class belongs to; null when parts of it are missing. */
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
            // Without all of Jackson, such objects are written as text, like any other.
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
        // An object without properties is written as an empty object.
        Class<?> features = Class.forName(root + ".databind.SerializationFeature", true, loader);
        Object emptyBeans = features.getField("FAIL_ON_EMPTY_BEANS").get(null);
        type.getMethod("configure", features, boolean.class).invoke(mapper, emptyBeans, false);
        return type.getMethod("getFactory").invoke(mapper);
    }

    /** Writes a JSON object with the members that {@code writing} writes. */
    void write(Writer text, Writing writing) throws ReflectiveOperationException {
        Object generator = createGenerator.invoke(factory, text);
        writeStartObject.invoke(generator);
        writing.to(generator);
        writeEndObject.invoke(generator);
        close.invoke(generator);
    }
}
