package dev.tailrace.guest.level;

import dev.tailrace.engine.control.Call;
import dev.tailrace.engine.drain.IoMessages;
import dev.tailrace.engine.journal.owner.Owners;
import dev.tailrace.guest.level.LevelReply.Outcome;
import dev.tailrace.level.LevelAnswer;
import dev.tailrace.level.LevelRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sends a request to several processes at the same time and waits for all of their answers. A request that isn't answered in time is
 * withdrawn, so that a suspended process (SIGSTOP) doesn't carry it out when it resumes hours later.
 */
public final class LevelCalls {
    private static final long LOOK_NANOS = 5_000_000;
    /** Additional wait for an answer to a request that the process took at the last moment. */
    private static final long TAKEN_NANOS = 1_000_000_000;

    /** How a version refuses a request that has more than it knows. */
    private static final Pattern UNKNOWN_LINE = Pattern.compile("line \\d+ is not known");

    private LevelCalls() {}

    /** A pending call; the answer is null until there is one. */
    private static final class Pending {
        final LevelTarget process;
        final @Nullable Call call;

        @Nullable
        LevelReply reply;

        @Nullable
        LevelAnswer answer;

        Pending(LevelTarget process, LevelRequest request) {
            this.process = process;
            Call placed = null;
            try {
                if (Owners.answers(process.owner())) {
                    placed = Call.on(process.owner(), request.text());
                } else {
                    reply = LevelReply.without(
                            process,
                            Outcome.UNABLE,
                            "it takes no requests: it writes without loggers, or by an older version of Tailrace");
                }
            } catch (IOException e) {
                reply = LevelReply.without(process, Outcome.UNABLE, IoMessages.words(null, e));
            }
            this.call = placed;
        }

        boolean isOpen() {
            return reply == null;
        }

        void look() {
            if (call == null || reply != null) {
                return;
            }
            try {
                String text = call.answer();
                if (text != null) {
                    LevelAnswer known = LevelAnswer.parse(text);
                    answer = known;
                    reply = UNKNOWN_LINE.matcher(known.refusal()).matches()
                            ? LevelReply.without(
                                    process, Outcome.REFUSED, "its version of Tailrace has no limits at run time")
                            : LevelReply.of(process, known);
                }
            } catch (IOException e) {
                reply = LevelReply.without(process, Outcome.UNABLE, IoMessages.words(null, e));
            } catch (IllegalArgumentException e) {
                reply = LevelReply.without(
                        process, Outcome.UNABLE, "its answer can't be understood: " + e.getMessage());
            }
        }

        /** Withdraws the request; returns whether an answer may still come. */
        boolean takeBack() {
            try {
                return reply == null && call != null && !call.takeBack();
            } catch (IOException e) {
                return false;
            }
        }

        void end(String silence, boolean taken) {
            if (reply == null) {
                reply = LevelReply.without(
                        process,
                        Outcome.SILENT,
                        silence + ": " + stateOf(process)
                                + (taken ? "; it has taken the request and may still carry it out" : ""));
            }
        }
    }

    private static String stateOf(LevelTarget process) {
        if (!Owners.isAlive(process.owner())) {
            return "it has ended";
        }
        if (!process.here()) {
            return "it is stopped or gone";
        }
        try {
            String stat = Files.readString(
                    Path.of("/proc", Long.toString(process.pid()), "stat"), StandardCharsets.ISO_8859_1);
            char state = stat.substring(stat.lastIndexOf(')') + 1).strip().charAt(0);
            return state == 'T' || state == 't'
                    ? "it is stopped (SIGSTOP, or a debugger)"
                    : "it is stopped, stuck or gone";
        } catch (IOException | IndexOutOfBoundsException e) {
            return "it is stopped or gone";
        }
    }

    /**
     * Asks each process once: a process that writes several of the logs with the same loggers is changed through the first of them.
     *
     * @param patienceNanos how long to wait for answers
     */
    public static List<LevelReply> ask(List<LevelTarget> processes, LevelRequest request, long patienceNanos) {
        Set<Long> pids = new HashSet<>();
        List<LevelReply> replies = new ArrayList<>();
        List<LevelTarget> asked = processes;
        if (processes.stream().anyMatch(each -> !pids.add(each.pid()))) {
            // Which targets are the same process is only known from the answers.
            Map<String, LevelTarget> instances = new LinkedHashMap<>();
            for (Pending each : send(processes, LevelRequest.question(request.origin()), patienceNanos)) {
                LevelAnswer answer = each.answer;
                if (answer != null) {
                    instances.putIfAbsent(answer.instance(), each.process);
                } else if (each.reply != null) {
                    replies.add(each.reply);
                }
            }
            asked = List.copyOf(instances.values());
        }
        for (Pending each : send(asked, request, patienceNanos)) {
            if (each.reply != null) {
                replies.add(each.reply);
            }
        }
        return replies;
    }

    private static List<Pending> send(List<LevelTarget> processes, LevelRequest request, long patienceNanos) {
        List<Pending> calls = new ArrayList<>();
        processes.forEach(each -> calls.add(new Pending(each, request)));
        await(calls, System.nanoTime() + patienceNanos);
        Set<Pending> taken = new HashSet<>();
        for (Pending each : calls) {
            if (each.takeBack()) {
                taken.add(each);
            }
        }
        await(List.copyOf(taken), System.nanoTime() + TAKEN_NANOS);
        String silence = "no answer within " + patienceNanos / 1_000_000_000 + " s";
        calls.forEach(each -> each.end(silence, taken.contains(each)));
        return calls;
    }

    private static void await(List<Pending> calls, long deadline) {
        while (true) {
            calls.forEach(Pending::look);
            if (calls.stream().noneMatch(Pending::isOpen) || System.nanoTime() - deadline >= 0) {
                return;
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
