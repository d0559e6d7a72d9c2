package dev.tailrace.runtime;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.runtime.ObjectMethods;

/**
 * The JDK links {@code equals}, {@code hashCode} and {@code toString} of a record by method handles that it keeps forever, each with the
 * last type it was adapted to: so the last record linked in the JVM keeps its class loader alive. Linking the same methods for a class of
 * the JDK replaces that type.
 */
final class RecordCaches {
    private static final Class<?> TYPE = String.class;

    private RecordCaches() {}

    /** Releases the records of this class loader. */
    static void forget() {
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle getter = lookup.findVirtual(TYPE, "strip", MethodType.methodType(TYPE));
            link(lookup, "equals", MethodType.methodType(boolean.class, TYPE, Object.class), getter);
            link(lookup, "hashCode", MethodType.methodType(int.class, TYPE), getter);
            link(lookup, "toString", MethodType.methodType(String.class, TYPE), getter);
        } catch (Throwable e) {
            // A JDK that links records in another way has other caches, or none.
            return;
        }
    }

    private static void link(MethodHandles.Lookup lookup, String name, MethodType type, MethodHandle getter)
            throws Throwable {
        ObjectMethods.bootstrap(lookup, name, type, TYPE, "text", getter);
    }
}
