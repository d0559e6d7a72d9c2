package dev.tailrace.probe;

import dev.tailrace.probe.archive.ArchiveWriter;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LiveRecordingReader;
import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.archive.Overhead;
import dev.tailrace.probe.archive.StandardStream;
import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.jvm.Connection;
import dev.tailrace.probe.jvm.LiveException;
import dev.tailrace.probe.jvm.Proc;
import dev.tailrace.probe.jvm.RefusalCode;
import dev.tailrace.probe.jvm.Scratch;
import dev.tailrace.probe.jvm.Target;
import java.io.IOException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks at a running JVM for a while and keeps all it sees in one archive. Stateless. */
public final class LiveRecorder {
    private LiveRecorder() {}

    /**
     * Records. It takes as long as the options say, and some seconds more.
     *
     * @param progress receives now and then what is going on, in a line without its end
     * @return the circumstances, which are in the archive, too; when the process ended early, what was recorded until then is kept,
     *     and a note says so
     * @throws LiveException when there is nothing to keep
     */
    public static LiveRecording record(LiveOptions options, Consumer<String> progress) throws LiveException {
        checkOwnJava();
        Target target = Target.of(options.pid());
        double before = new Meter(target.proc()).answering();
        try (ArchiveWriter archive = new ArchiveWriter(options.out())) {
            try (Connection connection = Connection.to(target)) {
                progress.accept(String.format(
                        Locale.ROOT,
                        "looking at process %d for %.0f s, allowed to cost it %.1f %% (%.0f ms) ...",
                        options.pid(),
                        options.seconds(),
                        options.budget() * 100,
                        options.budget() * options.seconds() * 1000));
                return new Recording(options, target, connection, archive, progress).run(before);
            } catch (LiveException e) {
                if (e.refusal() != RefusalCode.NO_ANSWER) {
                    throw e;
                }
                progress.accept(e.getMessage() + " Following its counters ...");
                return Unanswered.record(options, target, archive, e);
            }
        } catch (IOException e) {
            throw Session.notWritable(e);
        }
    }

    /** Runtimes that were cut down with jlink have no way to another JVM. */
    private static void checkOwnJava() throws LiveException {
        if (ModuleLayer.boot().findModule("jdk.attach").isEmpty()) {
            throw new LiveException(
                    RefusalCode.NO_ATTACH,
                    "The Java that doctor runs on has no module jdk.attach: " + System.getProperty("java.home") + ".");
        }
    }

    /** One recording on its way. */
    private static final class Recording {
        private final LiveOptions options;
        private final Target target;
        private final ArchiveWriter archive;
        private final Consumer<String> progress;
        private final Meter meter;
        private final Session session;
        private final Facts facts;
        private final ExpensiveProbes expensiveProbes;
        private final Counters counters;
        private final LogWatch logs;
        private final RunQueue runQueue = new RunQueue();
        private final long began = System.currentTimeMillis();
        private final long beganNanos = System.nanoTime();
        private List<OpenFile> files = List.of();
        private List<StandardStream> streams = List.of();
        private int dumps;

        Recording(
                LiveOptions options,
                Target target,
                Connection connection,
                ArchiveWriter archive,
                Consumer<String> progress) {
            this.options = options;
            this.target = target;
            this.archive = archive;
            this.progress = progress;
            OverheadBudget overheadBudget = new OverheadBudget(options.budget() * options.seconds());
            meter = new Meter(target.proc());
            session = new Session(connection, meter, overheadBudget, archive);
            facts = new Facts(session);
            expensiveProbes = new ExpensiveProbes(session, target);
            counters = new Counters(target.proc(), options.seconds());
            logs = new LogWatch(Scratch.root(target.proc()));
        }

        /** Records; the threads that answer have taken so many seconds before doctor attached. */
        LiveRecording run(double before) throws LiveException, IOException {
            Scratch scratch = null;
            try {
                session.spending().add("attaching", 0, meter.answering() - before);
                facts.ask();
                files = OpenFiles.of(target.proc());
                streams = StandardStreams.of(target.proc());
                logs.watch(files);
                scratch = scratch();
                look(scratch);
            } catch (LiveException e) {
                if (dumps == 0 || e.refusal() == RefusalCode.NOT_WRITABLE) {
                    throw e;
                }
                session.note(e.getMessage() + " What was recorded before is complete.");
            } finally {
                if (scratch != null) {
                    scratch.close();
                }
            }
            facts.keepFiles(target, files);
            if (!facts.hasConfiguration() && !options.agent()) {
                session.note(
                        "No configuration of logging was found where the process's properties and class path point to."
                                + " --agent asks the process itself.");
            }
            counters.keep(session);
            logs.keep(session);
            LiveRecording recording = recording();
            archive.put(LiveRecordingReader.ENTRY, LiveRecordingReader.text(recording));
            archive.finish();
            return recording;
        }

        private @Nullable Scratch scratch() {
            String temporary = facts.properties().getProperty("java.io.tmpdir", "/tmp");
            try {
                return Scratch.in(target, temporary);
            } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
                session.note("No flight recording" + (options.agent() ? " and no agent" : "")
                        + ": there is no folder that both doctor and the process can write to (" + e + ").");
                return null;
            }
        }

