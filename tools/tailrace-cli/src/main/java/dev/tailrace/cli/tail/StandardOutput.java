package dev.tailrace.cli.tail;

import java.io.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a verb prints to. Stateless. */
public final class StandardOutput {
    private StandardOutput() {}

    /** Whether a person looks at it: it and standard input are a terminal. */
    @SuppressWarnings("SystemConsoleNull") // newer JDKs are asked further
    public static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            // Since JDK 22 there is a console also where there is no terminal.
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    /** Whether control characters in it would reach a terminal, wherever standard input comes from. */
    public static boolean drivesTerminal() {
        return isTerminal() || isTerminal(Path.of("/proc/self/fd/1"));
    }

    /** Whether a descriptor, as Linux shows it, is a terminal; false elsewhere. */
    static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return false;
        }
    }
}
