package dev.tailrace.torture.model;

import org.jspecify.annotations.Nullable;

/** A process that recovers another process's work and then drains everything. Its fields are lost when it dies. Single-threaded. */
final class ModelDrainer {
    /** A log file with at least this many cells is rolled before the next batch. */
    private static final int ROLL_AT = 5;

    private final World world;
    private final Rules<DrainRule> rules;
    private final Surroundings surroundings;
    private int file;
    private int identity;
    private long sequence;

    /** Positions and losses that are valid once the intent is committed. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record After(int[] positions, boolean reportsLoss) {}

    ModelDrainer(World world, Rules<DrainRule> rules, Surroundings surroundings) {
        this.world = world;
        this.rules = rules;
        this.surroundings = surroundings;
    }

    void run() {
        world.pack();
        open();
        recover();
        boolean more = true;
        while (more) {
            if (world.log() == null || world.log() != file) {
                open();
            } else if (world.files.get(file).length() >= ROLL_AT) {
                roll();
            }
            more = drainOnce();
        }
    }

    private void open() {
        Integer log = world.log();
        if (log == null) {
            file = world.create();
        } else {
            file = log;
        }
        int opened = world.identities.get(file);
        surroundings.step();
        Integer named = world.log();
        boolean careful = rules.has(DrainRule.IDENTITY_OF_OPEN_FILE);
        identity = careful || named == null ? opened : world.identities.get(named);
    }

    private void roll() {
        world.rename(World.ROLLED);
        surroundings.step();
        open();
        world.pack();
        surroundings.step();
    }

    /** Drains the loss report first, then one frame of each lane. Returns whether there was anything. */
    private boolean drainOnce() {
        StringBuilder lines = new StringBuilder();
        int[] positions = world.consumed.clone();
        boolean reportsLoss = !world.lossReported;
        if (reportsLoss) {
            lines.append(World.line(World.REPORT));
        }
        boolean moved = false;
        for (int lane = 0; lane < World.LANES; lane++) {
            char frame = World.frame(lane, positions[lane]);
            if (frame != 0) {
                moved = true;
                positions[lane]++;
                lines.append(World.line(frame));
            }
        }
        After after = new After(positions, reportsLoss);
        if (lines.length() == 0) {
            consume(positions);
            return moved;
        }
        sequence++;
        if (!rules.has(DrainRule.CONSUMED_AFTER_INTENT)) {
            consume(positions);
        }
        if (rules.has(DrainRule.INTENT_BEFORE_APPEND)) {
            publish(lines.toString(), 0, after);
            write(lines.toString(), 0, after);
        } else {
            write(lines.toString(), 0, after);
            publish(lines.toString(), 0, after);
        }
        finish(after);
        return true;
    }

    private void publish(String bytes, int begun, After after) {
        int half = rules.has(DrainRule.ALTERNATING_HALVES) ? (int) (sequence & 1) : 0;
        world.halves[half] = bytes.substring(0, 1) + "?".repeat(bytes.length() - 1);
        surroundings.step();
        world.halves[half] = bytes;
        Slot slot = world.slots[rules.has(DrainRule.ALTERNATING_SLOTS) ? (int) (sequence & 1) : 0];
        slot.sequence = rules.has(DrainRule.SEQUENCE_LAST) ? 0 : sequence;
        surroundings.step();
        slot.identity = identity;
        slot.offset = world.files.get(file).length();
        slot.length = bytes.length();
        slot.begun = begun;
        slot.reportsLoss = after.reportsLoss && rules.has(DrainRule.LOSSES_IN_INTENT);
        surroundings.step();
        slot.positions = after.positions.clone();
        slot.checksum = slot.checksumWith(bytes);
        surroundings.step();
        slot.sequence = sequence;
        surroundings.step();
    }

    /** Writes until all bytes are written; the rest of a short write is a new intent, for the log's current file. */
    private void write(String bytes, int alreadyBegun, After after) {
        if (!rules.has(DrainRule.COMMIT_AFTER_APPEND)) {
            world.committed = sequence;
            surroundings.step();
        }
        String staged = bytes;
        int begun = alreadyBegun;
        while (true) {
            int written = begun + append(staged.substring(begun));
            if (written == staged.length()) {
                return;
            }
            int end = world.files.get(file).length();
            surroundings.step();
            boolean moved = world.log() == null || world.log() != file;
            boolean inPlace = !moved && world.files.get(file).length() >= end;
            if (moved) {
                open();
            }
            Redo rest = Redo.rest(staged, written, inPlace, rules);
            staged = rest.staged();
            begun = rest.begun();
            if (rules.has(DrainRule.INTENT_AFTER_SHORT_WRITE)) {
                sequence++;
                publish(staged, begun, after);
            }
        }
    }

    private int append(String text) {
        int length = surroundings.nextWriteIsShort() ? (text.length() - 1) / 4 * 2 + 1 : text.length();
        for (int i = 0; i < length; i++) {
            world.append(file, text.substring(i, i + 1));
            surroundings.partOfWrite();
        }
        surroundings.step();
        return length;
    }

    private void finish(After after) {
        world.committed = sequence;
        surroundings.step();
        consume(after.positions);
        world.lossReported |= after.reportsLoss;
        surroundings.step();
    }

    private void consume(int[] positions) {
        for (int lane = 0; lane < World.LANES; lane++) {
            boolean less = positions[lane] < world.consumed[lane];
            if (!less || !rules.has(DrainRule.POSITIONS_ONLY_GROW)) {
                world.consume(lane, positions[lane]);
            }
            surroundings.step();
        }
    }

    private void recover() {
        Slot last = last();
        sequence = Math.max(world.committed, last == null ? 0 : last.sequence);
        if (last == null) {
            return;
        }
        After after = new After(last.positions.clone(), last.reportsLoss);
        boolean committed = rules.has(DrainRule.COMMITTED_WORD) && world.committed >= last.sequence;
        if (!committed) {
            Redo redo = Redo.of(world, file, last, staged(last), rules);
            world.reportedTwice |= redo.possiblyTwice();
            if (!redo.staged().isEmpty()) {
                if (rules.has(DrainRule.INTENT_FOR_THE_REST)) {
                    sequence++;
                    publish(redo.staged(), redo.begun(), after);
                }
                write(redo.staged(), redo.begun(), after);
            }
        }
        if (!committed || rules.has(DrainRule.POSITIONS_OF_COMMITTED)) {
            finish(after);
        }
    }

    private @Nullable Slot last() {
        Slot last = null;
        for (Slot slot : world.slots) {
            boolean valid = slot.sequence > 0
                    && (!rules.has(DrainRule.CHECKSUM) || slot.checksum.equals(slot.checksumWith(staged(slot))));
            if (valid && (last == null || slot.sequence > last.sequence)) {
                last = slot;
            }
        }
        return last;
    }

    private String staged(Slot slot) {
        String half = world.halves[rules.has(DrainRule.ALTERNATING_HALVES) ? (int) (slot.sequence & 1) : 0];
        return half.substring(0, Math.min(slot.length, half.length()));
    }
}
