package dev.tailrace.ship;

import dev.tailrace.finding.Finding;
import dev.tailrace.finding.FindingCode;
import java.util.function.Consumer;

/** Says once that a target is away or refuses records, and when that is over; counts what is dropped. For one thread. */
final class TargetReports {
    /** The beginning of the reason of records that the target has refused. */
    static final String REFUSED = "refused by the target";

    private static final long AWAY_NANOS = 10_000_000_000L;
    private static final long DROPPED_NANOS = 60_000_000_000L;

    private final String appender;
    private final Target target;
    private final Row row;
    private final Consumer<Finding> findings;
    /** The time of the first failure in a row; 0: there is none. */
    private long failingSince;

    private boolean said;
    private boolean failed;
    private long dropped;
    private String droppedReason = "";
    private long nextDropped;

    TargetReports(String appender, Target target, Row row, Consumer<Finding> findings) {
        this.appender = appender;
        this.target = target;
        this.row = row;
        this.findings = findings;
        this.nextDropped = System.nanoTime();
    }

    /** Also says what was dropped since the last report, once it is time. */
    void accepted() {
        if (said) {
            report(FindingCode.TARGET_RECOVERED, target.address() + " takes log records again.");
        }
        failingSince = 0;
        said = false;
        failed = false;
        reportDropped();
    }

    void away(String reason) {
        long now = System.nanoTime() | 1;
        if (failingSince == 0) {
            failingSince = now;
        }
        if (!said && now - failingSince >= AWAY_NANOS) {
            said = true;
            report(
                    FindingCode.TARGET_AWAY,
                    target.address() + " has taken no log records for "
                            + (now - failingSince) / 1_000_000_000L + " s (" + reason + "). They wait in "
                            + row.directory() + ", and are sent once it takes them again.");
        }
        reportDropped();
    }

    void refused(String reason) {
        if (!said) {
            said = true;
            report(
                    FindingCode.TARGET_REFUSES,
                    target.address() + " refuses log records: " + reason + ". They wait in " + row.directory() + ".");
        }
    }

    void dropped(long count, String reason) {
        dropped += count;
        droppedReason = reason;
        reportDropped();
    }

    private void reportDropped() {
        long now = System.nanoTime();
        if (dropped > 0 && now - nextDropped >= 0) {
            Finding finding = finding(
                    FindingCode.TARGET_RECORDS_DROPPED,
                    dropped + " log records for " + target.address() + " were dropped: " + droppedReason + ".");
            findings.accept(
                    droppedReason.startsWith(REFUSED)
                            ? finding.remedy("Look into the target's own log for why it refuses them.")
                            : finding);
            dropped = 0;
            nextDropped = now + DROPPED_NANOS;
        }
    }

    /** At the end of sending. */
    void end(long left) {
        nextDropped = System.nanoTime();
        reportDropped();
        if (left > 0) {
            leftOver(left);
        }
    }

    private void leftOver(long count) {
        report(
                FindingCode.TARGET_LEFT_OVER,
                count + " log records for " + target.address() + " stay in " + row.directory()
                        + ": they could not be sent before the end of this process.");
    }

    /** The files can't be read or written, once until records are sent again. */
    void failed(Throwable e) {
        if (!failed) {
            failed = true;
            report(
                    FindingCode.TARGET_AWAY,
                    "The log records in " + row.directory() + " can't be sent to " + target.address() + ": " + e + ".");
        }
    }

    private void report(FindingCode code, String cause) {
        findings.accept(finding(code, cause));
    }

    private Finding finding(FindingCode code, String cause) {
        return Finding.of(code, cause).about(appender);
    }
}