        /** Threads first: whatever else takes the budget, without a dump nothing can be said of them. */
        private void look(@Nullable Scratch scratch) throws LiveException {
            expensiveProbes.switches(1);
            counters.lookNow();
            SamplingSchedule samplingSchedule =
                    new SamplingSchedule(session.spending(), target.threads(), options.seconds());
            dump(samplingSchedule);
            AgentLook agent = scratch != null && options.agent() ? new AgentLook(session, scratch) : null;
            double reserve = 0.02 + (agent != null ? AgentLook.SECONDS : 0) + expensiveProbes.reserveHistogram();
            FlightSession flight = scratch == null ? null : flight(scratch, reserve);
            samplingSchedule.reserve(reserve + (flight != null ? FlightSession.STOP_SECONDS : 0));
            try {
                dump(samplingSchedule, scratch, flight, agent);
            } finally {
                if (flight != null) {
                    flight.stop();
                }
            }
            expensiveProbes.switches(2);
            counters.lookNow();
            expensiveProbes.histogram();
        }

        private void dump(SamplingSchedule samplingSchedule) throws LiveException {
            if (samplingSchedule.affords()) {
                samplingSchedule.dumped(expensiveProbes.threads(dumps + 1));
                dumps++;
            }
        }

        private @Nullable FlightSession flight(Scratch scratch, double reserve) throws LiveException {
            double cost = FlightSession.FIRST_START_SECONDS + FlightSession.STOP_SECONDS;
            double affordable = Math.max(0, session.spending().left() - reserve) * 0.65;
            if (cost > affordable) {
                session.note(String.format(
                        Locale.ROOT,
                        "No flight recording: to start one takes about %.1f s of a processor, and %.1f %% of %.0f s are %.1f s in"
                                + " all. For allocation and exceptions look longer (--for %.0fs), or allow more (--budget %.0f).",
                        cost,
                        options.budget() * 100,
                        options.seconds(),
                        session.spending().allowed(),
                        Math.ceil(cost / 0.6 / options.budget() / 10) * 10,
                        Math.ceil(cost / 0.6 / options.seconds() * 100)));
                return null;
            }
            FlightSession flight = new FlightSession(session, scratch);
            flight.start(options.seconds());
            return flight.isRunning() ? flight : null;
        }

        private void dump(
                SamplingSchedule samplingSchedule,
                @Nullable Scratch scratch,
                @Nullable FlightSession flight,
                @Nullable AgentLook agent)
                throws LiveException {
            double watchAt = flight == null ? Double.POSITIVE_INFINITY : options.seconds() / 4;
            double jsonAt = facts.release() >= 21 && scratch != null ? options.seconds() / 2 : Double.POSITIVE_INFINITY;
            double agentAt = agent != null ? options.seconds() / 2 : Double.POSITIVE_INFINITY;
            double due = samplingSchedule.next(now());
            double known = Double.NEGATIVE_INFINITY;
            while (due <= options.seconds()) {
                waitUntil(due);
                dump(samplingSchedule);
                session.countRecording();
                if (now() >= watchAt && flight != null) {
                    flight.watchExceptions();
                    watchAt = Double.POSITIVE_INFINITY;
                }
                if (now() >= jsonAt && scratch != null) {
                    expensiveProbes.json(scratch, samplingSchedule.cost());
                    jsonAt = Double.POSITIVE_INFINITY;
                }
                if (now() >= agentAt && agent != null) {
                    samplingSchedule.reserve(-AgentLook.SECONDS);
                    agent.look();
                    agentAt = Double.POSITIVE_INFINITY;
                }
                if (now() - known > 5) {
                    known = now();
                    progress.accept(String.format(
                            Locale.ROOT, "%.0f s, %d thread dump%s ...", known, dumps, dumps == 1 ? "" : "s"));
                }
                due = samplingSchedule.next(now());
            }
            if (dumps == 0) {
                session.note(String.format(
                        Locale.ROOT,
                        "No thread dump: one of %d threads takes about %.0f ms, and all that may be spent are %.0f ms. Look longer"
                                + " (--for), or allow more (--budget).",
                        target.threads(),
                        samplingSchedule.cost() * 1000,
                        session.spending().allowed() * 1000));
            }
            if (agent != null && Double.isFinite(agentAt)) {
                waitUntil(agentAt);
                agent.look();
            }
            waitUntil(options.seconds());
        }

        private double now() {
            return (System.nanoTime() - beganNanos) / 1e9;
        }

        private void waitUntil(double due) throws LiveException {
            try {
                while (now() < due) {
                    Thread.sleep((long) Math.max(1, Math.min(Counters.SHORTEST_MILLIS, (due - now()) * 1000)));
                    counters.look(now());
                    logs.look(now());
                    runQueue.look(now());
                    if (Proc.isThere()
                            && (!target.proc().exists() || target.proc().isZombie())) {
                        throw new LiveException(
                                RefusalCode.ENDED,
                                String.format(
                                        Locale.ROOT,
                                        "Process %d ended %.0f s after doctor began to look at it.",
                                        target.pid(),
                                        now()));
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new LiveException(RefusalCode.ENDED, "Doctor was interrupted.");
            }
        }

        private LiveRecording recording() {
            session.countRecording();
            return new LiveRecording(
                    Source.of(LiveRecordingReader.ENTRY),
                    options.pid(),
                    facts.jvm(),
                    facts.commandLine(),
                    facts.withoutSecrets(),
                    began,
                    ZoneId.systemDefault().getId(),
                    Runtime.getRuntime().availableProcessors(),
                    runQueue.mean(),
                    new Overhead(
                            now(),
                            options.budget(),
                            OwnProcess.cpuSeconds(),
                            session.spending().costs()),
                    files,
                    streams,
                    session.origins(),
                    new ArrayList<>(session.notes()));
        }
    }
}
