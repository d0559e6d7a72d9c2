package dev.tailrace.probe.evidence;

import java.io.IOException;

/**
 * Reads one kind of evidence. A file may hold several kinds, such as thread dumps amid the lines of a collector, so that each
 * reader is asked for each file and takes what is its own.
 */
public interface EvidenceReader {
    /**
     * Whether it is worth reading the input. It answers quickly, and rather yes than no.
     *
     * @param head the first bytes, 64 KiB at most, less only where there are no more
     */
    boolean mayRead(Input input, byte[] head);

    /**
     * Adds what it finds. What belongs to its kind and can't be understood is added as {@link ParseProblem}; what belongs to other kinds
     * is passed over. It never throws for what an input contains, whatever that is, and its memory is bounded by what it adds.
     *
     * @throws IOException when the input can't be read
     */
    void read(Input input, EvidenceBuilder to) throws IOException;
}
