package dev.tailrace.doctor.rules;

import dev.tailrace.doctor.evidence.Unread;
import dev.tailrace.doctor.heap.HeapCode;
import dev.tailrace.doctor.lint.Advice;
import dev.tailrace.doctor.lint.Remark;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** All rules, and the order of what they find. */
public final class Rules {
    private static final List<Rule> ALL = List.of(
            new LoggingWaits(),
            new Deadlocks(),
            new Convoys(),
            new OutsideWaits(),
            new Spinning(),
            new LocationWalks(),
            new Wakeups(),
            new SharedFiles(),
            new LogSpam(),
            new HeapTroubles(),
            new Configurations());

    private static final List<String> SEVERITIES = List.of("error", "warning", "info");

    private static final Set<String> LOCATION = Set.of(Trouble.LOCATION_WALKS.code(), Advice.LOCATION_COST.code());

    private Rules() {}

    /** What is wrong, the worst first. */
    public static List<Remark> check(Patient patient) {
        List<Finding> found = new ArrayList<>();
        for (Rule rule : ALL) {
            if (rule.needs().stream().allMatch(patient.evidence()::has)) {
                found.addAll(rule.check(patient));
            }
        }
        boolean compressionSeen =
                found.stream().anyMatch(each -> each.remark().code().equals(Trouble.WAITS_FOR_COMPRESSION.code()));
        // What is seen to happen need not be foretold as well; the finding quotes the configuration.
        found.removeIf(each -> compressionSeen && each.remark().code().equals(Advice.SYNCHRONOUS_COMPRESSION.code()));
        boolean walks =
                found.stream().anyMatch(each -> LOCATION.contains(each.remark().code()));
        // To walk the stack for each event makes the garbage: the cause comes before what it causes.
        found.replaceAll(each -> walks && each.remark().code().equals(HeapCode.LOGGING_GARBAGE.code())
                ? new Finding(each.remark(), -1)
                : each);
        patient.evidence().unread().forEach(each -> found.add(unread(each)));
        return found.stream()
                .sorted(Comparator.comparingInt((Finding each) ->
                                SEVERITIES.indexOf(each.remark().severity()))
                        .thenComparing(each -> each.remark().code().equals(Trouble.NOT_READ.code()))
                        .thenComparing(each -> -each.weight()))
                .map(Finding::remark)
                .toList();
    }

    private static Finding unread(Unread note) {
        String cause = note.isAll()
                ? "Nothing of " + note.source().file() + " could be read. " + note.why()
                : "I could not read "
                        + (note.lines() == 0
                                ? "all"
                                : note.lines() == 1 ? "1 line" : String.format(Locale.ROOT, "%,d lines", note.lines()))
                        + " of " + note.source().file() + ". " + note.why();
        return Finding.of(
                note.isAll() ? Trouble.NOT_READ : Trouble.PARTLY_UNREAD, cause, null, note.source(), List.of(), 0);
    }
}
