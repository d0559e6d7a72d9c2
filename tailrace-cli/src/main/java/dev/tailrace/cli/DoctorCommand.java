package dev.tailrace.cli;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.doctor.page.DiagnosisPage;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what is wrong with an application. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        versionProvider = BuildVersion.class,
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        headerHeading = "",
        header = "Say what is wrong with a Java application, whatever it logs with.",
        description = {
            "",
            "Reads thread dumps, one or many in a file and amid the lines of a log: of",
            "HotSpot 6 to 25 (jstack, jcmd PID Thread.print, kill -3, Thread.dump_to_file)",
            "and OpenJ9's javacores; and configurations of Logback. Tells who waits for whom:",
            "for a thread that compresses, for a slow disk, for a pipe that nobody reads, for",
            "itself; or that logging has no part in it. Nothing leaves this machine.",
            "",
            "One dump tells little: take ten or more, a second apart."
        },
        footer = {
            "",
            "Exit status: 0 nothing is wrong; 1 something is; 2 a file could not be read.",
            "",
            "Example:  for i in $(seq 30); do jcmd PID Thread.print; sleep 1; done > dumps",
            "          ./tailrace doctor --html doctor.html dumps logback.xml"
        })
final class DoctorCommand implements Callable<Integer> {
    private final PrintWriter out;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Thread dumps and configurations, in any mix.")
    private List<Path> files = List.of();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the findings as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with charts, for the browser; - is standard output.")
    private @Nullable String html;

    DoctorCommand(PrintWriter out) {
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        if (spec != null && "-".equals(json) && "-".equals(html)) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--json and --html can't both go to standard output");
        }
        Diagnosis diagnosis = Doctor.examine(files);
        if (json != null) {
            Json.write(diagnosis.remarks(), json);
        }
        if (html != null) {
            DiagnosisPage.of(diagnosis).write(html);
        }
        if (!"-".equals(json) && !"-".equals(html)) {
            DoctorText.lines(diagnosis).forEach(out::println);
        }
        out.flush();
        return status(diagnosis);
    }

    static int status(Diagnosis diagnosis) {
        if (!diagnosis.isReadable()) {
            return ExitStatus.COULD_NOT_RUN;
        }
        return diagnosis.findings().isEmpty() ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
}
