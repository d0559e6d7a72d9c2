package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.evidence.Exhibit;
import dev.tailrace.doctor.lint.Advice;
import dev.tailrace.doctor.lint.LoggingConfiguration;
import dev.tailrace.doctor.lint.Remark;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a configuration has in store, with the codes of lint. */
final class Configurations implements Rule {
    /** What stalls, loses or burns on a usual day. The rest is told, but is not what brings somebody to a doctor. */
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

    @Override
    public Set<Class<? extends Exhibit>> needs() {
        return Set.of(LoggingConfiguration.class);
    }

    @Override
    public List<Finding> check(Patient patient) {
        List<Finding> findings = new ArrayList<>();
        // What a configuration does to those who stay with their backend does not matter then.
        if (patient.logsWithTailrace()) {
            return findings;
        }
        for (LoggingConfiguration each : patient.configurations()) {
            for (Remark remark : each.remarks()) {
                // What Tailrace makes of the file is lint's affair.
                if (remark.code().startsWith("TR5")) {
                    findings.add(new Finding(SERIOUS.contains(remark.code()) ? remark : remark.severity("info"), 0));
                }
            }
        }
        return findings;
    }
}
