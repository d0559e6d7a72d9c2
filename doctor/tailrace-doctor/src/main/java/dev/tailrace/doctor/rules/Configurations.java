package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.doctor.timeline.ThreadActivity;
import dev.tailrace.lint.remark.LintCode;
import dev.tailrace.lint.remark.Remark;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a configuration has in store, with the codes of lint. */
final class Configurations implements DiagnosisRule {
    /** What stalls, loses or burns on a usual day. The rest is reported, but is not why a user runs doctor. */
    private static final Set<String> SERIOUS = EnumSet.of(
                    LintCode.SYNCHRONOUS_COMPRESSION,
                    LintCode.COMPRESSION_WAITED_FOR,
                    LintCode.PRUDENT,
                    LintCode.DISCARDS_BY_DEFAULT,
                    LintCode.DISCARDS_ALWAYS,
                    LintCode.NEVER_BLOCKS,
                    LintCode.BURST_DROPPED,
                    LintCode.LOCATION_COST,
                    LintCode.LOCATION_LOST,
                    LintCode.CALLER_DATA_UNUSED)
            .stream()
            .map(LintCode::code)
            .collect(Collectors.toUnmodifiableSet());

    /** What is lost while a queue is full, and at no other time. */
    private static final Set<String> OF_FULL_QUEUE =
            Set.of(LintCode.DISCARDS_BY_DEFAULT.code(), LintCode.DISCARDS_ALWAYS.code(), LintCode.NEVER_BLOCKS.code());

    private static final int MOST_DIFFERENCES = 3;

    @Override
    public List<DiagnosisFinding> check(RuleContext ruleContext) {
        List<DiagnosisFinding> findings = new ArrayList<>();
        // What a configuration does to users who stay with their backend does not matter then.
        if (ruleContext.logsWithTailrace()) {
            return findings;
        }
        boolean empty = isSeenEmpty(ruleContext);
        for (LoggingConfiguration each : ruleContext.configurations()) {
            for (Remark remark : each.remarks()) {
                // What Tailrace makes of the file is lint's affair.
                if (remark.code().startsWith("TR5")) {
                    findings.add(new DiagnosisFinding(weighed(remark, empty), 0));
                }
            }
        }
        findings.addAll(differences(ruleContext));
        return findings;
    }

    /** What lint calls general advice may be why a process is slow. */
    private static Remark weighed(Remark remark, boolean empty) {
        if (!SERIOUS.contains(remark.code()) || (empty && OF_FULL_QUEUE.contains(remark.code()))) {
            return remark.severity("info");
        }
        return remark.counts() ? remark : remark.severity("warning");
    }

    /** Whether all logging threads wait for events in most dumps, so that their queues keep up. */
    private static boolean isSeenEmpty(RuleContext ruleContext) {
        Map<Boolean, Long> dumps = ruleContext.timeline().moments().stream()
                .map(each -> each.threads().stream()
                        .filter(thread -> thread.workerOf() != null)
                        .toList())
                .filter(workers -> !workers.isEmpty())
                .collect(Collectors.partitioningBy(
                        workers -> workers.stream().allMatch(each -> each.doing() == ThreadActivity.IDLE),
                        Collectors.counting()));
        return dumps.getOrDefault(true, 0L) > dumps.getOrDefault(false, 0L);
    }

    /** None of several files of a library is named where one of them has what the process has: the others are not its own. */
    private static List<DiagnosisFinding> differences(RuleContext ruleContext) {
        List<LoggingConfiguration> live = ruleContext.configurations().stream()
                .filter(LoggingConfiguration::isLive)
                .toList();
        Map<String, List<LoggingConfiguration>> files = ruleContext.evidence().all(LoggingConfiguration.class).stream()
                .filter(each -> !ruleContext.configurations().contains(each))
                .collect(Collectors.groupingBy(LoggingConfiguration::library, TreeMap::new, Collectors.toList()));
        List<DiagnosisFinding> findings = new ArrayList<>();
        for (List<LoggingConfiguration> ofLibrary : files.values()) {
            if (ofLibrary.stream().noneMatch(each -> each.differences(live).isEmpty())) {
                ofLibrary.forEach(each -> findings.add(difference(each, each.differences(live))));
            }
        }
        return findings;
    }

    private static DiagnosisFinding difference(LoggingConfiguration file, List<String> differences) {
        int more = differences.size() - MOST_DIFFERENCES;
        return DiagnosisFinding.of(
                DiagnosisCode.OTHER_THAN_FILE,
                "The running configuration differs from " + file.source() + ", and what is in the process counts: "
                        + String.join("; ", differences.subList(0, Math.min(MOST_DIFFERENCES, differences.size())))
                        + (more > 0 ? "; and " + more + " more." : "."),
                null,
                file.source(),
                differences,
                0);
    }
}
