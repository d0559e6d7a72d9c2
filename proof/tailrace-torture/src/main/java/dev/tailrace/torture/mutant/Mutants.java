package dev.tailrace.torture.mutant;

import dev.tailrace.torture.mutant.Mutant.Crashes;
import dev.tailrace.torture.mutant.Mutant.Killer;
import dev.tailrace.torture.mutant.Mutant.Test;
import dev.tailrace.torture.mutant.Mutant.Torture;
import java.util.List;

/** The mistakes with the checks that should notice them. Stateless. */
final class Mutants {
    private static final Killer CRASHES = new Torture("crash points", 8);
    private static final Killer WRITES = Crashes.at(12, "after the intent", "log: written", "before the commit");
    private static final Killer KILLS = new Torture("kill -9", 4);
    private static final Killer READERS = new Torture("readers in the process", 8);
    private static final Killer STORM = new Torture("start-up storm", 3);
    private static final Killer OUTSIDE = new Torture("outside hands", 8);
    private static final Killer FAILING = new Torture("failing writes", 8);
    private static final Killer SPILLS = new Torture("spill", 8);
    private static final Killer SMALL_LANES = new Torture("small lanes", 6);
    private static final Killer FULL_DISK = new Torture("full disk", 8);

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(
                        "lanes are sparse files",
                        "bytes/MappedFiles.java",
                        "while (written < size) {",
                        "while (written > size) {",
                        SMALL_LANES),
                Mutant.of(
                        "the rest of a page that was cut is believed",
                        "engine/journal/LaneReader.java",
                        "if (!ring.isThere(position, length)) {",
                        "if (ring.isGone()) {",
                        new Test("engine.journal.LaneReaderTest")),
                Mutant.of(
                        "a damaged length may reach over other frames",
                        "engine/journal/ring/FrameSearch.java",
                        "|| find(position + FrameDescriptor.ALIGNMENT, next, end) != next) {",
                        ") {",
                        new Test("guest.ExternalDrainerTest")),
                Mutant.of(
                        "no intent",
                        "engine/drain/BatchWriter.java",
                        "batch.publish(sink, gathered, lanes.ahead(), losses.report());",
                        "",
                        WRITES),
                Mutant.of(
                        "the intent is committed before the write",
                        "engine/drain/shared/Staging.java",
                        "Memory.putRelease(slot, 0, next);",
                        "Memory.putRelease(slot, 0, next); Memory.putRelease(memory, COMMITTED_OFFSET, next);",
                        Crashes.at(8, "after the intent")),
                Mutant.of(
                        "the commit is not stored",
                        "engine/drain/shared/Staging.java",
                        "Memory.putRelease(memory, COMMITTED_OFFSET, sequence);",
                        "",
                        new Test("engine.drain.shared.StagingTest"),
                        Crashes.at(12, "roll: renamed", "roll: new file opened", "before the intent")),
                Mutant.of(
                        "positions of the last intent are not restored",
                        "engine/drain/shared/Takeover.java",
                        "LanePositions.restore(directory, last.lanes());",
                        "",
                        WRITES),
                Mutant.of(
                        "recovery appends everything again",
                        "engine/drain/shared/Takeover.java",
                        "staging.publishRest(sink, rest.from());",
                        "staging.publishRest(sink, 0);",
                        CRASHES,
                        OUTSIDE,
                        FAILING),
                Mutant.of(
                        "recovery never looks at the file",
                        "engine/drain/shared/Takeover.java",
                        "Redo.Rest rest = last == null || last.committed() ? null : Redo.run(last);",
                        "Redo.Rest rest = last == null || last.committed() ? null : new Redo.Rest(0, false);",
                        WRITES),
                Mutant.of(
                        "recovery compares lengths only",
                        "engine/drain/Redo.java",
                        "int different = Arrays.mismatch(found, 0, chunk.limit(), staged, 0, chunk.limit());",
                        "int different = -1;",
                        WRITES),
                Mutant.of(
                        "a renamed file is not looked for",
                        "engine/drain/Redo.java",
                        "intent.path() : renamed();",
                        "intent.path() : null;",
                        WRITES),
                Mutant.of(
                        "the file's identity is not compared",
                        "engine/drain/Redo.java",
                        ": FileIdentity.of(intent.path()) == intent.fileIdentity();",
                        ": true;",
                        WRITES),
                Mutant.of(
                        "the holder is stored without comparing",
                        "engine/drain/shared/DrainHolder.java",
                        "boolean taken = Memory.compareAndSet(memory, HOLDER_OFFSET, former, owner);",
                        "boolean taken = true; Memory.putRelease(memory, HOLDER_OFFSET, owner);",
                        new Test("engine.drain.shared.SeatTest"),
                        STORM),
                Mutant.of(
                        "a living drainer is deposed when its lock is free",
                        "engine/drain/shared/Seat.java",
                        "(former != 0 && isAlive(former, nanoTime))",
                        "(former != 0 && isAlive(former, nanoTime) && former == owner.id())",
                        new Test("engine.drain.shared.SeatTest"),
                        READERS),
                Mutant.of(
                        "an owner counts as dead when its lock is free",
                        "engine/journal/owner/Liveness.java",
                        "yield true;",
                        "yield !isLockFree(file);",
                        new Test("engine.journal.owner.LivenessTest"),
                        READERS),
                Mutant.of(
                        "a zombie counts as dead while its threads run",
                        "engine/journal/owner/ProcessIdentity.java",
                        "(stat.isZombie() && isLastThread(folder))",
                        "stat.isZombie()",
                        new Test("engine.journal.owner.LivenessTest")),
                Mutant.of(
                        "a process is identified by its number alone",
                        "engine/journal/owner/ProcessIdentity.java",
                        "stat.ticks != ticks ||",
                        "",
                        new Test("engine.journal.owner.LivenessTest")),
                Mutant.of(
                        "lost locks are not taken again",
                        "engine/sink/lock/DrainLock.java",
                        "file.refresh()",
                        "true",
                        new Test("engine.sink.lock.DrainLockTest")),
                Mutant.of(
                        "a holder that gives up does not say so",
                        "engine/drain/shared/DrainHolder.java",
                        "if (Memory.compareAndSet(memory, HOLDER_OFFSET, owner, 0)) {",
                        "if (holder() == owner) {",
                        new Test("engine.drain.shared.SeatTest")),
                Mutant.of(
                        "unfinished frames of the dead are waited for",
                        "engine/journal/LaneReader.java",
                        "if (!dead) {",
                        "if (true) {",
                        CRASHES,
                        KILLS),
                Mutant.of(
                        "spill: a file is removed while it is read",
                        "engine/journal/Spill.java",
                        "parts.getFirst().number < SpillFiles.numberOf(consumed)",
                        "parts.getFirst().number <= SpillFiles.numberOf(consumed)",
                        new Test("engine.journal.SpillTest"),
                        SPILLS),
                Mutant.of(
                        "spill: frames are announced before they are written",
                        "engine/journal/Spill.java",
                        "for (long at = from; at < to; ) {",
                        "ring.publishSpill(to); for (long at = from; at < to; ) {",
                        new Test("engine.journal.SpillRaceTest", 6),
                        SPILLS),
                Mutant.of(
                        "spill: the thread that copied a frame does not look again",
                        "engine/journal/LaneReader.java",
                        "copied = position >= ring.spilled();",
                        "copied = true;",
                        new Test("engine.journal.SpillRaceTest", 6),
                        SPILLS),
                // Between intent and write, the mistake would do no harm: a successor gets the lines from the intent.
                Mutant.of(
                        "lanes are confirmed before the intent",
                        "engine/drain/BatchWriter.java",
                        "batch.publish(sink, gathered, lanes.ahead(), losses.report());",
                        "lanes.confirm(); batch.publish(sink, gathered, lanes.ahead(), losses.report());",
                        Crashes.at(8, "before the intent")),
                Mutant.of(
                        "what is left after a failure goes to another file without an intent",
                        "engine/drain/BatchWriter.java",
                        "batch.publishRest(sink, Redo.lineStart(rest, rest.position()));\n        return batch.buffer();",
                        "return rest;",
                        new Test("engine.drain.DrainerTest"),
                        FULL_DISK,
                        FAILING),
                Mutant.of(
                        "finished files are named alike",
                        "engine/sink/archive/Archive.java",
                        "lastStamp = Math.max(TimeUnit.NANOSECONDS.toMillis(epochNanos), lastStamp + 1);",
                        "lastStamp = TimeUnit.NANOSECONDS.toMillis(epochNanos) / 60_000;",
                        KILLS,
                        CRASHES),
                Mutant.of(
                        "a file that is compressed twice is not noticed",
                        "engine/sink/archive/Archive.java",
                        "} else if (note.placeOf(path) != null) {",
                        "} else if (!Files.exists(path)) {",
                        new Test("engine.sink.archive.ArchiverTest"),
                        CRASHES));
    }
}
