package dev.tailrace.probe.agent;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Opens packages of modules to the agent only, and finds whether a class is initialised. From Java 9 on this needs methods
 * that Java 8 does not have; hence by reflection. Not thread-safe.
 */
final class ModuleOpener {
    private final Instrumentation instrumentation;
    private final Set<String> opened = new HashSet<String>();
    private final @Nullable Method getModule;
    private final @Nullable Method redefine;
    private final Object unsafe;
    private final Method shouldBeInitialized;

    /** @throws ReflectiveOperationException when this JVM has no way to find whether a class is initialised */
    ModuleOpener(Instrumentation instrumentation) throws ReflectiveOperationException {
        this.instrumentation = instrumentation;
        boolean modules = !System.getProperty("java.specification.version", "").startsWith("1.");
        if (modules) {
            getModule = Class.class.getMethod("getModule");
            redefine = Instrumentation.class.getMethod(
                    "redefineModule", getModule.getReturnType(), Set.class, Map.class, Map.class, Set.class, Map.class);
        } else {
            getModule = null;
            redefine = null;
        }
        Class<?> type = Class.forName(modules ? "jdk.internal.misc.Unsafe" : "sun.misc.Unsafe", true, null);
        open(type);
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = field.get(null);
        shouldBeInitialized = type.getMethod("shouldBeInitialized", Class.class);
    }

    /** Whether the class is initialised; looking does not initialise it. */
    boolean isInitialised(Class<?> type) {
        try {
            return Boolean.FALSE.equals(shouldBeInitialized.invoke(unsafe, type));
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Makes a member of a class readable. */
    void open(AccessibleObject member, Class<?> owner) throws ReflectiveOperationException {
        open(owner);
        member.setAccessible(true);
    }

    private void open(Class<?> type) throws ReflectiveOperationException {
        if (getModule == null || redefine == null) {
            return;
        }
        String name = type.getName();
        String in = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        Object module = getModule.invoke(type);
        if (in.isEmpty() || !opened.add(in + "@" + System.identityHashCode(module))) {
            return;
        }
        Class<?> moduleType = getModule.getReturnType();
        Object own = getModule.invoke(ModuleOpener.class);
        boolean open = Boolean.TRUE.equals(
                moduleType.getMethod("isOpen", String.class, moduleType).invoke(module, in, own));
        if (!open) {
            Map<String, Set<Object>> opens = Collections.singletonMap(in, Collections.singleton(own));
            redefine.invoke(
                    instrumentation,
                    module,
                    Collections.emptySet(),
                    Collections.emptyMap(),
                    opens,
                    Collections.emptySet(),
                    Collections.emptyMap());
        }
    }
}
