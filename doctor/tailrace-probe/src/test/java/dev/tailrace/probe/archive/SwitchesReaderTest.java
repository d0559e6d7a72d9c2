package dev.tailrace.probe.archive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.probe.evidence.Gathering;
import dev.tailrace.probe.evidence.Input;
import dev.tailrace.probe.jvm.Proc;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often threads wait, from the system. */
class SwitchesReaderTest {
    @TempDir
    Path folder;

    @Test
    void read_whatWasTakenOfThisProcess_givesItsThreads() throws IOException {
        String text = SwitchesReader.text(new Proc(ProcessHandle.current().pid()));

        assertThat(read(text).evidence().all(Switches.class)).singleElement().satisfies(switches -> {
            assertThat(switches.counts()).hasSizeGreaterThan(3).hasSameSizeAs(switches.names());
            assertThat(switches.names()).containsValue("VM Thread");
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

    private Gathering read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("switches"), text);
        Gathering to = new Gathering();
        SwitchesReader reader = new SwitchesReader();
        assertThat(reader.mayRead(Input.of(file), Files.readAllBytes(file))).isTrue();
        reader.read(Input.of(file), to);
        return to;
    }
}
