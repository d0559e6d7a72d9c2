package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Source;
import dev.tailrace.probe.evidence.ThreadInfo;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a thread. HotSpot's has grown over the years, and other tools have their own:
 *
 * <pre>
 *  6  "main" prio=10 tid=0x00007f8 nid=0x1b3 waiting on condition [0x00007f9]
 *  8  "main" #1 daemon prio=5 os_prio=0 tid=0x00007f8 nid=0x1b3 runnable [0x00007f9]
 * 11  "main" #1 prio=5 os_prio=0 cpu=71.12ms elapsed=3.02s tid=0x00007f8 nid=0x1b3 runnable  [0x00007f9]
 * 21  "main" #1 [4711] prio=5 os_prio=0 cpu=71.12ms elapsed=3.02s tid=0x00007f8 nid=4711 runnable  [0x00007f9]
 * ThreadInfo       "main" Id=12 BLOCKED on java.lang.Object@1 owned by "x" Id=3
 * VisualVM         "main" - Thread t@332
 * jstack -F        Thread 4711: (state = BLOCKED)
 * Hadoop           Thread 12 (main):                    and below it  State: WAITING
 * JConsole         Name: main                           and below it  State: BLOCKED on java.lang.Object@1 owned by: x
 * Spigot's watchdog Current Thread: main                 and below it  PID: 19 | Suspended: false | Native: false | State: RUNNABLE
 * online analyser  main - priority:5 - threadId:0x00007f8 - nativeId:0x1b6 - state:WAITING
 * </pre>
 */
final class ThreadHeader {
    private static final Pattern NUMBERED = Pattern.compile("Thread ([0-9]{1,18}):? \\(state = ([A-Z_]{1,40})\\)\\s*");
    private static final Pattern NAMED = Pattern.compile("Thread ([0-9]{1,18}) \\((.{1,1000})\\):\\s*");
    private static final Pattern ANALYSED =
            Pattern.compile("(.{1,500}?) - priority:.{1,20} - threadId:(\\S{1,40}) .{0,100}state:([A-Z_]+).{0,20}");
    private static final Pattern SURE = Pattern.compile("\"(?: daemon)?(?: prio=\\d{1,2})? Id=\\d");
    private static final Pattern STATE = Pattern.compile("(?:PID: (\\d{1,18}) .{0,60} )?State: (.*)");
    private static final String WATCHED = "Current Thread: ";
    private static final int LONGEST = 4_000;

    private ThreadHeader() {}

    /** The thread that a line begins; null when it begins none. A name may contain quotes. */
    static @Nullable ThreadDraft parse(String line, Source source) {
        if (line.isEmpty() || line.length() > LONGEST) {
            return null;
        }
        return switch (line.charAt(0)) {
            case '"' -> quoted(line, 1, source);
            case 'T' -> line.startsWith("Thread ") ? numbered(line, source) : unquoted(line, source);
            default -> unquoted(line, source);
        };
    }

    /**
     * Where a thread's first line begins behind something else, such as what a service puts before each line; -1: it does not. Only
     * what can't be anything else counts.
     */
    static int behind(String line) {
        if (line.length() > LONGEST) {
            return -1;
        }
        int watched = line.indexOf(WATCHED);
        if (watched > 0) {
            return watched;
        }
        int at = line.indexOf('"');
        boolean sure = at > 0 && (line.contains(" tid=0x") || SURE.matcher(line).find());
        return sure && quoted(line.substring(at), 1, Source.of("")) != null ? at : -1;
    }

    private static @Nullable ThreadDraft quoted(String line, int begin, Source source) {
        // What follows the name has quotes only where it names an owner.
        int owned = line.indexOf(" owned by \"");
        int close = line.lastIndexOf('"', owned < 0 ? line.length() : owned);
        if (close < begin) {
            return null;
        }
        String rest = line.substring(close + 1);
        boolean known = rest.contains(" tid=")
                || rest.contains(" prio=")
                || rest.contains(" nid=")
                || rest.startsWith(" - Thread t@")
                || rest.regionMatches(true, 0, " Id=", 0, 4);
        return known ? words(line.substring(begin, close), rest, source) : null;
    }

    /** A thread whose opening quote was lost when it was copied, or one of an online analyser. */
    private static @Nullable ThreadDraft unquoted(String line, Source source) {
        if (line.contains(" tid=0x") && line.contains(" nid=") && line.indexOf('"') == line.lastIndexOf('"')) {
            return line.indexOf('"') > 0 ? quoted(line, 0, source) : null;
        }
        Matcher matcher = line.contains(" - priority:") ? ANALYSED.matcher(line) : null;
        if (matcher == null || !matcher.matches()) {
            return null;
        }
        ThreadDraft thread = new ThreadDraft(matcher.group(1), source);
        thread.id = matcher.group(2);
        thread.state = ThreadDraft.state(matcher.group(3));
        return thread;
    }

