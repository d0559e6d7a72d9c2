package dev.tailrace.doctor.flight;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ParseProblem;
import dev.tailrace.probe.evidence.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads flight recordings ({@code .jfr}) one event after the other, so that a recording of any size needs no more memory than one of
 * its chunks. From a truncated or damaged recording it keeps what comes before the damage. Stateless.
 */
public final class FlightReader implements EvidenceReader {
    /** No recording is copied out of an archive beyond this. */
    private static final long LARGEST_COPY = 1L << 30;

    /** Reads as described above. */
    public FlightReader() {}

    @Override
    public boolean mayRead(Input input, byte[] head) {
        return FlightChunks.isRecording(head);
    }

    @Override
    public void read(Input input, EvidenceBuilder to) throws IOException {
        Path file = input.path();
        if (file != null) {
            read(input.name(), file, to);
            return;
        }
        Path copy = Files.createTempFile("tailrace-doctor", ".jfr");
        try {
            if (copy(input, copy)) {
                read(input.name(), copy, to);
            } else {
                to.add(ParseProblem.all(
                        input.name(),
                        "It is larger than " + LARGEST_COPY
                                + " bytes; take it out of the archive and name it itself."));
            }
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private static boolean copy(Input input, Path copy) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long length = 0;
        try (InputStream in = input.open();
                OutputStream out = Files.newOutputStream(copy)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                length += n;
                if (length > LARGEST_COPY) {
                    return false;
                }
                out.write(buffer, 0, n);
            }
        }
        return true;
    }

    private static void read(String name, Path file, EvidenceBuilder to) throws IOException {
        FlightChunks chunks = FlightChunks.of(file);
        if (chunks.complete() == 0) {
            to.add(
                    ParseProblem.all(
                            name,
                            "The recording was never finished, as when its JVM was killed, or it was cut: no chunk of it is whole."
                                    + " If the JVM's repository folder is still there, `jfr assemble FOLDER FILE` saves what it holds."));
            return;
        }
        FlightRun run = new FlightRun(file);
        run.await();
        FlightDigest digest = run.digest();
        if (digest.events() > 0) {
            to.add(digest.recording(Source.of(name)));
            if (digest.hasCollections()) {
                to.add(digest.collections(Source.of(name)));
            }
        }
        String why = run.failure();
        if (!why.isEmpty()) {
            String until = digest.events() + " events were read until there.";
            to.add(
                    digest.events() == 0
                            ? ParseProblem.all(name, why)
                            : new ParseProblem(Source.of(name), 1, why + " " + until));
        } else if (chunks.unfinished()) {
            to.add(new ParseProblem(
                    Source.of(name),
                    1,
                    (chunks.fileBytes() - chunks.wholeBytes())
                            + " bytes at the end of the recording are a chunk that is" + " not whole; "
                            + digest.events() + " events before it were read."));
        } else if (digest.events() == 0) {
            to.add(ParseProblem.all(name, "The recording holds no event."));
        }
    }
}
