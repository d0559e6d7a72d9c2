package dev.tailrace.engine.sink;

import static dev.tailrace.engine.sink.Rig.unzipped;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.destination.Rolling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are written compressed, and plain ones, when the next process finds them and its configuration says otherwise. */
class StreamingChangeTest {
    private Path folder;
    private Rig rig;

    @BeforeEach
    void makeRig(@TempDir Path folder) {
        this.folder = folder;
        rig = new Rig(folder);
    }

    private Rolling daily() {
        return rig.dated("app.%d{yyyy-MM-dd}.%i.log.gz", 100);
    }

    @Test
    void fileOfMembers_whenItIsNotRolledAnyMore_hasANameThatSaysWhatItIs() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "member");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.open("app.log", null);
        rig.log(sink, "plain");
        rig.archive();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "plain", "app.log.2024-03-09.0.gz", "member"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    @Test
    void tornFile_whenStreamingIsTakenAway_holdsUpNothing() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "member");
        rig.close(sink);
        Files.write(folder.resolve("app.log"), new byte[] {0x1f, 1, 2, 3, '\n'}, StandardOpenOption.APPEND);
        rig.forgetArchiver();
        sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log", 8));
        rig.log(sink, "plain text");
        rig.log(sink, "more");
        rig.archive();
        assertThat(rig.tree())
                .containsEntry("app.2024-03-09.1.log", "plain text")
                .containsEntry("app.log", "more");
        assertThat(rig.tree().get("app.2024-03-09.0.log")).startsWith("member");
        assertThat(rig.archiver.backlog()).isZero();
        rig.close(sink);
    }

    @Test
    void filesOfMembers_thatAnotherRollingLeft_stayWhereTheyAre() throws IOException {
        Sink sink = rig.openStreaming("app.log", rig.window("old/app.%i.log.gz", 3, 4));
        rig.log(sink, "one");
        rig.log(sink, "two");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.open("app.log", rig.window("new/app.%i.log", 1, 100));
        rig.archive();
        assertThat(rig.tree()).isEqualTo(Map.of("app.log", "", "old/app.1.log.gz", "one", "new/app.1.log", "two"));
        assertThat(rig.hidden()).isEmpty();
        rig.close(sink);
    }

    @Test
    void fileNamedByItsDate_whenCompressionIsTakenAway_hasTheNameOfWhatItIs() throws IOException {
        Sink sink = rig.openStreaming(null, rig.dated("app.%d{yyyy-MM-dd}.log.gz", 0));
        rig.log(sink, "member");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.open((String) null, rig.dated("app.%d{yyyy-MM-dd}.log", 0));
        rig.log(sink, "plain");
        rig.archive();
        rig.close(sink);
        assertThat(rig.tree()).isEqualTo(Map.of("app.2024-03-09.log", "plain", "app.2024-03-09.log.gz", "member"));
    }

    @Test
    void plainFileOfAnEarlierConfiguration_isRolledAndCompressed() throws IOException {
        Sink sink = rig.open("app.log", daily());
        rig.log(sink, "plain");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "member");
        rig.archive();
        assertThat(unzipped(folder.resolve("app.2024-03-09.0.log.gz"))).isEqualTo("plain\n");
        assertThat(unzipped(folder.resolve("app.log"))).isEqualTo("member\n");
        rig.close(sink);
    }

    @Test
    void fileOfMembers_whenStreamingIsTakenAway_isRolledAsItIs() throws IOException {
        Sink sink = rig.openStreaming("app.log", daily());
        rig.log(sink, "member");
        rig.close(sink);
        rig.forgetArchiver();
        sink = rig.open("app.log", rig.dated("app.%d{yyyy-MM-dd}.%i.log.zip", 100));
        rig.log(sink, "plain");
        rig.archive();
        assertThat(rig.tree())
                .isEqualTo(Map.of("app.log", "plain", "app.2024-03-09.0.log.zip", "app.2024-03-09.0.log: member"));
        rig.close(sink);
    }
}
