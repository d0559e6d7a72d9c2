package dev.tailrace.torture;

import dev.tailrace.report.Json;
import dev.tailrace.torture.fault.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** The figures of all faults, over one torture or several resumed ones. The fields are the format on disk. Not thread-safe. */
final class Totals {
    private static final int SCHEMA = 2;

    int schema = SCHEMA;
    long nextSeed;

    long seconds;
    List<Tally> faults = new ArrayList<>();

    static Totals read(Path file) throws IOException {
        if (!Files.exists(file)) {
            return new Totals();
        }
        Totals read = Json.read(file, Totals.class);
        if (read.schema != SCHEMA) {
            throw new IOException(
                    file + " has schema " + read.schema + ", and " + SCHEMA + " is read: remove it to begin anew.");
        }
        return read;
    }

    /** Writes the file atomically, so that a kill never leaves half a file. */
    void write(Path file) throws IOException {
        Path fresh = file.resolveSibling(file.getFileName() + ".new");
        Json.write(this, fresh.toString());
        Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
    }

    Tally of(String fault) {
        for (Tally tally : faults) {
            if (tally.name.equals(fault)) {
                return tally;
            }
        }
        Tally tally = new Tally();
        tally.name = fault;
        faults.add(tally);
        return tally;
    }

    boolean isGood() {
        return faults.stream().allMatch(Tally::isGood);
    }
}
