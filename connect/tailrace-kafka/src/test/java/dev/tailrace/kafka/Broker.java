package dev.tailrace.kafka;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.function.UnaryOperator;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.jspecify.annotations.Nullable;

/** A broker that is its own controller, in a process that can be killed: directory, port, port of the controller. */
final class Broker {
    private Broker() {}

    public static void main(String[] arguments) throws Exception {
        String directory = arguments[0];
        Properties settings = new Properties();
        settings.put("process.roles", "broker,controller");
        settings.put("node.id", "1");
        settings.put("controller.quorum.voters", "1@127.0.0.1:" + arguments[2]);
        settings.put("listeners", "PLAINTEXT://127.0.0.1:" + arguments[1] + ",CONTROLLER://127.0.0.1:" + arguments[2]);
        settings.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + arguments[1]);
        settings.put("controller.listener.names", "CONTROLLER");
        settings.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("log.dirs", directory);
        settings.put("offsets.topic.replication.factor", "1");
        settings.put("offsets.topic.num.partitions", "1");
        settings.put("transaction.state.log.replication.factor", "1");
        settings.put("transaction.state.log.min.isr", "1");
        settings.put("transaction.state.log.num.partitions", "1");
        if (!Files.exists(Path.of(directory, "meta.properties"))) {
            new Formatter()
                    .setNodeId(1)
                    .setClusterId("dGFpbHJhY2UtdGVzdHMtMQ")
                    .setControllerListenerName("CONTROLLER")
                    .setMetadataLogDirectory(directory)
                    .setDirectories(Set.of(directory))
                    .setReleaseVersion(MetadataVersion.latestProduction())
                    .run();
        }
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(settings, false), Time.SYSTEM);
        server.startup();
        System.out.println("started");
        server.awaitShutdown();
    }

    /** A broker in a process of its own, on free ports, which keeps its data when it is started again. For one thread. */
    static final class Child implements AutoCloseable {
        private final Path folder;
        private final List<Integer> ports;
        private @Nullable ChildProcess process;

        private Child(Path folder, List<Integer> ports) {
            this.folder = folder;
            this.ports = ports;
        }

        static Child in(Path folder) throws IOException {
            Files.writeString(folder.resolve("quiet.xml"), "<configuration><root level='OFF'/></configuration>");
            List<Integer> ports = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                    ports.add(free.getLocalPort());
                }
            }
            return new Child(folder, ports);
        }

        String address() {
            return "127.0.0.1:" + ports.get(0);
        }

        /** Starts it, and returns when it serves. */
        void start() throws IOException {
            start(launcher -> launcher);
        }

        /** The same with further options. */
        void start(UnaryOperator<JvmLauncher> changed) throws IOException {
            JvmLauncher launcher = JvmLauncher.of(
                            Broker.class,
                            folder.resolve("broker").toString(),
                            String.valueOf(ports.get(0)),
                            String.valueOf(ports.get(1)))
                    .options("-Xmx384m", "-XX:TieredStopAtLevel=1", "-Dtailrace.config=" + folder.resolve("quiet.xml"))
                    .in(folder);
            ChildProcess started = changed.apply(launcher).start();
            process = started;
            started.awaitLine("started");
        }

        ChildProcess process() {
            return Objects.requireNonNull(process);
        }

        void kill() {
            process().kill();
            process().awaitEnd(ChildProcess.PATIENCE);
        }

        @Override
        public void close() {
            if (process != null) {
                process.close();
            }
        }
    }
}
