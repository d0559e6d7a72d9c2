package dev.tailrace.probe.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.EvidenceBuilder;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often threads wait, from the system. */
class ContextSwitchesReaderTest {
    @TempDir
    Path folder;

    @Test
    void read_whatWasTakenOfThisProcess_givesItsThreads() throws IOException {
        String text =
                ContextSwitchesReader.text(new Proc(ProcessHandle.current().pid()));

        assertThat(read(text).evidence().all(ContextSwitches.class))
                .singleElement()
                .satisfies(contextSwitches -> {
                    assertThat(contextSwitches.counts()).hasSizeGreaterThan(3).hasSameSizeAs(contextSwitches.names());
                    assertThat(contextSwitches.names()).containsValue("VM Thread");
                });
    }

    @Test
    void read_damaged_saysSo() throws IOException {
        String head = "tailrace-doctor switches 1 ";

        assertThat(read(head + "77\nx y\n12 5 main\n").evidence().unread())
                .singleElement()
                .satisfies(each -> assertThat(each.lines()).isEqualTo(1));
        assertThat(read(head + "soon\n12 5 main\n").evidence().unread())
                .singleElement()
                .satisfies(each -> assertThat(each.isAll()).isTrue());
        assertThat(read(head + "77\n").evidence().exhibits()).isEmpty();
    }

    private EvidenceBuilder read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("switches"), text);
        EvidenceBuilder to = new EvidenceBuilder();
        ContextSwitchesReader reader = new ContextSwitchesReader();
        assertThat(reader.mayRead(Input.of(file), Files.readAllBytes(file))).isTrue();
        reader.read(Input.of(file), to);
        return to;
    }
}
