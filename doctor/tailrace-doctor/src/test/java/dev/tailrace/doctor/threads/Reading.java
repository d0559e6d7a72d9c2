package dev.tailrace.doctor.threads;

import dev.tailrace.probe.evidence.Evidence;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.EvidenceReader;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.evidence.ThreadInfo;
import dev.tailrace.probe.evidence.ThreadSample;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What the readers of thread dumps make of bytes. */
final class Reading {
    private static final String NAME = "dump.txt";

    private Reading() {}

    static Evidence of(String text) throws IOException {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    static Evidence of(byte[] bytes) throws IOException {
        Input input = new Input() {
            @Override
            public String name() {
                return NAME;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }
        };
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        for (EvidenceReader reader : ThreadDumps.readers()) {
            if (reader.mayRead(input, Arrays.copyOf(bytes, Math.min(bytes.length, 64 * 1024)))) {
                reader.read(input, evidenceBuilder);
            }
        }
        return evidenceBuilder.evidence();
    }

    static List<ThreadSample> samples(String text) throws IOException {
        return of(text).all(ThreadSample.class);
    }

    static ThreadInfo thread(ThreadSample sample, String name) {
        return sample.threads().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
