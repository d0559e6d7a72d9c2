package dev.tailrace.cli.tail;

import java.io.Console;

/** Where a verb prints to. */
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
}
