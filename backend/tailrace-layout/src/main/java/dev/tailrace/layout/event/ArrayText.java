package dev.tailrace.layout.event;

import dev.tailrace.bytes.TextBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes arrays as {@code [1, 2, 3]}, and an array inside itself as {@code [...]}. */
public final class ArrayText {
    /** Deeper arrays are written as {@code [...]}, before the stack overflows. */
    private static final int MAXIMUM_DEPTH = 500;

    private ArrayText() {}

    public static void write(Object array, TextBuffer out) {
        write(array, out, null);
    }

    private static void write(Object array, TextBuffer out, @Nullable List<Object[]> parents) {
        out.append('[');
        if (array instanceof Object[] objects) {
            writeElements(objects, out, parents);
        } else if (array instanceof int[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append(values[i]);
            }
        } else if (array instanceof long[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append(values[i]);
            }
        } else if (array instanceof double[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append(values[i]);
            }
        } else if (array instanceof float[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append(values[i]);
            }
        } else if (array instanceof byte[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append((int) values[i]);
            }
        } else if (array instanceof short[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append((int) values[i]);
            }
        } else if (array instanceof boolean[] values) {
            for (int i = 0; i < values.length; i++) {
                separate(i, out).append(values[i]);
            }
        } else if (array instanceof char[] values) {
            for (int i = 0; i < values.length; i++) {
                ArgumentText.writeCharacter(values[i], separate(i, out));
            }
        }
        out.append(']');
    }

    private static void writeElements(Object[] array, TextBuffer out, @Nullable List<Object[]> parents) {
        List<Object[]> chain = parents;
        for (int i = 0; i < array.length; i++) {
            separate(i, out);
            Object element = array[i];
            if (element == null || !element.getClass().isArray()) {
                ArgumentText.writeScalar(element, out);
                continue;
            }
            if (chain == null) {
                chain = new ArrayList<>();
            }
            chain.add(array);
            if (element instanceof Object[] objects && isAmong(objects, chain)) {
                out.append("[...]");
            } else {
                write(element, out, chain);
            }
            chain.remove(chain.size() - 1);
        }
    }

    private static boolean isAmong(Object[] array, List<Object[]> chain) {
        if (chain.size() > MAXIMUM_DEPTH) {
            return true;
        }
        for (Object[] parent : chain) {
            if (parent == array) {
                return true;
            }
        }
        return false;
    }

    private static TextBuffer separate(int index, TextBuffer out) {
        return index == 0 ? out : out.append(", ");
    }
}
