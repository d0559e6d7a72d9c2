package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.configuration.LoggingConfiguration;
import dev.tailrace.lint.remark.Advice;
import dev.tailrace.lint.remark.Remark;
import dev.tailrace.probe.evidence.Exhibit;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What a configuration has in store, with the codes of lint. */
final class Configurations implements Rule {
    /** What stalls, loses or burns on a usual day. The rest is reported, but is not why a user runs doctor. */
    private static final Set<String> SERIOUS = EnumSet.of(
                    Advice.SYNCHRONOUS_COMPRESSION,
                    Advice.COMPRESSION_WAITED_FOR,
                    Advice.PRUDENT,
                    Advice.DISCARDS_BY_DEFAULT,
                    Advice.DISCARDS_ALWAYS,
                    Advice.NEVER_BLOCKS,
                    Advice.BURST_DROPPED,
                    Advice.LOCATION_COST,
                    Advice.LOCATION_LOST,
                    Advice.CALLER_DATA_UNUSED)
            .stream()
            .map(Advice::code)
            .collect(Collectors.toUnmodifiableSet());

    private static final int MOST_DIFFERENCES = 3;

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(LoggingConfiguration.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Finding> findings = new ArrayList<>();
        // What a configuration does to users who stay with their backend does not matter then.
        if (patient.logsWithTailrace()) {
            return findings;
        }
        for (LoggingConfiguration each : patient.configurations()) {
            for (Remark remark : each.remarks()) {
                // What Tailrace makes of the file is lint's affair.
                if (remark.code().startsWith("TR5")) {
                    findings.add(new Finding(weighed(remark), 0));
                }
            }
        }
        findings.addAll(differences(patient));
        return findings;
    }

    /** What lint calls general advice may be why a process is slow. */
    private static Remark weighed(Remark remark) {
        if (!SERIOUS.contains(remark.code())) {
            return remark.severity("info");
        }
        return remark.counts() ? remark : remark.severity("warning");
    }

    /** None of several files of a library is named where one of them has what the process has: the others are not its own. */
    private static List<Finding> differences(Patient patient) {
        List<LoggingConfiguration> live = patient.configurations().stream()
                .filter(LoggingConfiguration::isLive)
                .toList();
        Map<String, List<LoggingConfiguration>> files = patient.evidence().all(LoggingConfiguration.class).stream()
                .filter(each -> !patient.configurations().contains(each))
                .collect(Collectors.groupingBy(LoggingConfiguration::library, TreeMap::new, Collectors.toList()));
        List<Finding> findings = new ArrayList<>();
        for (List<LoggingConfiguration> ofLibrary : files.values()) {
            if (ofLibrary.stream().noneMatch(each -> each.differences(live).isEmpty())) {
                ofLibrary.forEach(each -> findings.add(difference(each, each.differences(live))));
            }
        }
        return findings;
    }

    private static Finding difference(LoggingConfiguration file, List<String> differences) {
        int more = differences.size() - MOST_DIFFERENCES;
        return Finding.of(
                Trouble.OTHER_THAN_FILE,
                "The running configuration differs from " + file.source() + ", and what is in the process counts: "
                        + String.join("; ", differences.subList(0, Math.min(MOST_DIFFERENCES, differences.size())))
                        + (more > 0 ? "; and " + more + " more." : "."),
                null,
                file.source(),
                differences,
                0);
    }
}
