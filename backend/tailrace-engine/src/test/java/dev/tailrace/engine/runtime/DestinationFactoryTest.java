package dev.tailrace.engine.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.DestinationConfig;
import dev.tailrace.engine.control.Mailboxes;
import dev.tailrace.engine.drain.ConsoleMode;
import dev.tailrace.engine.drain.Destination;
import dev.tailrace.engine.drain.Overflow;
import dev.tailrace.engine.drain.WaitStrategy;
import dev.tailrace.engine.journal.LaneKeeper;
import dev.tailrace.engine.journal.owner.LossReport;
import dev.tailrace.engine.sink.archive.Archiver;
import dev.tailrace.finding.Finding;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class DestinationFactoryTest {
    private final FindingsListener listener = new FindingsListener() {
        @Override
        public void report(Finding finding) {
            throw new AssertionError(finding.toString());
        }

        @Override
        public void onEnd(Destination destination) {}

        @Override
        public ByteBuffer lossLine(Destination destination, LossReport report) {
            return ByteBuffer.allocate(0);
        }
    };

    @Test
    void open_afterTheStop_startsNoThread() throws Exception {
        DestinationFactory factory = new DestinationFactory(
                new EngineSettings(0, 0, WaitStrategy.SLEEP, false, 100_000_000, 1),
                LaneKeeper.ofRings(listener::onError, null),
                LaneKeeper.ofSpills(listener::onError, null),
                new Archiver(1, () -> 0),
                listener,
                new Mailboxes(null, listener::report, listener::onError));
        factory.startLoops();
        factory.stopLoops();
        OpenDestination late = factory.open(
                new DestinationConfig.Console(false),
                null,
                new LogSettings(new Overflow(Integer.MAX_VALUE, 0), 1 << 10, 1, null, null, ConsoleMode.AUTO));
        late.destination().close();
        factory.close(late);

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .doesNotContain("tailrace-console");
    }
}
