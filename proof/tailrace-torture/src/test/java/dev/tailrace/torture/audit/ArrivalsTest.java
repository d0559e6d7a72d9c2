package dev.tailrace.torture.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrivalsTest {
    @TempDir
    Path folder;

    private static Audit log() {
        Audit audit = new Audit();
        audit.acknowledged = 3;
        audit.files = 1;
        return audit;
    }

    private Arrivals arrivals(int... sequences) throws IOException {
        Acknowledgements acknowledgements = Acknowledgements.open(folder.resolve("acknowledged"));
        acknowledgements.begin(2, 1, 4);
        acknowledgements.acknowledge(2, 1, 3);
        ByteBuffer entries = ByteBuffer.allocate((sequences.length + 1) * Arrivals.ENTRY);
        for (int sequence : sequences) {
            Arrivals.put(Arrivals.Kind.RECORD, new Mark(2, 1, sequence), entries);
        }
        Arrivals.put(Arrivals.Kind.REFUSED_REQUEST, new Mark(0, 0, 0), entries);
        Path file = folder.resolve("arrived");
        Files.write(file, entries.array());
        return Arrivals.of(file, acknowledgements);
    }

    @Test
    void allThere_someTwiceAndOneInFlight_isGood() throws IOException {
        Arrivals arrivals = arrivals(1, 2, 1, 2, 3, 4);

        assertThat(arrivals.addTo(log(), 0).isGood()).isTrue();
        assertThat(arrivals.repeated).isEqualTo(2);
        assertThat(arrivals.refusedRequests).isEqualTo(1);
    }

    @Test
    void missingRecord_isLost_unlessItWasCounted() throws IOException {
        assertThat(arrivals(1, 3).addTo(log(), 0).lost).isEqualTo(1);
        assertThat(arrivals(1, 3).addTo(log(), 1).lost).isZero();
        assertThat(arrivals(1, 2, 3).addTo(log(), 1).lost).isEqualTo(-1);
    }

    @Test
    void firstArrivalAfterALaterOne_isOutOfOrder() throws IOException {
        assertThat(arrivals(1, 3, 2).addTo(log(), 0).outOfOrder).isEqualTo(1);
    }

    @Test
    void recordThatNoProcessBegan_isTorn() throws IOException {
        assertThat(arrivals(1, 2, 3, 5).addTo(log(), 0).torn).isEqualTo(1);
    }
}
