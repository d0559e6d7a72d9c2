package dev.tailrace.doctor.flight;

import java.lang.constant.ClassDesc;

/** Makes the JVM's own names of array classes readable. */
final class ArrayNames {
    private ArrayNames() {}

    /** {@code [[B} as {@code byte[][]}, {@code [Ljava/lang/String;} as {@code java.lang.String[]}; what is no such name stays. */
    static String readable(String name) {
        try {
            ClassDesc type = ClassDesc.ofDescriptor(name.replace('.', '/'));
            int dimensions = 0;
            while (type.isArray()) {
                type = type.componentType();
                dimensions++;
            }
            String prefix = type.packageName();
            return (prefix.isEmpty() ? "" : prefix + ".") + type.displayName() + "[]".repeat(dimensions);
        } catch (IllegalArgumentException e) {
            return name;
        }
    }
}