    private static @Nullable ThreadDraft numbered(String line, Source source) {
        Matcher matcher = NUMBERED.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        String state = matcher.group(2);
        ThreadDraft thread = new ThreadDraft("Thread " + matcher.group(1), source);
        thread.id = "#" + matcher.group(1);
        thread.ofDebugger = true;
        thread.state = state.equals("BLOCKED") ? ThreadInfo.State.BLOCKED : ThreadInfo.State.RUNNABLE;
        return thread;
    }

    /** The name that a line gives to a thread whose state stands on the next line; empty when it gives none. */
    static String nameBeforeState(String line) {
        if ((line.startsWith("Name: ") || line.startsWith(WATCHED)) && line.length() < LONGEST) {
            return line.substring(line.indexOf(": ") + 2).strip();
        }
        if (!line.startsWith("Thread ") || line.length() > LONGEST) {
            return "";
        }
        Matcher matcher = NAMED.matcher(line);
        return matcher.matches() ? matcher.group(2) : "";
    }

    /** The thread of that name whose state a line gives; null when the line is none of that kind. */
    static @Nullable ThreadDraft ofState(String name, String line, Source source) {
        Matcher matcher = STATE.matcher(name.isEmpty() || line.length() > LONGEST ? "" : line);
        if (!matcher.matches()) {
            return null;
        }
        ThreadDraft thread = new ThreadDraft(name, source);
        thread.id = matcher.group(1) == null ? "" : "#" + matcher.group(1);
        thread.stackFollows = true;
        thread.stateLine(matcher.group(2));
        return thread.state == ThreadInfo.State.UNKNOWN ? null : thread;
    }

    private static ThreadDraft words(String name, String rest, Source source) {
        ThreadDraft thread = new ThreadDraft(name, source);
        String known = rest;
        int on = rest.indexOf(" on ");
        int id = rest.indexOf("Id=");
        boolean object = on >= 0 && id >= 0 && id < on && rest.indexOf('@', on) > 0;
        if (object) {
            known = rest.substring(0, on);
        }
        for (String word : known.split(" +", -1)) {
            word(thread, word.endsWith(",") ? word.substring(0, word.length() - 1) : word);
        }
        if (rest.contains(" waiting for monitor entry")) {
            // Until JDK 5 the state stood nowhere else.
            thread.state = ThreadInfo.State.BLOCKED;
        }
        if (object) {
            thread.waitsOn(rest.substring(on + 4));
        }
        return thread;
    }

    private static void word(ThreadDraft thread, String word) {
        if (word.startsWith("#")) {
            thread.id = word;
        } else if (word.startsWith("cpu=")) {
            thread.cpuSeconds = seconds(word.substring(4));
        } else if (word.startsWith("time=") && word.endsWith("ms")) {
            // Arthas sums up the processor time there.
            thread.cpuSeconds = seconds(word.substring(5));
        } else if ((word.startsWith("Id=") || word.startsWith("id=")) && thread.id.isEmpty()) {
            thread.id = "#" + word.substring(3);
        } else if (word.startsWith("t@") && thread.id.isEmpty()) {
            thread.id = word;
        } else if (word.startsWith("tid=") && thread.id.isEmpty()) {
            thread.id = word.substring(4);
        } else if (word.equals("runnable")) {
            thread.state = ThreadInfo.State.RUNNABLE;
        } else if (thread.state == ThreadInfo.State.UNKNOWN) {
            thread.state = ThreadDraft.state(word.startsWith("state=") ? word.substring(6) : word);
        }
    }

    /** Takes what a line adds that was broken by the width of a terminal; false when it adds nothing of the kind. */
    static boolean goesOn(ThreadDraft thread, String text) {
        if (!thread.frames.isEmpty() || !isRest(text)) {
            return false;
        }
        if (text.contains("waiting for monitor entry")) {
            thread.state = ThreadInfo.State.BLOCKED;
        }
        return true;
    }

    private static boolean isRest(String text) {
        int open = text.lastIndexOf("[0x");
        return open >= 0 && text.length() - open < 50 && text.length() < 200 && text.indexOf('"') < 0;
    }

    /** {@code 71.12ms}, or {@code 3.02s}; some JVMs wrote the comma of the user's country. */
    private static double seconds(String text) {
        boolean millis = text.endsWith("ms");
        if (!text.endsWith("s")) {
            return Double.NaN;
        }
        try {
            double value = Double.parseDouble(
                    text.substring(0, text.length() - (millis ? 2 : 1)).replace(',', '.'));
            return millis ? value / 1000 : value;
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
