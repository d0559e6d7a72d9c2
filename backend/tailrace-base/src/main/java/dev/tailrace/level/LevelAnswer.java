package dev.tailrace.level;

import java.util.ArrayList;
import java.util.List;

/**
 * A process's levels and limits after it has carried out a request. Immutable.
 *
 * @param instance identifies a class loader: the same for all its logs, which share their loggers
 * @param refusal why the request was refused; empty: it was carried out
 * @param loggers the loggers with a level of their own, the root first, then by name
 * @param limits the limits that were set at run time, by logger
 * @param more the number of loggers left out
 */
public record LevelAnswer(String instance, String refusal, List<State> loggers, List<LimitState> limits, int more) {
    /** Loggers in an answer. */
    public static final int MOST_LOGGERS = 2_000;

    /**
     * One logger.
     *
     * @param level its present own level; empty: it inherits
     * @param configured its own level in the configuration; empty: none
     * @param effective the level that holds
     * @param untilMillis until when the own level holds, milliseconds since 1970; 0: without an end, or it is the configured one
     * @param origin what set the level at run time; empty: the level is as configured
     */
    public record State(
            String logger, String level, String configured, String effective, long untilMillis, String origin) {
        /** Whether its level was set at run time. */
        public boolean isChanged() {
            return !origin.isEmpty();
        }
    }

    /**
     * A limit that was set at run time.
     *
     * @param logger it limits this logger and its descendants
     * @param rate such as {@code 10/s}
     * @param highest the highest level that is limited
     * @param untilMillis until when it holds, milliseconds since 1970; 0: without an end
     * @param origin what set it
     */
    public record LimitState(String logger, String rate, String highest, long untilMillis, String origin) {}

    public LevelAnswer {
        loggers = List.copyOf(loggers);
        limits = List.copyOf(limits);
    }

    /** An answer that refuses the request. */
    public static LevelAnswer refused(String instance, String reason) {
        return new LevelAnswer(instance, reason, List.of(), List.of(), 0);
    }

    /** The text that {@link #parse} reads. */
    public String text() {
        StringBuilder text = new StringBuilder(LevelRequest.HEAD).append('\n');
        text.append("instance ").append(instance).append('\n');
        if (!refusal.isEmpty()) {
            text.append("refused ")
                    .append(refusal.replaceAll("\\p{Cntrl}", " "))
                    .append('\n');
        }
        for (State state : loggers) {
            text.append("level ")
                    .append(dashed(state.level()))
                    .append(' ')
                    .append(dashed(state.configured()))
                    .append(' ')
                    .append(dashed(state.effective()))
                    .append(' ')
                    .append(state.untilMillis())
                    .append(' ')
                    .append(state.logger())
                    .append('\n');
            if (state.isChanged()) {
                text.append("from ").append(state.origin()).append('\n');
            }
        }
        for (LimitState limit : limits) {
            text.append("limit ")
                    .append(limit.rate())
                    .append(' ')
                    .append(limit.highest())
                    .append(' ')
                    .append(limit.untilMillis())
                    .append(' ')
                    .append(limit.logger())
                    .append("\nlimited by ")
                    .append(limit.origin())
                    .append('\n');
        }
        if (more > 0) {
            text.append("more ").append(more).append('\n');
        }
        return text.toString();
    }

    private static String dashed(String level) {
        return level.isEmpty() ? LevelRequest.NONE : level;
    }

    /**
     * Parses an untrusted text.
     *
     * @throws IllegalArgumentException when the text isn't an answer of this version; the message says why
     */
    public static LevelAnswer parse(String text) {
        String[] lines = text.split("\n", -1);
        if (!lines[0].equals(LevelRequest.HEAD)) {
            throw new IllegalArgumentException("it is no answer of a version that is known here");
        }
        String instance = "";
        String refusal = "";
        int more = 0;
        List<State> states = new ArrayList<>();
        List<LimitState> limits = new ArrayList<>();
        for (int i = 1; i < lines.length; i++) {
            String line = lines[i];
            if (line.startsWith("instance ")) {
                instance = line.substring(9);
            } else if (line.startsWith("refused ")) {
                refusal = line.substring(8);
            } else if (line.startsWith("more ")) {
                more = (int) LevelRequest.number(line.substring(5));
            } else if (line.startsWith("level ")) {
                states.add(state(line));
            } else if (line.startsWith("from ") && !states.isEmpty()) {
                State last = states.remove(states.size() - 1);
                states.add(new State(
                        last.logger(),
                        last.level(),
                        last.configured(),
                        last.effective(),
                        last.untilMillis(),
                        line.substring(5)));
            } else if (line.startsWith("limit ")) {
                limits.add(limit(line));
            } else if (line.startsWith("limited by ") && !limits.isEmpty()) {
                LimitState last = limits.remove(limits.size() - 1);
                limits.add(new LimitState(
                        last.logger(), last.rate(), last.highest(), last.untilMillis(), line.substring(11)));
            }
            // Other lines are a later version's additions and are ignored.
        }
        return new LevelAnswer(instance, refusal, states, limits, more);
    }

    private static State state(String line) {
        String[] parts = line.split(" ", 6);
        if (parts.length < 6) {
            throw new IllegalArgumentException("a line of a logger is cut");
        }
        return new State(
                parts[5], level(parts[1]), level(parts[2]), level(parts[3]), LevelRequest.number(parts[4]), "");
    }

    private static LimitState limit(String line) {
        String[] parts = line.split(" ", 5);
        if (parts.length < 5 || Rate.parse(parts[1]).isEmpty()) {
            throw new IllegalArgumentException("a line of a limit can't be read");
        }
        return new LimitState(parts[4], parts[1], level(parts[2]), LevelRequest.number(parts[3]), "");
    }

    private static String level(String word) {
        if (word.equals(LevelRequest.NONE)) {
            return "";
        }
        if (!LevelRequest.LEVELS.contains(word)) {
            throw new IllegalArgumentException("\"" + word + "\" is no level");
        }
        return word;
    }
}
