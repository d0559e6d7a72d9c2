package dev.tailrace.testkit;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options of a command line: flags as {@code --quick}, and values as {@code --rounds 3} or {@code --rounds=3}. Immutable. */
public final class Arguments {
    /** The arguments are invalid; the message is for the user. */
    public static final class Misunderstanding extends Exception {
        private static final long serialVersionUID = 1L;

        public Misunderstanding(String message) {
            super(message);
        }
    }

    public interface Program {
        /** Returns the exit status. */
        int run() throws IOException, InterruptedException, Misunderstanding;
    }

    private final Map<String, String> given = new LinkedHashMap<>();

    private Arguments() {}

    /** Reads a command line. {@code options} are followed by a value, {@code flags} aren't. */
    public static Arguments parse(List<String> words, Set<String> flags, Set<String> options) throws Misunderstanding {
        Arguments arguments = new Arguments();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            boolean flag = flags.contains(name) && equals < 0;
            if (!flag && !options.contains(name)) {
                throw new Misunderstanding(word + ": there is no such option");
            }
            if (!flag && equals < 0 && ++i == words.size()) {
                throw new Misunderstanding(word + ": its value is missing");
            }
            arguments.given.put(name, flag ? "" : equals < 0 ? words.get(i) : word.substring(equals + 1));
        }
        return arguments;
    }

    /** Runs a program and returns its exit status: 2 if it could not run, after a line on standard error. */
    public static int run(String name, Program program) {
        try {
            return program.run();
        } catch (Misunderstanding e) {
            System.err.println(name + ": " + e.getMessage() + "; ./tailrace " + name + " --help lists the options");
        } catch (IOException e) {
            System.err.println(name + ": " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 2;
    }

    public boolean has(String name) {
        return given.containsKey(name);
    }

    public @Nullable String get(String name) {
        return given.get(name);
    }

    public String get(String name, String otherwise) {
        return given.getOrDefault(name, otherwise);
    }

    /** The words of an option's value, separated by commas; empty without the option. */
    public List<String> words(String name) {
        String value = given.get(name);
        return value == null ? List.of() : List.of(value.split(",", -1));
    }

    /** A whole number from {@code least} to {@code most}; null without the option. */
    public @Nullable Long number(String name, long least, long most) throws Misunderstanding {
        String value = given.get(name);
        if (value == null) {
            return null;
        }
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new Misunderstanding(name + " " + value + ": a number from " + least + " to " + most + " was expected");
    }
}
