package dev.tailrace.probe;

import dev.tailrace.probe.jvm.Proc;

/** The CPU time and memory of doctor's own process. Stateless. */
public final class OwnProcess {
    /** Where times of a process begin in {@code /proc/PID/stat}, counted behind its name: user, system, children's user, children's system. */
    private static final int USER_TIME = 11;

    private static final int TIMES = 4;

    /** Linux counts these times in hundredths of a second for every process, whatever the kernel's own clock does. */
    private static final double TICKS_PER_SECOND = 100;

    private OwnProcess() {}

    /**
     * The processor time of all threads since this process began, with that of its compilers and collectors and of child processes that
     * have ended, in seconds; 0 where the system doesn't say.
     */
    public static double cpuSeconds() {
        String stat = new Proc(ProcessHandle.current().pid()).text("stat");
        int name = stat == null ? -1 : stat.lastIndexOf(')');
        if (stat != null && name >= 0) {
            String[] fields = stat.substring(name + 1).strip().split(" ", -1);
            if (fields.length > USER_TIME + TIMES) {
                double ticks = 0;
                for (int i = 0; i < TIMES; i++) {
                    ticks += Double.parseDouble(fields[USER_TIME + i]);
                }
                return ticks / TICKS_PER_SECOND;
            }
        }
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(each -> each.toMillis() / 1000.0)
                .orElse(0.0);
    }
}
