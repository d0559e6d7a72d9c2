package dev.tailrace.logback;

import ch.qos.logback.core.rolling.LengthCounter;
import ch.qos.logback.core.rolling.TimeBasedFileNamingAndTriggeringPolicy;
import ch.qos.logback.core.rolling.TimeBasedRollingPolicy;
import java.io.File;

/**
 * The size at which a policy rolls. There is no getter: the policy is asked about files of several lengths, and restarted afterwards.
 * Only for a policy that never rolls.
 */
final class ProbedSize {
    private static final File ANY = new File("any");

    private ProbedSize() {}

    /** The size in bytes; 0: the policy can't be asked. */
    static long of(TimeBasedRollingPolicy<?> policy) {
        try {
            LengthCounter counter = policy.getLengthCounter();
            TimeBasedFileNamingAndTriggeringPolicy<?> trigger = policy.getTimeBasedFileNamingAndTriggeringPolicy();
            if (counter == null || trigger == null) {
                return 0;
            }
            long size = leastThatRolls(counter, trigger);
            policy.stop();
            policy.start();
            return size;
        } catch (NoSuchMethodError | NoClassDefFoundError e) {
            // Older than 1.5.8: such a version remembers its file.
            return 0;
        }
    }

    private static long leastThatRolls(LengthCounter counter, TimeBasedFileNamingAndTriggeringPolicy<?> trigger) {
        // One period: the clock must not roll in between.
        long now = trigger.getCurrentTime();
        long below = 0;
        long from = Long.MAX_VALUE;
        while (from - below > 1) {
            long length = below + (from - below) / 2;
            trigger.setCurrentTime(now);
            counter.reset();
            counter.add(length);
            if (trigger.isTriggeringEvent(ANY, null)) {
                from = length;
            } else {
                below = length;
            }
        }
        return from == Long.MAX_VALUE ? 0 : from;
    }
}
