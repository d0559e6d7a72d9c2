package dev.tailrace.cli;

import dev.tailrace.doctor.Diagnosis;
import dev.tailrace.doctor.Doctor;
import dev.tailrace.doctor.LoadReport;
import dev.tailrace.doctor.page.DiagnosisPage;
import dev.tailrace.doctor.page.LoadPage;
import dev.tailrace.probe.LiveOptions;
import dev.tailrace.probe.LiveRecorder;
import dev.tailrace.probe.OwnProcess;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.report.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
        header = "Find what is wrong with a Java application, whatever it logs with.",
        description = {
            "",
            "Observes a running JVM for a while, within a budget of what that may cost the",
            "application, and stores all evidence in one archive. Or reads files: thread",
            "dumps, one or many in a file and inside a log (HotSpot 6 to 25, OpenJ9's",
            "javacores); logs of the garbage collection (JDK 6 to 25); class histograms,",
            "flags, flight recordings; configurations of Logback, Log4j 2, JUL and JBoss;",
            "archives of all these. Reports which thread waits for which: for a compression,",
            "a slow disk, a pipe without a reader, or in a deadlock; or that logging is not",
            "the cause. Nothing leaves this machine.",
            "",
            "One dump shows little: take ten or more, a second apart, or give a PID.",
            "",
            "With --ramp, doctor raises the load on a service of your own until answers come",
            "too late, and reports how much load the service carries and what gave way."
        },
        footer = {
            "",
            "Exit status: 0 nothing is wrong; 1 there are findings; 2 a file could not be",
            "             read, or the process could not be observed (no thread dump).",
            "",
            "Examples:  ./tailrace doctor 4711 --for 60s --out evidence.zip",
            "           ./tailrace doctor 4711 --agent --html doctor.html",
            "           ./tailrace doctor --html doctor.html evidence.zip",
            "           ./tailrace doctor dumps.txt gc.log logback.xml",
            "           ./tailrace doctor --ramp http://localhost:8080/ --slo p99=250ms"
        })
final class DoctorCommand implements Callable<Integer> {
    private static final Pattern PROCESS = Pattern.compile("[0-9]{1,10}");
    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,6})(s?|m)");
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);

    private final PrintWriter out;
    private final PrintWriter err;

    @CommandLine.Spec
    private CommandLine.Model.@Nullable CommandSpec spec;

    @Parameters(
            paramLabel = "PID|FILE",
            arity = "0..*",
            description = "A process id, files and folders in any mix, or both.")
    private List<String> subjects = List.of();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            description = "How long to observe the process, such as 20s or 2m (default: 60s).")
    private String length = "60s";

    @Option(
            names = "--budget",
            paramLabel = "PERCENT",
            description =
                    "How much of the time of --for the observation may cost the application, pauses and CPU time together (default: 2).")
    private double budget = LiveOptions.DEFAULT_BUDGET * 100;

    @Option(
            names = "--agent",
            description =
                    "Load a small agent into the process to read the active logging configuration: levels, appenders, and how full their queues are. From JDK 21 on, the process prints a warning about it on its standard error.")
    private boolean agent;

    @Option(
            names = "--out",
            paramLabel = "FILE.zip",
            description = "The archive to write (default: doctor-PID-TIME.zip).")
    private @Nullable Path archive;

    @CommandLine.Mixin
    private final RampOptions ramp = new RampOptions();

    @Option(names = "--json", paramLabel = "FILE", description = "Write the findings as JSON; - is standard output.")
    private @Nullable String json;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write a page with charts for the browser; - is standard output.")
    private @Nullable String html;

    DoctorCommand(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if ("-".equals(json) && "-".equals(html)) {
            throw usage("--json and --html can't both go to standard output");
        }
        if (!(budget > 0 && budget <= 100)) {
            throw usage("--budget must be a percentage above 0 and up to 100");
        }
        if (subjects.stream().filter(DoctorCommand::isProcess).count() > 1) {
            throw usage("doctor observes one process at a time");
        }
        if (agent && (ramp.isGiven() || subjects.stream().noneMatch(DoctorCommand::isProcess))) {
            throw usage("--agent needs a process id, and can't be used with --ramp");
        }
        if (ramp.isGiven()) {
            return raise();
        }
        if (subjects.isEmpty()) {
            throw usage("doctor needs a process id or files");
        }
        Duration time = length();
        List<Path> files = new ArrayList<>();
        try {
            for (String subject : subjects) {
                files.add(isProcess(subject) ? record(Long.parseLong(subject), time) : Path.of(subject));
            }
        } catch (LiveException e) {
            e.text().lines().forEach(line -> progress(Printable.wrapped(Printable.of(line))));
            return ExitStatus.COULD_NOT_RUN;
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
            if (subjects.stream().anyMatch(DoctorCommand::isProcess)) {
                out.println(String.format(
                        Locale.ROOT, "  Doctor itself used %.1f s of CPU time.", OwnProcess.cpuSeconds()));
            }
        }
        out.flush();
        return status(diagnosis);
    }

    /** Raises a load, and says at which one answers come too late. */
    private int raise() throws IOException, InterruptedException {
        if (!subjects.isEmpty()) {
            throw usage("--ramp takes no files; name its process with --pid");
        }
        if (spec == null) {
            throw new IllegalStateException("no command line");
        }
        LoadReport load =
                LoadReport.raise(ramp.plan(spec.commandLine()), ramp.pid(), budget / 100, archive, this::progress);
        if (json != null) {
            Json.write(load.remarks(), json);
        }
        if (html != null) {
            LoadPage.of(load).write(html);
        }
        if (!"-".equals(json) && !"-".equals(html)) {
            LoadText.lines(load).forEach(out::println);
        }
        out.flush();
        return load.result().isCeilingFound() ? ExitStatus.FOUND : ExitStatus.GOOD;
    }

    /** A number is a process, unless a file has that name. */
    private static boolean isProcess(String subject) {
        return PROCESS.matcher(subject).matches() && !Files.exists(Path.of(subject));
    }

    /** Looks at a process; the archive in which that is kept. */
    private Path record(long pid, Duration length) throws LiveException {
        Path to = archive == null
                ? Path.of("doctor-" + pid + "-" + NAME.format(LocalDateTime.now(ZoneId.systemDefault())) + ".zip")
                : archive;
        LiveRecorder.record(new LiveOptions(pid, length, budget / 100, to, agent), this::progress);
        progress("kept in " + Printable.shell(to));
        return to;
    }

    private void progress(String line) {
        err.println(line);
        err.flush();
    }

    private CommandLine.ParameterException usage(String message) {
        if (spec == null) {
            throw new IllegalStateException(message);
        }
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }

    /** {@code 20s}, {@code 2m}, or seconds. */
    private Duration length() {
        Matcher matcher = LENGTH.matcher(length);
        long number = matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        Duration duration = length.endsWith("m") ? Duration.ofMinutes(number) : Duration.ofSeconds(number);
        if (duration.isZero() || duration.compareTo(Duration.ofHours(1)) > 0) {
            throw usage("--for must be 1s to 60m, such as 20s or 2m");
        }
        return duration;
    }

    static int status(Diagnosis diagnosis) {
        if (!diagnosis.isReadable()) {
            return ExitStatus.COULD_NOT_RUN;
        }
        return diagnosis.findings().isEmpty() ? ExitStatus.GOOD : ExitStatus.FOUND;
    }
}
