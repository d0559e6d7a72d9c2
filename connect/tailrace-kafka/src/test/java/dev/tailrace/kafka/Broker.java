package dev.tailrace.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tailrace.testkit.ChildProcess;
import dev.tailrace.testkit.JvmLauncher;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.authorizer.StandardAuthorizer;
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
        settings.put("authorizer.class.name", StandardAuthorizer.class.getName());
        settings.put("allow.everyone.if.no.acl.found", "true");
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
        private static final int STOPPED_MILLIS = 300;
        private static final int RUNNING_MILLIS = 30;
        private static final long DISK_BYTES = 4L << 30;
        /** Full within seconds of a test's writing. */
        private static final long ROOM_BYTES = 8 << 20;
        /** So long a broker may take to find that it can't write. */
        private static final Duration FULL = Duration.ofSeconds(10);

        private final Path folder;
        private final List<Integer> ports;
        private @Nullable ChildProcess process;
        private boolean mounted;

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
                            Broker.class, data().toString(), String.valueOf(ports.get(0)), String.valueOf(ports.get(1)))
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

        /** Lets the broker answer so seldom, for so long, that a request takes seconds. */
        void slow(int seconds) throws InterruptedException {
            for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds); System.nanoTime() - end < 0; ) {
                process().stop();
                TimeUnit.MILLISECONDS.sleep(STOPPED_MILLIS);
                process().resume();
                TimeUnit.MILLISECONDS.sleep(RUNNING_MILLIS);
            }
        }

        /** Denies everybody a topic, or no longer. */
        void refuse(String topic, boolean denied) throws Exception {
            AclBinding rule = new AclBinding(
                    new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                    new AccessControlEntry("User:*", "*", AclOperation.ALL, AclPermissionType.DENY));
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", address()))) {
                (denied
                                ? admin.createAcls(List.of(rule)).all()
                                : admin.deleteAcls(List.of(rule.toFilter())).all())
                        .get(ChildProcess.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
        }

        private Path data() {
            return folder.resolve("broker");
        }

        /** Gives the broker, which hasn't been started, a disk of its own; false: this user may not. */
        boolean mount() throws IOException {
            Files.createDirectories(data());
            mounted = succeeds("mount", "-t", "tmpfs", "-o", "size=" + DISK_BYTES, "tailrace-kafka", data().toString());
            return mounted;
        }

        private boolean resize(long bytes) throws IOException {
            return succeeds("mount", "-o", "remount,size=" + bytes, data().toString());
        }

        private static boolean succeeds(String... command) throws IOException {
            return ChildProcess.start(new ProcessBuilder(command)).status() == 0;
        }

        /** Lets the broker's disk become full, and starts it again with room; false: nothing has filled it. */
        boolean fillDisk() throws IOException {
            FileStore disk = Files.getFileStore(data());
            long used = disk.getTotalSpace() - disk.getUnallocatedSpace();
            assertThat(resize(used + ROOM_BYTES)).isTrue();
            boolean full = process().awaitEnd(FULL) || disk.getUnallocatedSpace() < ROOM_BYTES / 4;
            kill();
            assertThat(resize(DISK_BYTES)).isTrue();
            start();
            return full;
        }

        @Override
        public void close() throws IOException {
            if (process != null) {
                process.close();
            }
            if (mounted) {
                succeeds("umount", data().toString());
            }
        }
    }
}
