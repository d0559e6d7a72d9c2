package dev.tailrace.testkit.terminal;

import java.io.Console;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.Charset;

/** Detects whether standard output is a terminal. */
final class Screen {
    private Screen() {}

    /** Whether to use colour: only on a terminal, never with {@code NO_COLOR} or a dumb terminal. */
    static boolean wantsColour() {
        String noColour = System.getenv("NO_COLOR");
        if (noColour != null && !noColour.isEmpty()) {
            return false;
        }
        return !"dumb".equals(System.getenv("TERM")) && isTerminal();
    }

    /** The charset of standard output; Java 17 has no method for it. */
    static Charset charset() {
        for (String property : new String[] {"stdout.encoding", "sun.stdout.encoding"}) {
            String name = System.getProperty(property);
            if (name != null && Charset.isSupported(name)) {
                return Charset.forName(name);
            }
        }
        return Charset.defaultCharset();
    }

    @SuppressWarnings("SystemConsoleNull") // JDK 22 and newer are asked through isTerminal()
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return Boolean.TRUE.equals(Console.class.getMethod("isTerminal").invoke(console));
        } catch (NoSuchMethodException e) {
            return true; // before JDK 22, a console exists only on a terminal
        } catch (IllegalAccessException | InvocationTargetException e) {
            return false;
        }
    }
}
