package dev.tailrace.runtime;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The names of classes in the constant pool of a class file (JVM specification, 4.4): those it refers to, and those in the types of what
 * it calls. Names are as in the file, with slashes.
 */
final class ClassReferences {
    private static final int MAGIC = 0xCAFE_BABE;

    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;
    private static final int CLASS = 7;
    private static final int STRING = 8;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int METHOD_TYPE = 16;
    private static final int MODULE = 19;
    private static final int PACKAGE = 20;

    private final @Nullable String[] texts;
    private final Set<Integer> classes = new HashSet<>();
    private final Set<Integer> descriptors = new HashSet<>();

    private ClassReferences(DataInputStream in) throws IOException {
        if (in.readInt() != MAGIC) {
            throw new IOException("no class file");
        }
        in.readInt(); // versions
        texts = new String[in.readUnsignedShort()];
        for (int index = 1; index < texts.length; index++) {
            index += constant(in, index);
        }
    }

    /** Passes each name to {@code names}, some more than once. */
    static void in(InputStream file, Consumer<String> names) throws IOException {
        ClassReferences found = new ClassReferences(new DataInputStream(new BufferedInputStream(file)));
        for (int each : found.classes) {
            String name = found.texts[each];
            if (name != null && name.startsWith("[")) {
                types(name, names);
            } else if (name != null) {
                names.accept(name);
            }
        }
        for (int each : found.descriptors) {
            String descriptor = found.texts[each];
            if (descriptor != null) {
                types(descriptor, names);
            }
        }
    }

    /** Returns how many places a constant takes beyond one. */
    private int constant(DataInputStream in, int index) throws IOException {
        switch (in.readUnsignedByte()) {
            case UTF8 -> texts[index] = in.readUTF();
            case LONG, DOUBLE -> {
                in.readLong();
                return 1;
            }
            case CLASS -> classes.add(in.readUnsignedShort());
            case METHOD_TYPE -> descriptors.add(in.readUnsignedShort());
            case NAME_AND_TYPE -> {
                in.readUnsignedShort();
                descriptors.add(in.readUnsignedShort());
            }
            case STRING, MODULE, PACKAGE -> in.readUnsignedShort();
            case METHOD_HANDLE -> in.skipNBytes(3);
            default -> in.readInt();
        }
        return 0;
    }

    /** Each class between an L and a semicolon. */
    private static void types(String descriptor, Consumer<String> names) {
        int begin = 0;
        while (begin < descriptor.length()) {
            if (descriptor.charAt(begin) == 'L') {
                int end = descriptor.indexOf(';', begin);
                names.accept(descriptor.substring(begin + 1, end));
                begin = end;
            }
            begin++;
        }
    }
}
