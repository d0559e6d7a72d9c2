package dev.tailrace.torture.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that outlives a process: files, staging, lanes. A line is two cells, {@code aA}, so that a torn line can be recognised; a
 * foreign line is {@code #}, a frame without a line {@code -}. Mutable.
 */
final class World {
    static final int LANES = 2;
    static final String LOG = "log";
    static final String ROLLED = "rolled";
    /** The prefix of names of deleted files. */
    static final String DELETED = "?";

    static final char FOREIGN = '#';
    /** The loss report's line. */
    static final char REPORT = 'r';

    static final char NO_LINE = '-';
    private static final String[] FRAMES = {"abe-", "cd"};

    final Map<String, Integer> names = new TreeMap<>();
    /** The contents of files in the order of creation. */
    final List<String> files = new ArrayList<>();
    /** The identity of each file, which compression changes. */
    final List<Integer> identities = new ArrayList<>();

    /** The content that other programs destroyed. */
    final List<String> destroyed = new ArrayList<>();

    final Slot[] slots = {new Slot(), new Slot()};
    final String[] halves = {"", ""};
    long committed;
    final int[] consumed = new int[LANES];
    boolean lossReported;
    /** Whether the drainer reported that lines may be duplicated. */
    boolean reportedTwice;

    private int lastIdentity;
    private int renames;
    String flaw = "";

    private World() {}

    static World fresh() {
        World world = new World();
        world.create();
        return world;
    }

    World copy() {
        World copy = new World();
        copy.names.putAll(names);
        copy.files.addAll(files);
        copy.identities.addAll(identities);
        copy.lastIdentity = lastIdentity;
        copy.destroyed.addAll(destroyed);
        for (int i = 0; i < 2; i++) {
            copy.slots[i] = slots[i].copy();
            copy.halves[i] = halves[i];
        }
        copy.committed = committed;
        System.arraycopy(consumed, 0, copy.consumed, 0, LANES);
        copy.lossReported = lossReported;
        copy.reportedTwice = reportedTwice;
        copy.renames = renames;
        copy.flaw = flaw;
        return copy;
    }

    /** The frame at a position of a lane, or 0 at its end. */
    static char frame(int lane, int position) {
        return position < FRAMES[lane].length() ? FRAMES[lane].charAt(position) : 0;
    }

    static String line(char name) {
        return name == NO_LINE ? "" : "" + name + Character.toUpperCase(name);
    }

    /** All lines that must exist in the end, including the loss report. */
    static String lines() {
        return "abcde" + REPORT;
    }

    @Nullable
    Integer log() {
        return names.get(LOG);
    }

    int create() {
        files.add("");
        identities.add(++lastIdentity);
        names.put(LOG, files.size() - 1);
        return files.size() - 1;
    }

    void append(int file, String text) {
        files.set(file, files.get(file) + text);
    }

    /** Renames the log to a name that begins with {@code prefix}. */
    void rename(String prefix) {
        Integer file = names.remove(LOG);
        if (file != null) {
            names.put(prefix + renames++, file);
        }
    }

    void delete() {
        Integer file = names.remove(LOG);
        if (file != null) {
            // A process may still have the file open: bytes written to it are destroyed, too.
            names.put(DELETED + file, file);
        }
    }

    void truncate() {
        Integer file = log();
        if (file != null) {
            destroyed.add(files.get(file));
            files.set(file, "");
        }
    }

    /** Compresses all rolled files: their bytes go into files with other identities. */
    void pack() {
        for (Map.Entry<String, Integer> entry : names.entrySet()) {
            if (entry.getKey().startsWith(ROLLED)) {
                identities.set(entry.getValue(), ++lastIdentity);
            }
        }
    }

    void consume(int lane, int position) {
        if (position < consumed[lane]) {
            flaw = "lane " + lane + " goes back from " + consumed[lane] + " to " + position;
        }
        consumed[lane] = position;
    }

    /** Equal for worlds that behave alike. */
    private String key() {
        return names + "\n" + files + identities + "\n" + destroyed + "\n" + Arrays.toString(slots)
                + Arrays.toString(halves) + committed + Arrays.toString(consumed) + lossReported + reportedTwice + flaw;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof World world && key().equals(world.key());
    }

    @Override
    public int hashCode() {
        return key().hashCode();
    }

    @Override
    public String toString() {
        return key();
    }
}
