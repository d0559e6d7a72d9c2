package dev.tailrace.engine.journal.owner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.engine.journal.owner.ProcessIdentity.Evidence;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sockets whose paths are as long as the system takes, and longer. */
class SocketPathTest {
    private Path socketOfLength(Path folder, int length) throws Exception {
        String real = folder.toRealPath().toString();
        Path file = Path.of(real, "d".repeat(Math.max(1, length - real.length() - 8)), "s.live");
        Files.createDirectories(file.getParent());
        return file;
    }

    @Test
    void ask_aroundTheLongestPath_tellsLifeFromDeath(@TempDir Path temp) throws Exception {
        for (int length = SocketPath.LONGEST - 5; length <= SocketPath.LONGEST + 60; length++) {
            Path file = socketOfLength(temp, length);
            ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            try (SocketPath path = SocketPath.of(file)) {
                channel.bind(path.address(), 1);
            }
            assertThat(OwnerSocket.ask(file)).as("%d bytes", length).isEqualTo(Evidence.LIVES);
            channel.close();
            assertThat(OwnerSocket.ask(file)).as("%d bytes", length).isEqualTo(Evidence.GONE);
        }
    }

    @Test
    void listen_aroundTheLongestPath_succeeds(@TempDir Path temp) throws Exception {
        for (int length = SocketPath.LONGEST - 10; length <= SocketPath.LONGEST + 5; length++) {
            Path file = socketOfLength(temp, length);
            try (OwnerSocket socket = OwnerSocket.listen(file)) {
                assertThat(socket).as("%d bytes", length).isNotNull();
                assertThat(OwnerSocket.ask(file)).isEqualTo(Evidence.LIVES);
            }
            assertThat(file).doesNotExist();
        }
    }

    @Test
    void close_longPath_leavesNoLink(@TempDir Path temp) throws Exception {
        Path file = socketOfLength(temp, 150);
        Path link;
        try (SocketPath path = SocketPath.of(file)) {
            link = Objects.requireNonNull(path.address().getPath().getParent());
            assertThat(link).isSymbolicLink();
        }
        assertThat(link).doesNotExist();
        assertThat(link.resolveSibling(".")).doesNotExist();
    }
}
