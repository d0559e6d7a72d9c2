package dev.tailrace.torture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.tailrace.torture.fault.Tally;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TotalsTest {
    @TempDir
    Path folder;

    @Test
    void totals_resumed_areSummed() throws Exception {
        Path file = folder.resolve("totals.json");
        Totals first = Totals.read(file);
        first.of("kill -9").add(tally(100, 0));
        first.nextSeed = 8;
        first.write(file);
        Totals second = Totals.read(file);
        second.of("kill -9").add(tally(50, 0));
        second.write(file);

        Totals read = Totals.read(file);
        assertThat(read.of("kill -9").audit.acknowledged).isEqualTo(150);
        assertThat(read.of("kill -9").steps).containsEntry("claim", 2L);
        assertThat(read.of("kill -9").takeover(99)).isEqualTo(12.5);
        assertThat(read.nextSeed).isEqualTo(8);
        assertThat(read.isGood()).isTrue();
    }

    @Test
    void totals_withALossInAnEarlierPart_stayBad() throws Exception {
        Path file = folder.resolve("totals.json");
        Totals first = Totals.read(file);
        first.of("kill -9").add(tally(100, 1));
        first.write(file);

        assertThat(Totals.read(file).isGood()).isFalse();
    }

    /** The counts of an earlier schema must not be read as zeros. */
    @Test
    void totals_ofAnotherSchema_areRefused() throws Exception {
        Path file = Files.writeString(
                folder.resolve("totals.json"), "{\"schema\":1,\"faults\":[{\"name\":\"kill -9\",\"lost\":5}]}");

        assertThatIOException().isThrownBy(() -> Totals.read(file)).withMessageContaining("schema 1");
    }

    private static Tally tally(long acknowledged, long lost) {
        Tally tally = new Tally();
        tally.audit.acknowledged = acknowledged;
        tally.audit.lost = lost;
        tally.steps.put("claim", 1L);
        tally.takeoverMillis.add(12.5);
        return tally;
    }
}
