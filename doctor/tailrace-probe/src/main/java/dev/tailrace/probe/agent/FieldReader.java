package dev.tailrace.probe.agent;

import java.io.File;
import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Reads fields of any object. A getter may be synchronized, and a thread that can't log may hold that lock for ever;
 * a field is just read. What it says is as good as a look from another thread without a lock: each value may be a moment old. Not
 * thread-safe.
 */
final class FieldReader {
    private static final int MOST_ELEMENTS = 100_000;

    private final ModuleOpener moduleOpener;
    private final Map<Class<?>, Map<String, @Nullable Field>> known =
            new HashMap<Class<?>, Map<String, @Nullable Field>>();

    FieldReader(ModuleOpener moduleOpener) {
        this.moduleOpener = moduleOpener;
    }

    /** The value of a field, wherever in the hierarchy of the owner's class it is; null when there is none, or it can't be read. */
    @Nullable
    Object get(@Nullable Object owner, String name) {
        return owner == null ? null : read(field(owner.getClass(), name, false), owner);
    }

    /** The value of the field that a way of fields leads to. */
    @Nullable
    Object along(@Nullable Object owner, String... way) {
        Object at = owner;
        for (String name : way) {
            at = get(at, name);
        }
        return at;
    }

    /** The value of a static field; null, too, while its class is not initialised. */
    @Nullable
    Object ofClass(Class<?> type, String name) {
        return moduleOpener.isInitialised(type) ? read(field(type, name, true), null) : null;
    }

    /** The values of all fields of an object and its class. */
    List<Object> all(Object owner) {
        List<Object> all = new ArrayList<Object>();
        for (Class<?> type = owner.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : declared(type)) {
                boolean ofClass = Modifier.isStatic(field.getModifiers());
                if (!field.getType().isPrimitive() && (!ofClass || moduleOpener.isInitialised(type))) {
                    Object value = opened(field, type) ? read(field, ofClass ? null : owner) : null;
                    if (value != null) {
                        all.add(value);
                    }
                }
            }
        }
        return all;
    }

    private @Nullable Field field(Class<?> of, String name, boolean ofClass) {
        Map<String, @Nullable Field> fields = known.get(of);
        if (fields == null) {
            fields = new HashMap<String, @Nullable Field>();
            known.put(of, fields);
        }
        if (!fields.containsKey(name)) {
            fields.put(name, find(of, name, ofClass));
        }
        return fields.get(name);
    }

    private @Nullable Field find(Class<?> of, String name, boolean ofClass) {
        for (Class<?> type = of; type != null; type = type.getSuperclass()) {
            for (Field field : declared(type)) {
                if (field.getName().equals(name) && Modifier.isStatic(field.getModifiers()) == ofClass) {
                    return opened(field, type) ? field : null;
                }
            }
        }
        return null;
    }

    private static Field[] declared(Class<?> type) {
        try {
            return type.getDeclaredFields();
        } catch (LinkageError e) {
            // The class of a field is missing: libraries live well without some they know.
            return new Field[0];
        }
    }

    private boolean opened(Field field, Class<?> type) {
        try {
            moduleOpener.open(field, type);
            return true;
        } catch (ReflectiveOperationException | RuntimeException e) {
            return false;
        }
    }

    private static @Nullable Object read(@Nullable Field field, @Nullable Object owner) {
        try {
            return field == null ? null : field.get(owner);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** Whether an object is of a class of this name or below it. */
    static boolean is(@Nullable Object object, String className) {
        for (Class<?> type = object == null ? null : object.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(className)) {
                return true;
            }
        }
        return false;
    }

    /** The content of a collection, array, map or reference that can be gone through without a lock; empty for all others. */
    List<Object> inside(@Nullable Object container) {
        List<Object> inside = new ArrayList<Object>();
        if (container instanceof ConcurrentMap) {
            addAll(((ConcurrentMap<?, ?>) container).values(), inside);
        } else if (container instanceof Collection && isFree(container.getClass())) {
            addAll((Collection<?>) container, inside);
        } else if (container instanceof Object[]) {
            for (Object each : (Object[]) container) {
                add(each, inside);
            }
        } else if (container instanceof AtomicReference) {
            add(((AtomicReference<?>) container).get(), inside);
        } else if (container instanceof Reference) {
            add(((Reference<?>) container).get(), inside);
        }
        return inside;
    }

    /** Lists that can be gone through without a lock; others, of a library or synchronized, are left alone. */
    private static boolean isFree(Class<?> list) {
        return list == CopyOnWriteArrayList.class
                || list == ArrayList.class
                || list.getName().equals("java.util.Arrays$ArrayList")
                || list.getName().startsWith("java.util.ImmutableCollections$");
    }

    private static void addAll(Iterable<?> from, List<Object> to) {
        try {
            for (Object each : from) {
                if (to.size() < MOST_ELEMENTS) {
                    add(each, to);
                }
            }
        } catch (RuntimeException e) {
            // It was changed meanwhile: what was read until then is kept.
        }
    }

    static void add(@Nullable Object each, List<Object> to) {
        if (each != null) {
            to.add(each);
        }
    }

    /** Its text; null when it is nothing that has one. */
    @Nullable
    String text(@Nullable Object value) {
        if (value instanceof String
                || value instanceof Boolean
                || value instanceof Number
                || value instanceof Character) {
            return value.toString();
        }
        if (value instanceof Enum) {
            return ((Enum<?>) value).name();
        }
        if (value instanceof File) {
            return ((File) value).getPath();
        }
        if (value instanceof Charset) {
            return ((Charset) value).name();
        }
        if (value instanceof URL) {
            return get(value, "protocol") + ":" + get(value, "file");
        }
        if (is(value, "ch.qos.logback.core.util.FileSize")) {
            return text(get(value, "size"));
        }
        if (is(value, "ch.qos.logback.classic.Level")) {
            return text(get(value, "levelStr"));
        }
        if (is(value, "org.apache.logging.log4j.Level") || is(value, "java.util.logging.Level")) {
            return text(get(value, "name"));
        }
        return null;
    }

    /** A number; {@code otherwise} when there is none. */
    static long number(@Nullable Object value, long otherwise) {
        return value instanceof Number ? ((Number) value).longValue() : otherwise;
    }
}
