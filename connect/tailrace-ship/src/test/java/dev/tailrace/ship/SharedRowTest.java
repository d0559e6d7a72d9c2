package dev.tailrace.ship;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.Tailrace;
import dev.tailrace.destination.TargetFigures;
import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Several references of a {@code log4j2.xml} to one target. */
class SharedRowTest {
    @TempDir
    Path folder;

    /** Main class of a child JVM: logs to both references, and prints how many senders there are. */
    static final class Program {
        private Program() {}

        public static void main(String[] arguments) {
            LoggerFactory.getLogger("a").info("one");
            LoggerFactory.getLogger("b.c").error("two");
            long threads = Thread.getAllStackTraces().keySet().stream()
                    .filter(each -> each.getName().equals("tailrace-ship"))
                    .count();
            System.out.println(threads + " " + Tailrace.stats().targets().size());
        }
    }

    @Test
    void twoReferencesToOneTarget_haveOneSender() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path config = Files.writeString(
                    folder.resolve("log4j2.xml"), """
                    <Configuration>
                      <Appenders>
                        <Ship name="SHIP" target="lines" address="tcp://127.0.0.1:%d" directory="%s">
                          <PatternLayout pattern="%%m%%n"/>
                        </Ship>
                      </Appenders>
                      <Loggers>
                        <Logger name="b" level="info" additivity="false">
                          <AppenderRef ref="SHIP" level="error"/>
                        </Logger>
                        <Root level="info"><AppenderRef ref="SHIP"/></Root>
                      </Loggers>
                    </Configuration>
                    """.formatted(server.getLocalPort(), folder.resolve("row")));
            ChildProcess child = JvmLauncher.of(Program.class)
                    .options("-Dtailrace.config=" + config)
                    .in(folder)
                    .start();
            try (Socket connection = server.accept();
                    InputStream in = connection.getInputStream()) {
                assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                        .isEqualTo("one\ntwo\n");
            }
            child.succeeded();
            assertThat(child.out() + child.err()).isEqualTo("1 1\n");
            TargetFigures figures = RowView.figures(folder.resolve("row/records"));
            assertThat(figures)
                    .extracting(TargetFigures::kind, TargetFigures::acknowledged)
                    .containsExactly("lines", 2L);
        }
    }
}
