package dev.tailrace.cli;

import dev.tailrace.engine.drain.IoMessages;
import dev.tailrace.finding.Nearest;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Says in plain words why a verb did not run. Everything ends with exit status 2. */
final class Complaints {
    private Complaints() {}

    static int wrongUsage(CommandLine.ParameterException problem, String[] args) {
        CommandLine at = problem.getCommandLine();
        PrintWriter err = at.getErr();
        String help = at.getCommandSpec().qualifiedName() + " --help";
        if (problem instanceof CommandLine.UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            err.println(unknown(at, unmatched.getUnmatched().get(0)));
        } else {
            err.println("tailrace: " + problem.getMessage() + ".");
        }
        err.println("See `" + help + "`.");
        err.flush();
        return ExitStatus.COULD_NOT_RUN;
    }

    static int failure(Exception problem, CommandLine at, CommandLine.ParseResult parsed) {
        String message = problem instanceof IOException io ? IoMessages.words(null, io) : problem.getMessage();
        String words = message == null ? problem.toString() : message;
        at.getErr().println(Printable.wrapped("tailrace: " + Printable.of(words.endsWith(".") ? words : words + ".")));
        at.getErr().flush();
        return ExitStatus.COULD_NOT_RUN;
    }

    private static String unknown(CommandLine at, String word) {
        boolean option = word.startsWith("-");
        boolean verb = !option && !at.getSubcommands().isEmpty();
        List<String> known = new ArrayList<>();
        if (verb) {
            known.addAll(at.getSubcommands().keySet());
        } else if (option) {
            at.getCommandSpec().options().forEach(each -> known.addAll(List.of(each.names())));
        }
        String name = option ? word.split("=", 2)[0] : word;
        String complaint = verb
                ? "tailrace: unknown verb '" + Printable.of(name) + "'."
                : option
                        ? "tailrace: unknown option '" + Printable.of(name) + "'."
                        : "tailrace: unexpected argument '" + Printable.of(name) + "'.";
        return Nearest.to(name, known)
                .map(near -> complaint + " Did you mean '" + near + "'?")
                .orElse(complaint);
    }
}
