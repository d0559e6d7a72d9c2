package dev.tailrace.doctor;

import dev.tailrace.doctor.configuration.ConfigurationEvidence;
import dev.tailrace.doctor.configuration.LiveLoggingReader;
import dev.tailrace.doctor.configuration.PropertiesEvidence;
import dev.tailrace.doctor.flight.FlightReader;
import dev.tailrace.doctor.flight.FlightRecording;
import dev.tailrace.doctor.memory.ClassHistogram;
import dev.tailrace.doctor.memory.ClassHistogramReader;
import dev.tailrace.doctor.memory.GcCountersReader;
import dev.tailrace.doctor.memory.GcLog;
import dev.tailrace.doctor.memory.GcLogReader;
import dev.tailrace.doctor.memory.JvmFlags;
import dev.tailrace.doctor.memory.JvmFlagsReader;
import dev.tailrace.doctor.rules.DiagnosisRules;
import dev.tailrace.doctor.rules.LogFiles;
import dev.tailrace.doctor.rules.RuleContext;
import dev.tailrace.doctor.threads.ThreadDumps;
import dev.tailrace.doctor.timeline.DumpSnapshot;
import dev.tailrace.doctor.timeline.Timeline;
import dev.tailrace.probe.archive.ContextSwitchesReader;
import dev.tailrace.probe.archive.LiveRecording;
import dev.tailrace.probe.archive.LiveRecordingReader;
import dev.tailrace.probe.archive.LogFlowReader;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Says what is wrong with an application, from files about it. */
public final class Doctor {
    private Doctor() {}

    /** Reads files and archives of any mix and judges them. Never throws for what they contain, or because one can't be read. */
    public static Diagnosis examine(List<Path> files) {
        return examine(files, Double.NaN);
    }

    /** Examines files of an application that answered so many requests a second meanwhile; NaN when unknown. */
    static Diagnosis examine(List<Path> files, double requestsPerSecond) {
        EvidenceLoader evidenceLoader = new EvidenceLoader(readers());
        files.forEach(evidenceLoader::take);
        RuleContext context = RuleContext.of(evidenceLoader.evidence(), requestsPerSecond);
        return new Diagnosis(
                files.stream().map(Path::toString).toList(),
                lookedAt(context),
                DiagnosisRules.findings(context),
                context);
    }

    private static List<EvidenceReader> readers() {
        List<EvidenceReader> readers = new ArrayList<>(ThreadDumps.readers());
        readers.addAll(List.of(
                new GcLogReader(),
                new ClassHistogramReader(),
                new JvmFlagsReader(),
                new GcCountersReader(),
                new FlightReader(),
                new LiveRecordingReader(),
                new ContextSwitchesReader(),
                new LogFlowReader(),
                new ConfigurationEvidence(),
                new PropertiesEvidence(),
                new LiveLoggingReader()));
        return readers;
    }

    private static List<String> lookedAt(RuleContext ruleContext) {
        List<String> lines = new ArrayList<>();
        Evidence evidence = ruleContext.evidence();
        for (LiveRecording each : evidence.all(LiveRecording.class)) {
            double seconds = each.disturbance().seconds();
            lines.add(String.format(Locale.ROOT, "process %d (%s), %.0f s long", each.pid(), each.jvm(), seconds));
            if (each.isOverloaded()) {
                lines.add(String.format(
                        Locale.ROOT,
                        "a machine that is overloaded: %.0f threads wanted its %d processors, so what takes long may only wait for one",
                        each.runnable(),
                        each.processors()));
            }
            LogFiles.many(each).ifPresent(lines::add);
        }
        Timeline timeline = ruleContext.timeline();
        List<DumpSnapshot> moments = timeline.moments();
        if (!moments.isEmpty()) {
            DumpSnapshot first = moments.get(0);
            DumpSnapshot last = moments.get(moments.size() - 1);
            long most =
                    moments.stream().mapToLong(DumpSnapshot::threadCount).max().orElse(0);
            lines.add(
                    moments.size() == 1
                            ? String.format(Locale.ROOT, "1 thread dump of %,d threads, %s", most, timeline.when(first))
                            : String.format(
                                    Locale.ROOT,
                                    "%,d thread dumps of up to %,d threads, %s to %s",
                                    moments.size(),
                                    most,
                                    timeline.when(first),
                                    timeline.when(last)));
            if (moments.size() == 1) {
                lines.add("one dump does not show what stands still; take ten, a second apart");
            }
        }
        evidence.all(GcLog.class)
                .forEach(each -> lines.add(String.format(
                        Locale.ROOT,
                        "%,d collections of %s in %s",
                        each.events().size(),
                        each.collector().isEmpty() ? "a collector" : each.collector(),
                        each.source().file())));
        evidence.all(FlightRecording.class)
                .forEach(each -> lines.add(String.format(
                        Locale.ROOT,
                        "%,d events of the flight recording %s",
                        each.events(),
                        each.source().file())));
        evidence.all(ClassHistogram.class).forEach(each -> lines.add("the class histogram " + each.source()));
        evidence.all(JvmFlags.class).forEach(each -> lines.add("the flags in " + each.source()));
        ruleContext
                .configurations()
                .forEach(each -> lines.add(each.isLive() ? each.live() : "the configuration " + each.source()));
        return lines;
    }
}
