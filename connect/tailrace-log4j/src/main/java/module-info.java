/** The appender of Tailrace for Log4j 2. */
module dev.tailrace.log4j {
    requires static org.jspecify;
    requires dev.tailrace.base;
    requires dev.tailrace.config;
    requires dev.tailrace.host;
    requires dev.tailrace.layout;
    requires org.apache.logging.log4j;
    requires org.apache.logging.log4j.core;

    exports dev.tailrace.log4j;

    // Log4j sets the fields of builders.
    opens dev.tailrace.log4j to
            org.apache.logging.log4j.core;
}
