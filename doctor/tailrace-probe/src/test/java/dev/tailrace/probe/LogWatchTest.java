package dev.tailrace.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tailrace.probe.archive.LogFlow;
import dev.tailrace.probe.archive.LogFlowReader;
import dev.tailrace.probe.archive.OpenFile;
import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Input;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole lines are counted, once each, wherever a look ends. */
class LogWatchTest {
    private static final String LINE = "12:00:05 INFO [worker-1] shop.subscription.Renewals - renewed\n";

    @TempDir
    Path folder;

    private Path file;
    private LogWatch watch;
    private double now;

    @BeforeEach
    void begin() throws Exception {
        file = Files.writeString(folder.resolve("app.log"), "before anybody looked\n");
        watch = watching();
    }

    private LogWatch watching() {
        LogWatch watching = new LogWatch(Path.of("/"));
        watching.watch(List.of(new OpenFile(file.toString(), -1, -1, true, List.of())));
        return watching;
    }

    private void append(String text) throws Exception {
        Files.writeString(file, text, StandardOpenOption.APPEND);
        watch.look(now++);
    }

    private LogFlow flow() {
        // A flow has a duration, which is given in milliseconds.
        return await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(this::flows, flows -> !flows.isEmpty() && flows.get(0).seconds() > 0)
                .get(0);
    }

    private List<LogFlow> flows() throws IOException {
        EvidenceBuilder evidenceBuilder = new EvidenceBuilder();
        new LogFlowReader()
                .read(Input.of(Files.writeString(folder.resolve("logs.txt"), watch.text())), evidenceBuilder);
        return evidenceBuilder.evidence().all(LogFlow.class);
    }

    @Test
    void look_lineThatComesInPieces_isOneOfItsLogger() throws Exception {
        append(LINE.substring(0, 30));
        append(LINE.substring(30, 40));
        append(LINE.substring(40) + LINE);

        assertThat(flow().loggers()).isEqualTo(Map.of("shop.subscription.Renewals", 2L));
        assertThat(flow().readLines()).isEqualTo(2);
        assertThat(flow().bytes()).isEqualTo(2L * LINE.length());
        assertThat(flow().readBytes()).isEqualTo(2L * LINE.length());
    }

    @Test
    void look_moreThanIsReadAtOnce_noNameIsCut() throws Exception {
        String line = LINE.replace("\n", " more\n");
        int cut = line.length() - LogWatch.MOST_AT_ONCE % line.length();
        assertThat(line.substring(cut)).as("where the part that is read begins").startsWith("subscription.Renewals");
        append(line.repeat(100_000));

        assertThat(flow().loggers()).containsOnlyKeys("shop.subscription.Renewals");
        assertThat(flow().bytes()).isGreaterThan(flow().readBytes());
    }

    @Test
    void look_watchedFromTheMiddleOfALine_itsRestIsNoLine() throws Exception {
        Files.writeString(file, LINE.substring(0, 30), StandardOpenOption.APPEND);
        watch = watching();
        append(LINE.substring(30) + LINE);

        assertThat(flow().loggers()).isEqualTo(Map.of("shop.subscription.Renewals", 1L));
    }

    @Test
    void look_fileThatWasRolled_isCountedFromItsBegin() throws Exception {
        append(LINE.repeat(10));
        Files.writeString(file, LINE);
        watch.look(now++);

        assertThat(flow().readLines()).isEqualTo(11);
        assertThat(flow().bytes()).isEqualTo(11L * LINE.length());
    }
}
