package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a thread in HotSpot's text. It has grown over the years:
 *
 * <pre>
 *  6  "main" prio=10 tid=0x00007f8 nid=0x1b3 waiting on condition [0x00007f9]
 *  8  "main" #1 daemon prio=5 os_prio=0 tid=0x00007f8 nid=0x1b3 runnable [0x00007f9]
 * 11  "main" #1 prio=5 os_prio=0 cpu=71.12ms elapsed=3.02s tid=0x00007f8 nid=0x1b3 runnable  [0x00007f9]
 * 21  "main" #1 [4711] prio=5 os_prio=0 cpu=71.12ms elapsed=3.02s tid=0x00007f8 nid=4711 runnable  [0x00007f9]
 * </pre>
 */
final class ThreadHeader {
    private ThreadHeader() {}

    /** The thread that a line begins; null when it begins none. A name may contain quotes, but what follows it has none. */
    static @Nullable ThreadDraft parse(String line, Source source) {
        int close = line.lastIndexOf('"');
        if (close <= 0 || line.charAt(0) != '"') {
            return null;
        }
        String rest = line.substring(close + 1);
        if (!rest.contains("tid=0x") && !rest.contains(" prio=") && !rest.contains(" nid=")) {
            return null;
        }
        ThreadDraft thread = new ThreadDraft(line.substring(1, close), source);
        for (String word : rest.split(" +", -1)) {
            if (word.startsWith("#")) {
                thread.id = word;
            } else if (word.equals("daemon")) {
                thread.daemon = true;
            } else if (word.startsWith("cpu=")) {
                thread.cpuSeconds = seconds(word.substring(4));
            } else if (word.startsWith("tid=") && thread.id.isEmpty()) {
                thread.id = word.substring(4);
            } else if (word.equals("runnable")) {
                thread.state = ThreadInfo.State.RUNNABLE;
            }
        }
        return thread;
    }

    /** {@code 71.12ms}, or {@code 3.02s}. */
    private static double seconds(String text) {
        boolean millis = text.endsWith("ms");
        if (!text.endsWith("s")) {
            return Double.NaN;
        }
        try {
            double value = Double.parseDouble(text.substring(0, text.length() - (millis ? 2 : 1)));
            return millis ? value / 1000 : value;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
