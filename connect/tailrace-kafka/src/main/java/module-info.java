/** Sends records to a topic of Kafka. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // The client is no module.
module dev.tailrace.kafka {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.core;
    requires dev.tailrace.layout;
    requires dev.tailrace.ship;
    requires kafka.clients;
    requires org.slf4j;

    provides dev.tailrace.target.TargetProvider with
            dev.tailrace.kafka.KafkaProvider;
}
