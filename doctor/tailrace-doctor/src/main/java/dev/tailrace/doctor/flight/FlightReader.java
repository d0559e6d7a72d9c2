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
        // An entry of an archive, which has bounded its size.
        Path copy = Files.createTempFile("tailrace-doctor", ".jfr");
        try {
            // Into the file that only this user may read.
            try (InputStream in = input.open();
                    OutputStream out = Files.newOutputStream(copy)) {
                in.transferTo(out);
            }
            read(input.name(), copy, to);
        } finally {
            Files.deleteIfExists(copy);
        }
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
