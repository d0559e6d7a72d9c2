package dev.tailrace.probe.jvm;

import com.sun.tools.attach.VirtualMachine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Through the attach mechanism, as {@code jcmd} does it. The method for it is public in a package that the JDK keeps to itself;
 * doctor's jar asks for it in its manifest, and where that does not count, {@link BeanCommands} steps in.
 */
final class AttachCommands implements Commands {
    private final VirtualMachine machine;
    private final Method method;

    private AttachCommands(VirtualMachine machine, Method method) {
        this.machine = machine;
        this.method = method;
    }

    /** The commands; null when this JVM does not let us call the method. */
    static @Nullable AttachCommands of(VirtualMachine machine) {
        for (Class<?> type = machine.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals("sun.tools.attach.HotSpotVirtualMachine")) {
                boolean open = type.getModule().isExported(type.getPackageName(), AttachCommands.class.getModule());
                try {
                    return open ? new AttachCommands(machine, type.getMethod("executeJCmd", String.class)) : null;
                } catch (NoSuchMethodException e) {
                    return null;
                }
            }
        }
        return null;
    }

    @Override
    public String run(String command) throws IOException {
        Object answer;
        try {
            answer = method.invoke(machine, command);
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException io ? io : new IOException(String.valueOf(cause), cause);
        } catch (IllegalAccessException e) {
            throw new IOException(e.toString(), e);
        }
        try (InputStream in = (InputStream) answer) {
            return read(in);
        }
    }

    /** In pieces: {@code readAllBytes} on this stream fails beyond 8 KiB. */
    private static String read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 16);
        byte[] buffer = new byte[1 << 13];
        for (int n = in.read(buffer, 0, buffer.length); n > 0; n = in.read(buffer, 0, buffer.length)) {
            if (bytes.size() + n <= LONGEST_ANSWER) {
                bytes.write(buffer, 0, n);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void load(String jar, String argument) throws IOException {
        AgentJar.load(machine, jar, argument);
    }

    @Override
    public void close() {
        try {
            machine.detach();
        } catch (IOException e) {
            // The process is gone, and with it the connection.
        }
    }
}
