package dev.tailrace.kafka;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

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
}
