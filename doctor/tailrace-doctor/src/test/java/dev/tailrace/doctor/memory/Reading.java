package dev.tailrace.doctor.memory;

import dev.tailrace.corpus.Corpus;
import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Has all readers of this package read something, as doctor would. */
public final class Reading {
    private static final List<EvidenceReader> READERS =
            List.of(new GcLogReader(), new JvmFlagsReader(), new ClassHistogramReader(), new GcCountersReader());

    private Reading() {}

    public static Evidence of(String name, byte[] bytes) throws IOException {
        Input input = new Input() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }
        };
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        byte[] head = Arrays.copyOf(bytes, Math.min(bytes.length, 1 << 16));
        for (EvidenceReader reader : READERS) {
            if (reader.mayRead(input, head)) {
                reader.read(input, evidenceBuilder);
            }
        }
        return evidenceBuilder.evidence();
    }

    static Evidence ofText(String text) throws IOException {
        return of("text", text.getBytes(StandardCharsets.UTF_8));
    }

    /** One of the corpus' files for these readers. */
    public static byte[] resource(String name) throws IOException {
        return Corpus.bytes("memory/" + name);
    }

    public static Evidence ofResource(String name) throws IOException {
        return of(name, resource(name));
    }
}
