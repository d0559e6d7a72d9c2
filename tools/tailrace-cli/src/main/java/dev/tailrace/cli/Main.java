package dev.tailrace.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.nio.charset.Charset;
import picocli.CommandLine;

/** Where the {@code tailrace} command starts. */
public final class Main {
    private Main() {}

    /** Runs a verb and ends the process with its exit status: 0 good, 1 findings or losses, 2 could not run. */
    public static void main(String[] args) {
        // Without a locale, as in containers and cron jobs, JDK 17 takes ASCII, and letters of log lines would be lost.
        Charset charset = Charset.defaultCharset().equals(US_ASCII) ? UTF_8 : Charset.defaultCharset();
        PrintWriter out = new PrintWriter(System.out, true, charset);
        PrintWriter err = new PrintWriter(System.err, true, charset);
        System.exit(run(Checkout.named(System.getProperty(Checkout.PROPERTY)), out, err, args));
    }

    /** Runs a verb and returns its exit status. */
    static int run(Checkout checkout, PrintWriter out, PrintWriter err, String... args) {
        CommandLine line = new CommandLine(new TailraceCommand())
                .addSubcommand(new RaceCommand(checkout, err))
                .addSubcommand(new BenchCommand(checkout, err))
                .addSubcommand(new TortureCommand(checkout, err))
                .addSubcommand(new LintCommand(out))
                .addSubcommand(new DoctorCommand(out, err))
                .addSubcommand(new DrainCommand(out, err))
                .addSubcommand(new ShipCommand(out, err))
                .addSubcommand(new VerifyCommand(out))
                .addSubcommand(new LevelCommand(out))
                .addSubcommand(new LimitCommand(out))
                .addSubcommand(new TopCommand(out))
                .addSubcommand(new TailCommand(out, err))
                .setOut(out)
                .setErr(err)
                .setUsageHelpWidth(80)
                .setUsageHelpAutoWidth(false)
                .setParameterExceptionHandler(Complaints::wrongUsage)
                .setExecutionExceptionHandler(Complaints::failure);
        if (args.length == 0) {
            line.usage(err);
            return ExitStatus.COULD_NOT_RUN;
        }
        return line.execute(args);
    }
}
